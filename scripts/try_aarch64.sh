#!/bin/sh
# The engine on another architecture: cross-compiled for aarch64, its tests run by an emulator.
#
#     scripts/try_aarch64.sh [TESTS ...]
#
# Needs Debian 12 with gcc-aarch64-linux-gnu and qemu-user. A Python for aarch64 comes from Debian's packages, unpacked
# into build/aarch64 and never installed. An emulated processor takes twenty times as long: without TESTS it is a whole
# game, a solved endgame, and the tests that compare the engine with the slow generator and with recorded results.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
work=$root/build/aarch64
arm=$work/debian
for tool in aarch64-linux-gnu-gcc qemu-aarch64; do
  command -v $tool >/dev/null || { echo "There is no $tool: apt-get install gcc-aarch64-linux-gnu qemu-user" >&2; exit 2; }
done
[ $# -gt 0 ] || set -- tests/engine/test_golden.py tests/engine/test_generator.py tests/engine/test_best_play.py \
  tests/engine/test_unchanged.py tests/lexicon/test_gaddag.py tests/lexicon/test_gaddag_file.py tests/lexicon/test_checksum.py

# In lists of its own, so that this machine's packages stay what they are.
arm_apt() {
  apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o Dir::State="$work/apt" \
    -o Dir::State::status="$work/apt/status" -o Dir::Cache="$work/apt" -o APT::Sandbox::User="$(id -un)" "$@"
}
if [ ! -e "$arm/usr/bin/python3.11" ]; then
  mkdir -p "$work/apt/lists/partial" "$work/apt/archives/partial" "$work/debs" "$arm"
  touch "$work/apt/status"
  arm_apt update
  (cd "$work/debs" && arm_apt download python3.11-minimal libpython3.11-minimal libpython3.11-stdlib libpython3.11-dev \
    libc6 libgcc-s1 zlib1g libexpat1 libssl3 libffi8 libsqlite3-0 liblzma5 libbz2-1.0 libuuid1)
  for package in "$work"/debs/*.deb; do dpkg -x "$package" "$arm"; done
fi

echo "Compiling the engine for aarch64 ..."
mkdir -p "$work/checkout"
tar --exclude='*.so' --exclude=compiled.build --exclude=__pycache__ -cf - src tests scripts setup.py native_sources.py \
  pyproject.toml README.md LICENSE | tar -xf - -C "$work/checkout"
cd "$work/checkout"
headers="-I$arm/usr/include/python3.11 -I$arm/usr/include"
CC="aarch64-linux-gnu-gcc $headers" LDSHARED="aarch64-linux-gnu-gcc -shared" QUIXOTRY_EXT=required \
  _PYTHON_HOST_PLATFORM=linux-aarch64 SETUPTOOLS_EXT_SUFFIX=.cpython-311-aarch64-linux-gnu.so \
  "$root/.venv/bin/python" -W ignore setup.py --quiet build_ext --inplace

"$root/.venv/bin/uv" pip install --quiet --target "$work/site" --python-platform aarch64-manylinux_2_36 \
  --python-version 3.11 --only-binary :all: click msgspec rich prompt-toolkit filelock platformdirs precis-i18n pytest hypothesis
export QEMU_LD_PREFIX="$arm" PYTHONPATH="$work/checkout/src:$work/site" QUIXOTRY_HOME="$work/home"
python() { qemu-aarch64 "$arm/usr/bin/python3.11" "$@"; }
python -c 'import platform, quixotry.lexicon.compiled as engine; print(platform.machine(), "compiled" if engine.COMPILED else "plain")'
python scripts/play_whole_game.py
# One test starts a second Python, which the emulator does not take over.
python -m pytest -q "$@" --deselect \
  tests/lexicon/test_gaddag_file.py::test_a_graph_cut_short_by_somebody_else_does_not_kill_the_process
