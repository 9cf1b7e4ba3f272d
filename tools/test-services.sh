#!/bin/sh
# Brings what the tests of several processes need: PostgreSQL and Redis, from the system's packages.
# Does nothing where both are there. They are only ever started privately, by the tests themselves.
set -eu

have() { command -v redis-server >/dev/null && { ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null; }; }

if have; then exit 0; fi
install="apt-get install -y --no-install-recommends postgresql redis-server"
if command -v apt-get >/dev/null; then
  if [ "$(id -u)" = 0 ]; then sudo=""; elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then sudo="sudo"; else sudo="none"; fi
  if [ "$sudo" != none ]; then
    echo "Installing PostgreSQL and Redis for the tests …"
    { $sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $sudo $install -qq >/dev/null; } || true
  fi
fi
if ! have; then
  echo "The tests need PostgreSQL and Redis. Run: sudo $install" >&2
  exit 1
fi
