# SPDX-License-Identifier: MIT
# The figures that bench/run has collected, one in each line:
#
#     ROUND SCENARIO DRIVER NAME VALUE
#
# and functions for the tables, the JSON and the gate. A parameter "of" names a
# figure: SCENARIO DRIVER NAME in one string.

FILENAME == ARGV[1] && NF == 5 {
    key = $2 " " $3 " " $4
    value[$1, key] = $5
    if (!(key in seen)) {
        seen[key] = 1
        order[++figures] = key
    }
    if ($1 > rounds)
        rounds = $1
}

# Fills sorted[1..] with the figure of every round, or with its ratio to the
# floor of the same round. Returns the number of rounds that have it.
function collect(of, floor,    r, n, i, v) {
    n = 0
    for (r = 1; r <= rounds; r++) {
        if (!((r, of) in value))
            continue
        v = value[r, of]
        if (floor != "") {
            if (!((r, floor) in value) || value[r, floor] + 0 == 0)
                continue
            v = v / value[r, floor]
        }
        for (i = n++; i > 0 && sorted[i] > v; i--)
            sorted[i + 1] = sorted[i]
        sorted[i + 1] = v + 0
    }
    return n
}

function has(of) {
    return of in seen
}

# The median over the rounds; "" if there is no figure. floor: the figure to
# divide by, or "".
function median(of, floor,    n) {
    n = collect(of, floor)
    if (n == 0)
        return ""
    return n % 2 ? sorted[(n + 1) / 2] : (sorted[n / 2] + sorted[n / 2 + 1]) / 2
}

function least(of, floor) {
    return collect(of, floor) ? sorted[1] : ""
}

function most(of, floor,    n) {
    n = collect(of, floor)
    return n ? sorted[n] : ""
}

# The range of the middle half of the rounds, so that a few rounds that another
# process disturbed do not count.
function noise(of, floor,    n) {
    n = collect(of, floor)
    return n ? sorted[n - int(n / 4)] - sorted[1 + int(n / 4)] : ""
}

# Defines whether a larger or a smaller figure is worse, and its limit. limit:
# "": none, so that only the gate compares it.
function goal(name, of, floor, limit, larger_is_better) {
    goal_name[++goals] = name
    goal_of[goals] = of
    goal_floor[goals] = floor
    goal_limit[goals] = limit
    goal_larger[goals] = larger_is_better
}

# A figure that depends on the compiler only: the gate of CI compares it, too.
function goal_count(name, of, limit) {
    goal(name, of, "", limit, 0)
    goal_counted[goals] = 1
}

