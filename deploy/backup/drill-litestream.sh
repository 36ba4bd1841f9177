#!/bin/sh
# UNTESTED: restore the newest state from Litestream's replica, and check that it is complete: docs/deploy.md.
#
#   drill-litestream.sh [CONFIG] [DATABASE]
set -eu
config=${1:-/etc/litestream.yml}
database=${2:-/var/lib/diamant/tables.db}
command -v litestream > /dev/null || { echo "litestream is not installed" >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
litestream restore -config "$config" -o "$folder/restored.db" "$database"
# Copying the restored file reads every page, and fails if one is damaged.
/srv/diamant/bin/diamant backup --database "sqlite:///$folder/restored.db" "$folder/copy.db"
echo "The replica of $database can be restored: $(stat -c %s "$folder/copy.db") bytes."
