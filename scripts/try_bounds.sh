#!/bin/sh
# The tests with the lowest or the highest versions of libraries that pyproject.toml allows.
#
#     scripts/try_bounds.sh lowest|highest [TESTS ...]
#
# Uses the engine that make has compiled in this checkout. Without TESTS: those that use the libraries.
set -eu
cd "$(dirname "$0")/.."
case "${1-}" in
  lowest) resolution=lowest-direct ;;
  highest) resolution=highest ;;
  *) sed -n '2,6p' "$0" | cut -c3- >&2; exit 2 ;;
esac
bound=$1; shift
[ $# -gt 0 ] || set -- tests/web/test_http.py tests/web/test_socket.py tests/web/test_killed.py tests/store/test_files.py \
  tests/store/test_sql.py tests/store/test_migration.py tests/protocol tests/cli tests/players/test_worker.py

uv=.venv/bin/uv
venv=build/bounds-$bound
rm -rf "$venv"
"$uv" venv --quiet --python .venv/bin/python "$venv"
QUIXOTRY_EXT=none "$uv" pip install --quiet --python "$venv/bin/python" --resolution "$resolution" --editable '.[web]'
# The tests' own tools are not what is tried.
grep -v -e '^-r' -e '^#' requirements/dev.in | "$uv" pip install --quiet --python "$venv/bin/python" --requirement -
"$uv" pip freeze --quiet --python "$venv/bin/python" | grep -i -e '^click=' -e '^msgspec' -e '^rich=' -e '^litestar=' \
  -e '^sqlalchemy' -e '^alembic' -e '^uvicorn' -e '^httptools' -e '^websockets'
# What msgspec writes into a schema comes in another order from version to version, and means the same.
"$venv/bin/python" -m pytest -n "${WORKERS:-2}" --dist worksteal "$@" --deselect \
  tests/protocol/test_generated.py::test_the_document_for_programs_that_play_has_the_tables_of_today
