#!/bin/sh
# Runs the server and clients against it, as the README of a user would: try.sh echo|fanout SERVER CLIENT
set -eu
mode=$1 server=$2 client=$3
folder=$(mktemp -d)
server_id=
trap '[ -z "$server_id" ] || kill "$server_id" 2>/dev/null; rm -rf "$folder"' EXIT

# wait_for FILE TEXT: until the line is there; a program that never says it fails the try.
wait_for() {
  tries=0
  until grep -q "$2" "$1"; do
    tries=$((tries + 1))
    [ $tries -lt 200 ] || { echo "\"$2\" did not appear"; exit 1; }
    sleep 0.1
  done
}

"$server" "$mode" 0 >"$folder/server" 2>"$folder/server.log" &
server_id=$!
wait_for "$folder/server" 'listening on'
port=$(sed -n 's/listening on //p' "$folder/server")

if [ "$mode" = echo ]; then
  "$client" echo "$port" 20000
else
  "$client" receive "$port" 5000 42 >"$folder/first" &
  first=$!
  "$client" receive "$port" 5000 42 >"$folder/second" &
  second=$!
  wait_for "$folder/first" ready
  wait_for "$folder/second" ready
  # Accepted in the order in which they connected, so both receivers are there when the sender is.
  "$client" send "$port" 5000 42
  wait $first
  wait $second
fi
cat "$folder/server.log"
[ ! -s "$folder/server.log" ]