BEGIN {
    goal("sequential p50 / F1", "latency sequential pair_p50",
         "latency F1 pair_p50", 0.8, 0)
    goal("sequential p50 / F1, 1 ms away", "rtt-1000 sequential pair_p50",
         "rtt-1000 F1 pair_p50", 0.41, 0)
    goal_count("sequential, instructions per pair",
               "instructions sequential instructions", 20000)
    goal_count("sequential, fenced, instructions per pair",
               "instructions sequential-fenced instructions", 28000)
    goal("parallel p50 / F2", "latency parallel pair_p50",
         "latency F2 pair_p50", 1.02, 0)
    goal("parallel p99 / F2", "latency parallel pair_p99",
         "latency F2 pair_p99", 1.05, 0)
    goal("parallel p50 / F2, 1 ms away", "rtt-1000 parallel pair_p50",
         "rtt-1000 F2 pair_p50", 1.00, 0)
    goal("parallel p50 / F2, release not waited for",
         "latency parallel-sent pair_p50", "latency F2 pair_p50", 0.60, 0)
    goal("parallel, 128 at a time, pairs / F3",
         "throughput event-parallel pairs_per_s",
         "throughput F3 pairs_per_s", 1.0, 1)
    goal("parallel, 128 at a time, CPU / F3",
         "throughput event-parallel cpu_us", "throughput F3 cpu_us", 1.6, 0)
    goal_count("parallel, 128 at a time, instructions per pair",
               "instructions event-parallel instructions", 15000)
    goal_count("parallel, 128 at a time, clock readings per pair",
               "instructions event-parallel clock_readings", 8)
    goal("64 threads, pairs / F3", "throughput-64 parallel pairs_per_s",
         "throughput F3 pairs_per_s", 0.4, 1)
    goal("64 threads, sends per pair", "threads parallel sends", "", 3, 0)
    goal("64 threads, futex calls per pair", "threads parallel futexes", "", 4,
         0)
    goal_states("one-refused one-silent two-refused two-silent")
    goal("sequential, three silent, longest answer us",
         "dead-three-silent sequential failed_longest", "", 105000, 0)
    goal("parallel, three silent, longest answer us",
         "dead-three-silent parallel failed_longest", "", 105000, 0)
    goal_contention("sequential")
    goal_contention("parallel")
    goal("one waiter, commands per second", "waiting run commands",
         "waiting run seconds", 2, 0)
    goal("redlock run / flock", "command redlock pair_p50",
         "command flock pair_p50", 1.6, 0)
    goal("redlock run -- true, instructions", "start counted instructions", "",
         "", 0)
    goal_count("redlock run -- true, system calls that do not wait",
               "start traced system_calls", "")
    goal("100 000 locks kept, % of a core", "kept ours cpu_percent", "", 4, 0)
    goal_count("a kept lock, bytes", "kept ours heap_bytes", 256)
    goal_beside_plain("fences", "fenced", 1.35)
    goal_beside_plain("kinds", "shared", 1.6)
    goal_beside_plain("kinds", "owner", 1.6)
    goal_beside_plain("kinds", "slots", 1.5)
    goal("a master, fenced grant / SET, instructions",
         "server sequential-fenced instructions", "server SET instructions", 4,
         0)
    goal("a master, guarded grant / SET, instructions",
         "server sequential-fenced-guarded instructions",
         "server SET instructions", 6, 0)
    goal("sequential, 21 nodes / 5, instructions",
         "nodes sequential-21 instructions", "nodes sequential-5 instructions",
         3.6, 0)
    goal("parallel, 128 at a time, 21 nodes / 5, instructions",
         "nodes event-21 instructions", "nodes event-5 instructions", 3.6, 0)
}

function goal_beside_plain(scenario, kind, limit) {
    goal("sequential p50, " kind " / plain",
         scenario " sequential-" kind " pair_p50",
         scenario " sequential pair_p50", limit, 0)
}

# With two contenders, a holder and a waiter, the other limits do not apply.
function goal_contention(driver) {
    goal_contend(2, driver, 8, "", "")
    goal_contend(8, driver, 6.1, 0.95, 1.2)
    goal_contend(16, driver, 6.1, 0.95, 1.2)
    goal_contend(64, driver, 6.1, 0.95, 1.2)
    goal(driver ", hand-off, 5 ms away, round trips",
         "handoff-5000 " driver " handoff_us",
         "handoff-5000 " driver " round_trip_us", 1.15, 0)
}

function goal_contend(contenders, driver, commands, share, wait,    of, words) {
    of = "contention-" contenders " " driver " "
    words = driver ", " contenders " contenders, "
    goal(words "commands per acquisition", of "commands", of "pairs", commands,
         0)
    goal(words "fewest / most", of "fewest", of "most", share, 1)
    goal(words "p99 wait / turn of all", of "acquire_p99", of "turn_us",
         wait, 0)
}

function goal_states(states,    n, i, state) {
    n = split(states, state, " ")
    for (i = 1; i <= n; i++) {
        goal_dead(state[i], "sequential", "p50")
        goal_dead(state[i], "sequential", "p99")
        goal_dead(state[i], "parallel", "p50")
        goal_dead(state[i], "parallel", "p99")
    }
}

function goal_dead(state, driver, percentile,    words) {
    words = state
    sub(/-/, " ", words)
    goal(driver " " percentile ", " words " / healthy",
         "dead-" state " " driver " pair_" percentile,
         "dead-none " driver " pair_" percentile, 1.0, 0)
}
