#!/bin/sh
# A server without file descriptors left says so once, waits instead of trying all the time, and accepts again when connections have ended:
# try_descriptors.sh SERVER CLIENT
set -eu
server=$1 client=$2
folder=$(mktemp -d)
clients= server_id=
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
# The server has some nine open by itself.
(ulimit -n 16; exec "$server" echo 0) >"$folder/server" 2>"$folder/server.log" &
server_id=$!
wait_for "$folder/server" 'listening on'
port=$(sed -n 's/listening on //p' "$folder/server")
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
