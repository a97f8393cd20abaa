#!/usr/bin/env bash
# PostgreSQL and Redis for the tests in which several servers share their games.
#
#   eval "$(scripts/services.sh start)"    installs what is missing from Debian's packages, starts both in a
#                                          folder of their own, and exports SANDTABLE_POSTGRES and SANDTABLE_REDIS
#   scripts/services.sh stop               stops them and removes the folder
#
# What cannot be installed or started is left out with a line on standard error; its tests then say that they
# were skipped.
set -uo pipefail

folder="${SANDTABLE_SERVICES:-${TMPDIR:-/tmp}/sandtable-services}"
redis_port="${SANDTABLE_REDIS_PORT:-56379}"

say() { echo "services: $*" >&2; }

postgres_tool() {
  command -v "$1" 2>/dev/null || ls /usr/lib/postgresql/*/bin/"$1" 2>/dev/null | sort -V | tail -n 1
}

as_postgres() {
  if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

install() {
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    say "$* cannot be installed here"
    return 1
  fi
  say "installing $*"
  local quiet=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0)
  "${quiet[@]}" install -y --no-install-recommends "$@" >&2 ||
    { "${quiet[@]}" update >&2 && "${quiet[@]}" install -y --no-install-recommends "$@" >&2; }
}

start_postgres() {
  [ -n "$(postgres_tool initdb)" ] || install postgresql || return 1
  local data="$folder/postgres"
  mkdir -p "$data" && chmod 755 "$folder"
  [ "$(id -u)" != 0 ] || chown postgres "$data"
  if [ ! -f "$data/db/PG_VERSION" ]; then
    as_postgres "$(postgres_tool initdb)" -D "$data/db" -U sandtable -A trust --no-sync >/dev/null || return 1
  fi
  # Only reached through its socket, so that no port of the machine is taken.
  as_postgres "$(postgres_tool pg_ctl)" -D "$data/db" -w -s -l "$data/log" \
    -o "-c listen_addresses='' -c unix_socket_directories='$data' -c fsync=off" start >/dev/null || return 1
  as_postgres "$(postgres_tool createdb)" -h "$data" -U sandtable sandtable 2>/dev/null
  echo "export SANDTABLE_POSTGRES='postgresql://sandtable@/sandtable?host=$data'"
}

start_redis() {
  command -v redis-server >/dev/null || install redis-server || return 1
  mkdir -p "$folder/redis"
  redis-server --port "$redis_port" --bind 127.0.0.1 --daemonize yes --save '' --dir "$folder/redis" \
    --pidfile "$folder/redis/pid" >/dev/null || return 1
  echo "export SANDTABLE_REDIS='redis://127.0.0.1:$redis_port/0'"
}

case "${1:-}" in
  start)
    mkdir -p "$folder"
    start_postgres || say "PostgreSQL is not there"
    start_redis || say "Redis is not there"
    ;;
  stop)
    [ ! -d "$folder/postgres/db" ] || as_postgres "$(postgres_tool pg_ctl)" -D "$folder/postgres/db" -m immediate stop >&2
    [ ! -f "$folder/redis/pid" ] || kill "$(cat "$folder/redis/pid")"
    rm -rf "$folder"
    ;;
  *)
    sed -n '2,11s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
