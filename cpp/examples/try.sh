#!/bin/sh
# Runs the server and clients against it, as the README of a user would: try.sh echo|fanout|descriptors SERVER CLIENT
# With `descriptors`, a server without file descriptors left says so once, waits instead of trying all the time, and accepts again when connections
# have ended.
set -eu
mode=$1 server=$2 client=$3
folder=$(mktemp -d)
server_id= clients=
trap 'kill $server_id $clients 2>/dev/null || :; rm -rf "$folder"' EXIT

# wait_for FILE TEXT: until the line is there; a program that never says it fails the try.
wait_for() {
  tries=0
  until grep -q "$2" "$1"; do
    tries=$((tries + 1))
    [ $tries -lt 200 ] || { echo "\"$2\" did not appear"; exit 1; }
    sleep 0.1
  done
}

start=$(date +%s)
server_mode=$mode
[ "$mode" != descriptors ] || server_mode=echo
# The server has some nine descriptors open by itself.
([ "$mode" != descriptors ] || ulimit -n 16; exec "$server" "$server_mode" 0) >"$folder/server" 2>"$folder/server.log" &
server_id=$!
wait_for "$folder/server" 'listening on'
port=$(sed -n 's/listening on //p' "$folder/server")

case $mode in
echo)
  "$client" echo "$port" 20000
  ;;
fanout)
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
  ;;
descriptors)
  for number in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
    "$client" receive "$port" 1 >"$folder/client" 2>&1 &
    clients="$clients $!"
  done
  wait_for "$folder/server.log" 'not accepted: '
  sleep 2
  lines=$(grep -c 'not accepted: ' "$folder/server.log")
  [ "$lines" -eq 1 ] || { echo "it was said $lines times"; exit 1; }

  kill $clients
  clients=
  wait_for "$folder/server.log" 'accepted again after '
  tries=$(sed -n 's/accepted again after \([0-9]*\) failed tries/\1/p' "$folder/server.log" | head -n 1)
  limit=$((10 * ($(date +%s) - start + 1)))
  [ "$tries" -gt 1 ] && [ "$tries" -le "$limit" ] || { echo "$tries tries; 2 to $limit were expected"; exit 1; }
  "$client" echo "$port" 100
  exit
  ;;
esac
cat "$folder/server.log"
[ ! -s "$folder/server.log" ]
