#!/bin/sh
# Install in every way we promise, and in each play a whole game and solve an endgame.
#
#     scripts/try_install.sh [ROW ...]
#
# Rows: wheel lowest highest plain user path old sdist checkout   (without ROW: all of them)
# Takes the wheel and the sdist in dist/ (or $DIST), as `make release` leaves them. PYTHON names the Python to try.
# Prints a table; exit code 1 if a row failed. A row that cannot be tried here says why.
set -u
cd "$(dirname "$0")/.."
root=$PWD
dist=${DIST:-$root/dist}
uv=$root/.venv/bin/uv
python=${PYTHON:-$root/.venv/bin/python}
wheel=$(ls "$dist"/quixotry-*.whl | head -1)
sdist=$(ls "$dist"/quixotry-*.tar.gz | head -1)
[ -n "$wheel" ] && [ -n "$sdist" ] || { echo "There is no wheel or sdist in $dist: run make release." >&2; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
cp "$wheel" "$sdist" scripts/play_whole_game.py "$work"
chmod 644 "$work"/quixotry-* "$work/play_whole_game.py"
wheel=$work/${wheel##*/}
sdist=$work/${sdist##*/}
failed=0

# report ROW HOW RESULT
report() { printf '| %-8s | %-62s | %s |\n' "$1" "$2" "$3"; }

# install VENV WHAT [OPTIONS]: a fresh virtual environment with this in it
install() {
  venv=$1 what=$2; shift 2
  "$uv" venv --quiet --python "$python" "$venv" && "$uv" pip install --quiet --python "$venv/bin/python" "$@" "$what"
}

# play ROW HOW VENV [PREFIX ...]: what the installed package does there
play() {
  row=$1 how=$2 venv=$3; shift 3
  home="$(dirname "$venv")/$row-home"
  if said=$(cd "$work" && QUIXOTRY_HOME="$home" "$@" "$venv/bin/python" play_whole_game.py 2>"$work/errors"); then
    built=$(sed -n 's/.*"processor": "\(.*\)",/\1/p' "$venv"/lib/python*/site-packages/quixotry/lexicon/compiled.build 2>/dev/null)
    report "$row" "$how${built:+, code for $built}" "$said"
  else
    failed=1
    report "$row" "$how" "FAILED: $(tail -1 "$work/errors")"
  fi
}

# What pip says last, for a row that could not even be installed.
not_installed() { failed=1; report "$1" "$2" "FAILED to install: $(tail -1 "$work/errors")"; }

try() {
  case $1 in
    wheel) how="wheel, terminal and library alone"
      install "$work/wheel" "$wheel" 2>"$work/errors" && play "$1" "$how" "$work/wheel" || not_installed "$1" "$how" ;;
    lowest|highest) how="wheel[web], $1 versions of the libraries"
      case $1 in lowest) resolution=lowest-direct ;; *) resolution=highest ;; esac
      install "$work/$1" "$wheel[web]" --resolution "$resolution" 2>"$work/errors" && play "$1" "$how" "$work/$1" || not_installed "$1" "$how"
      (cd "$work" && QUIXOTRY_HOME="$work/$1-home" "$work/$1/bin/quixotry" doctor >"$work/errors") || { failed=1; report "$1" "quixotry doctor" "$(tail -1 "$work/errors")"; } ;;
    plain) how="sdist, no C compiler"
      CC=/nowhere/cc install "$work/plain" "$sdist" --no-cache 2>"$work/errors" && play "$1" "$how" "$work/plain" || not_installed "$1" "$how" ;;
    user) how="wheel, an unprivileged user"
      [ "$(id -u)" = 0 ] || { report "$1" "$how" "see the other rows: they were tried by one"; return; }
      # A Python that others may read; root's own often lies in root's home.
      theirs=$(command -v /usr/bin/python3 || true)
      as="setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=$work/nobody UV_CACHE_DIR=$work/nobody/cache"
      mkdir "$work/nobody" && chown 65534:65534 "$work/nobody" && cp "$uv" "$work/uv" && chmod 755 "$work/uv"
      if $as "$work/uv" venv --quiet --python "$theirs" "$work/nobody/venv" 2>"$work/errors" &&
        $as "$work/uv" pip install --quiet --python "$work/nobody/venv/bin/python" "$wheel" 2>"$work/errors"
      then play "$1" "$how" "$work/nobody/venv" $as QUIXOTRY_HOME="$work/nobody/home"
      else not_installed "$1" "$how"; fi ;;
    path) how="wheel, a path with spaces and umlauts"
      mkdir -p "$work/Müllers Häuschen am See"
      install "$work/Müllers Häuschen am See/venv" "$wheel" 2>"$work/errors" && play "$1" "$how" "$work/Müllers Häuschen am See/venv" || not_installed "$1" "$how" ;;
    old) how="wheel, a processor of 2008 (qemu-x86_64 -cpu Nehalem)"
      [ "$(uname -m)" = x86_64 ] || { report "$1" "$how" "not tried: this is $(uname -m)"; return; }
      command -v qemu-x86_64 >/dev/null || { report "$1" "$how" "not tried: apt-get install -y qemu-user"; failed=1; return; }
      install "$work/old" "$wheel" 2>"$work/errors" && play "$1" "$how" "$work/old" qemu-x86_64 -cpu Nehalem || not_installed "$1" "$how" ;;
    sdist) how="sdist, compiled here"
      QUIXOTRY_EXT=required install "$work/sdist" "$sdist" --no-cache 2>"$work/errors" && play "$1" "$how" "$work/sdist" || not_installed "$1" "$how" ;;
    checkout) how="checkout, as make leaves it"
      if said=$(QUIXOTRY_HOME="$work/checkout-home" "$root/.venv/bin/python" scripts/play_whole_game.py 2>"$work/errors")
      then report "$1" "$how, code for $(sed -n 's/.*"processor": "\(.*\)",/\1/p' src/quixotry/lexicon/compiled.build)" "$said"
      else failed=1; report "$1" "$how" "FAILED: $(tail -1 "$work/errors")"; fi ;;
    *) echo "There is no row $1." >&2; exit 2 ;;
  esac
}

[ $# -gt 0 ] || set -- wheel lowest highest plain user path old sdist checkout
report row how "what it did; processor time"
report --- --- ---
for row in "$@"; do try "$row"; done
exit $failed
