#!/bin/sh
# Brings the programs that the tests run for real, from the system's packages: tmux, Chromium, PostgreSQL
# and Redis. Does nothing where all are there; what it cannot bring it names, with the command to run.
set -eu

missing() {
  command -v tmux >/dev/null || echo tmux
  command -v chromium >/dev/null || command -v chromium-browser >/dev/null || echo chromium
  command -v redis-server >/dev/null || echo redis-server
  ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || echo postgresql
}

wanted=$(missing)
[ -n "$wanted" ] || exit 0
if command -v apt-get >/dev/null; then
  if [ "$(id -u)" = 0 ]; then sudo=""; elif sudo -n true 2>/dev/null; then sudo="sudo"; else sudo="none"; fi
  if [ "$sudo" != none ]; then
    echo "Installing for the tests:" $wanted "…"
    { $sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
      $sudo apt-get install -y -qq --no-install-recommends $wanted >/dev/null; } || true
  fi
fi
wanted=$(missing)
if [ -n "$wanted" ]; then
  echo "The tests need these programs. Run: sudo apt-get install -y --no-install-recommends" $wanted >&2
  exit 1
fi
