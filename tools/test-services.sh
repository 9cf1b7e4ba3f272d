#!/bin/sh
# Brings the programs that the tests run for real, from the system's packages: tmux, Chromium, PostgreSQL
# and Redis; and what a bare system lacks to build with: make, a C compiler, Python's headers and venv.
# Does nothing where all are there; what it cannot bring it names, with the command to run.
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}

has() { command -v "$1" >/dev/null; }

headers() { [ -e "$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" ]; }

missing() {
  has make || echo make
  "$python" -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
  if [ "${INNKEEPER_COMPILE:-1}" != 0 ]; then
    has "${CC:-cc}" || echo gcc libc6-dev
    headers || echo python3-dev
  fi
  has tmux || echo tmux
  has chromium-headless-shell || has chromium || has chromium-browser || echo chromium-headless-shell
  has redis-server || echo redis-server
  ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || has initdb || echo postgresql
}

wanted=$(missing)
[ -n "$wanted" ] || exit 0
if has apt-get; then
  if [ "$(id -u)" = 0 ]; then sudo=""; elif sudo -n true 2>/dev/null; then sudo="sudo"; else sudo="none"; fi
  if [ "$sudo" != none ]; then
    echo "Installing for the tests:" $wanted "…"
    mkdir -p build/logs
    { $sudo apt-get update -qq && $sudo env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -qq --no-install-recommends $wanted; } >build/logs/system-packages.log 2>&1 ||
      tail -n 5 build/logs/system-packages.log >&2
  fi
fi
wanted=$(missing)
if [ -n "$wanted" ]; then
  echo "The tests need these programs. Run: sudo apt-get install -y --no-install-recommends" $wanted >&2
  exit 1
fi
