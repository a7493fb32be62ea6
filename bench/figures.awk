# SPDX-License-Identifier: MIT
# Figures, as bench/run collects them, a line each:
#
#     ROUND SCENARIO DRIVER NAME VALUE
#
# and what the tables, the JSON and the gate ask of them. "of" words name a
# figure as SCENARIO DRIVER NAME in one string.

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

# Fills sorted[1..] with a figure of every round, or with its ratio to the
# floor of the same round. Returns how many rounds have it.
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

# The median over the rounds; "" where there is no figure. floor: "" or what
# to divide by.
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

# How far the rounds of the middle half lie apart: a few that another process
# disturbed do not count.
function noise(of, floor,    n) {
    n = collect(of, floor)
    return n ? sorted[n - int(n / 4)] - sorted[1 + int(n / 4)] : ""
}

# A ratio that is to stay small is worse the larger it is, and so on. limit: ""
# where there is none: the gate alone looks at it.
function goal(name, of, floor, limit, larger_is_better) {
    goal_name[++goals] = name
    goal_of[goals] = of
    goal_floor[goals] = floor
    goal_limit[goals] = limit
    goal_larger[goals] = larger_is_better
}

BEGIN {
    goal("sequential p50 / F1", "latency sequential pair_p50",
         "latency F1 pair_p50", 0.95, 0)
    goal("sequential p50 / F1, 1 ms away", "rtt-1000 sequential pair_p50",
         "rtt-1000 F1 pair_p50", 0.45, 0)
    goal("sequential, instructions per pair",
         "instructions sequential instructions", "", 15000, 0)
    goal("sequential, fenced, instructions per pair",
         "instructions sequential-fenced instructions", "", "", 0)
    goal("parallel p50 / F2", "latency parallel pair_p50",
         "latency F2 pair_p50", 1.10, 0)
    goal("parallel p99 / F2", "latency parallel pair_p99",
         "latency F2 pair_p99", 1.3, 0)
    goal("parallel p50 / F2, 1 ms away", "rtt-1000 parallel pair_p50",
         "rtt-1000 F2 pair_p50", 1.03, 0)
    goal("parallel p50 / F2, release not waited for",
         "latency parallel-sent pair_p50", "latency F2 pair_p50", 0.90, 0)
    goal("parallel, 128 at a time, pairs / F3",
         "throughput event-parallel pairs_per_s",
         "throughput F3 pairs_per_s", 0.85, 1)
    goal("parallel, 128 at a time, CPU us per pair",
         "throughput event-parallel cpu_us", "", 4, 0)
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
         "command flock pair_p50", 1.35, 0)
    goal("100 000 locks kept, % of a core", "kept ours cpu_percent", "", 5, 0)
    goal("100 000 locks kept, bytes each", "kept ours heap_bytes", "", 256, 0)
}

# With two contenders the other limits do not apply: one holds, one is next.
function goal_contention(driver) {
    goal_contend(2, driver, 10, "", "")
    goal_contend(8, driver, 7, 0.8, 1.4)
    goal_contend(16, driver, 7, 0.8, 1.4)
    goal_contend(64, driver, 7, 0.6, 1.4)
    goal(driver ", hand-off, 5 ms away, round trips",
         "handoff-5000 " driver " handoff_us",
         "handoff-5000 " driver " round_trip_us", 1.2, 0)
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
         "dead-none " driver " pair_" percentile, 1.2, 0)
}
