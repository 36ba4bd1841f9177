#!/bin/sh
# Restore a PostgreSQL server from a base backup and its archived WAL: docs/deploy.md.
#
#   systemctl stop postgresql
#   sudo -u postgres restore-postgresql.sh BASE WAL DATA [TIME]
#   systemctl start postgresql
#
# BASE is a folder made by pg_basebackup, WAL the folder of the archive, DATA the data folder, which must be empty or
# missing: move the old one away, do not delete it yet. With TIME, such as '2026-01-31 20:15:00+00', the server goes back
# to the last commit before that moment; without it, to the last one that was archived.
set -eu
[ $# -ge 3 ] || { echo "usage: $0 BASE WAL DATA [TIME]" >&2; exit 2; }
base=$1 wal=$2 data=$3 time=${4:-}
if [ -d "$data" ] && [ -n "$(ls -A "$data")" ]; then
    echo "$data is not empty: move it away first" >&2
    exit 1
fi
mkdir -p "$data"
chmod 700 "$data"
cp -a "$base"/. "$data"/
{
    echo "restore_command = 'cp \"$wal/%f\" \"%p\"'"
    echo "recovery_target_action = promote"
    [ -z "$time" ] || echo "recovery_target_time = '$time'"
} >> "$data/postgresql.auto.conf"
touch "$data/recovery.signal"
echo "PostgreSQL replays the archive when it starts next."
