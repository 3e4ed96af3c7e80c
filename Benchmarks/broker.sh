# What Benchmarks/run and scripts/instructions have in common, to be sourced: the C programs, a private broker, and the ends of processes.
# Asks for $work, a folder for logs, and $tools, one for programs; sets $broker and $port. With $no_delay=false the broker has Nagle's algorithm.

# Ends one of our own processes and waits for it, ten seconds at most.
end() {
  local wait
  [ -n "$1" ] || return 0
  kill -TERM "$1" 2>/dev/null || true
  for wait in $(seq 100); do
    if ! kill -0 "$1" 2>/dev/null; then break; fi
    sleep 0.1
  done
  kill -KILL "$1" 2>/dev/null || true
  wait "$1" 2>/dev/null || true
}

# Builds the named C programs of Benchmarks; `floor` is the subscriber on the agent's wire.c. That defines _GNU_SOURCE itself, as nothing: as
# anything else it would be another definition.
build_tools() {
  local flags name sources wire=Sources/geofence-agent/MQTT/CWire
  flags=$(pkg-config --cflags --libs libmosquitto)
  mkdir -p "$tools"
  for name in "$@"; do
    sources="Benchmarks/$name.c"
    [ "$name" != floor ] || sources="-DOWNS_BYTES -I$wire/include Benchmarks/subscriber.c $wire/wire.c"
    # shellcheck disable=SC2086  # the sources and the flags are words
    cc -std=c11 -D_GNU_SOURCE= -O2 -Wall -Wextra -Werror -o "$tools/$name" $sources Benchmarks/fleet.c $flags -lm
  done
}

accepts() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# A fresh broker on a free port of loopback, so that nothing is retained or queued from the round before.
start_broker() {
  local try wait mosquitto
  mosquitto=$(PATH="$PATH:/usr/sbin:/usr/local/sbin" command -v mosquitto) || { echo "mosquitto is missing" >&2; exit 69; }
  for try in 1 2 3 4 5 6 7 8 9 10; do
    port=$((20000 + RANDOM % 12000))
    if accepts "$port"; then continue; fi
    sed "s/@PORT@/$port/; s/@USER@/$(id -un)/; s/@NO_DELAY@/${no_delay:-true}/" Benchmarks/mosquitto.conf >"$work/mosquitto.conf"
    "$mosquitto" -c "$work/mosquitto.conf" >"$work/broker.log" 2>&1 &
    broker=$!
    for wait in $(seq 50); do
      if ! kill -0 "$broker" 2>/dev/null; then break; fi
      if accepts "$port"; then return; fi
      sleep 0.1
    done
    end "$broker"
  done
  echo "The broker didn't start; see $work/broker.log" >&2
  exit 69
}
