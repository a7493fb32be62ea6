# SPDX-License-Identifier: MIT
# After figures.awk: prints the tables as Markdown, with links to the plots.
# -v machine: a file with the date, the versions and the machine.

# A number with three digits, or with all digits before the point.
function short(v) {
    if (v == "")
        return "-"
    if (v >= 100)
        return sprintf("%.0f", v)
    return sprintf(v >= 10 ? "%.1f" : "%.2f", v)
}

# The median and, in brackets, the minimum and maximum over the rounds.
function spread(of, floor) {
    if (median(of, floor) == "")
        return "-"
    return short(median(of, floor)) " (" short(least(of, floor)) ".." \
        short(most(of, floor)) ")"
}

# Fills drivers[1..] with the drivers of a scenario, in the order of the figures.
function find_drivers(scenario,    i, n, part, had) {
    n = 0
    for (i = 1; i <= figures; i++) {
        split(order[i], part, " ")
        if (part[1] == scenario && !(part[2] in had)) {
            had[part[2]] = 1
            drivers[++n] = part[2]
        }
    }
    return n
}

function hung(scenario, driver) {
    return median(scenario " " driver " failed") == -1
}

# Compares a figure with its goal as printed, with three digits.
function goals_table(    i, m, shown, ok, rows) {
    for (i = 1; i <= goals; i++) {
        m = median(goal_of[i], goal_floor[i])
        if (m == "" || goal_limit[i] == "")
            continue
        if (!rows++)
            print "\n## Goals\n\n| | median (least..most) | goal | |\n|-|-|-|-|"
        shown = short(m) + 0
        ok = goal_larger[i] ? shown >= goal_limit[i] : shown <= goal_limit[i]
        print "| " goal_name[i] " | " spread(goal_of[i], goal_floor[i]) " | " \
            (goal_larger[i] ? "at least " : "at most ") goal_limit[i] " | " \
            (ok ? "holds" : "missed") " |"
    }
}

function latency_table(scenario, title,    i, n, d, s) {
    n = find_drivers(scenario)
    if (n == 0)
        return
    print "\n## " title "\n"
    print "| | p50 µs | p99 µs | acquire p50 | release p50 | p50 / F1 |" \
        " p50 / F2 | CPU µs |\n|-|-|-|-|-|-|-|-|"
    for (i = 1; i <= n; i++) {
        d = drivers[i]
        s = scenario " " d
        if (hung(scenario, d)) {
            print "| " d " | did not work | | | | | | |"
            continue
        }
        print "| " d " | " short(median(s " pair_p50")) " | " \
            short(median(s " pair_p99")) " | " \
            short(median(s " acquire_p50")) " | " \
            short(median(s " release_p50")) " | " \
            spread(s " pair_p50", scenario " F1 pair_p50") " | " \
            spread(s " pair_p50", scenario " F2 pair_p50") " | " \
            short(median(s " cpu_us")) " |"
    }
}

function throughput_rows(scenario, workers,    i, n, s) {
    n = find_drivers(scenario)
    for (i = 1; i <= n; i++) {
        s = scenario " " drivers[i]
        print "| " drivers[i] " | " workers " | " \
            short(median(s " pairs_per_s")) " | " \
            spread(s " pairs_per_s", "throughput F3 pairs_per_s") " | " \
            short(median(s " cpu_us")) " | " short(median(s " pair_p99")) " |"
    }
}

function throughput_table() {
    if (!has("throughput F3 pairs_per_s"))
        return
    print "\n## Throughput, on all cores\n"
    print "| | at a time | pairs/s | / F3 | CPU µs per pair | p99 µs |"
    print "|-|-|-|-|-|-|"
    throughput_rows("throughput", 128)
    throughput_rows("throughput-16", 16)
    throughput_rows("throughput-64", 64)
}

function dead_cell(state, driver,    s) {
    s = "dead-" state " " driver
    if (!has(s " failed"))
        return "-"
    if (hung("dead-" state, driver))
        return "over 12 s"
    if (median(s " pair_p50") == "" && median(s " failed") == 0)
        return "no lock in time"
    if (median(s " pair_p50") == "")
        return "no lock; error after " \
            short(median(s " failed_longest") / 1e3) " ms"
    return short(median(s " pair_p50")) " / " short(median(s " pair_p99")) \
        (median(s " failed") > 0 ? ", " median(s " failed") " failed" : "")
}

function dead_table(    i, j, n, m, state, row) {
    n = find_drivers("dead-none")
    if (n == 0)
        return
    m = split("none one-refused one-silent two-refused two-silent " \
              "three-refused three-silent", state, " ")
    print "\n## Dead masters of five: p50 / p99 µs, once they are known to be" \
        " dead\n"
    row = "|"
    for (j = 1; j <= m; j++)
        row = row " | " state[j]
    print row " |\n|-|-|-|-|-|-|-|-|"
    for (i = 1; i <= n; i++) {
        row = "| " drivers[i]
        for (j = 1; j <= m; j++)
            row = row " | " dead_cell(state[j], drivers[i])
        print row " |"
    }
}

function contention_rows(contenders,    i, n, s, of) {
    n = find_drivers("contention-" contenders)
    for (i = 1; i <= n; i++) {
        s = "contention-" contenders " " drivers[i]
        of = median(s " pairs")
        if (of == "" || of == 0) {
            print "| " contenders " | " drivers[i] " | did not end | | | | |"
            continue
        }
        print "| " contenders " | " drivers[i] " | " \
            short(median(s " pairs_per_s")) " | " \
            spread(s " commands", s " pairs") " | " \
            spread(s " fewest", s " most") " | " \
            short(median(s " acquire_p99") / 1e3) " | " \
            spread(s " acquire_p99", s " turn_us") " |"
    }
}

function contention_table() {
    if (find_drivers("contention-8") == 0)
        return
    print "\n## Contention: one resource, held for 1 ms\n"
    print "| contenders | | acquisitions/s | commands per acquisition |" \
        " fewest / most | p99 wait ms | / turn of all |\n|-|-|-|-|-|-|-|"
    contention_rows(2)
    contention_rows(8)
    contention_rows(16)
    contention_rows(64)
}

function handoff_table(    i, n, s) {
    n = find_drivers("handoff-5000")
    if (n == 0)
        return
    print "\n## From one holder to the next: 8 contenders, masters 5 ms away\n"
    print "| | ms | round trips | commands per acquisition |\n|-|-|-|-|"
    for (i = 1; i <= n; i++) {
        s = "handoff-5000 " drivers[i]
        if (!has(s " handoff_us")) {
            print "| " drivers[i] " | did not end | | |"
            continue
        }
        print "| " drivers[i] " | " \
            short(median(s " handoff_us") / 1e3) " | " \
            spread(s " handoff_us", s " round_trip_us") " | " \
            spread(s " commands", s " pairs") " |"
    }
}

# The ratio of a figure to that of the plain lock in the same round.
function beside_plain(name, scenario, driver, plain) {
    return spread(scenario " " driver " " name, scenario " " plain " " name)
}

function fences_table(    i, n, d, s, plain) {
    n = find_drivers("fences")
    if (n == 0)
        return
    print "\n## Cost of fences and guards\n"
    print "| | p50 µs | p50 / plain | p99 / plain | CPU / plain |" \
        " instructions | / plain | commands per pair |" \
        " p50 / plain, 4 ms away |"
    print "|-|-|-|-|-|-|-|-|-|"
    for (i = 1; i <= n; i++) {
        d = drivers[i]
        plain = d
        sub(/-.*/, "", plain)
        s = "fences " d
        print "| " d " | " short(median(s " pair_p50")) " | " \
            beside_plain("pair_p50", "fences", d, plain) " | " \
            beside_plain("pair_p99", "fences", d, plain) " | " \
            beside_plain("cpu_us", "fences", d, plain) " | " \
            short(median("instructions " d " instructions")) " | " \
            short(median("instructions " d " instructions", \
                         "instructions " plain " instructions")) " | " \
            spread(s " commands", s " done") " | " \
            beside_plain("pair_p50", "fences-4000", d, plain) " |"
    }
}

function kinds_table(    i, n, d, s, of) {
    n = find_drivers("kinds")
    if (n == 0)
        return
    of = "kinds-instructions "
    print "\n## Cost of each lock type, relative to a plain lock\n"
    print "| | commands per pair | instructions | / plain | p50 µs |" \
        " p50 / plain | p50 / plain, 4 ms away |\n|-|-|-|-|-|-|-|"
    for (i = 1; i <= n; i++) {
        d = drivers[i]
        s = "kinds " d
        print "| " d " | " spread(s " commands", s " done") " | " \
            short(median(of d " instructions")) " | " \
            short(median(of d " instructions", \
                         of "sequential instructions")) " | " \
            short(median(s " pair_p50")) " | " \
            beside_plain("pair_p50", "kinds", d, "sequential") " | " \
            beside_plain("pair_p50", "kinds-4000", d, "sequential") " |"
    }
}

function tls_table(    i, n, d, s, plain) {
    n = find_drivers("tls")
    if (n == 0)
        return
    print "\n## Cost of TLS, relative to TCP\n"
    print "| | p50 µs | p50 / plain | p99 / plain | CPU / plain |"
    print "|-|-|-|-|-|"
    for (i = 1; i <= n; i++) {
        d = drivers[i]
        plain = d
        sub(/-.*/, "", plain)
        s = "tls " d
        print "| " d " | " short(median(s " pair_p50")) " | " \
            beside_plain("pair_p50", "tls", d, plain) " | " \
            beside_plain("pair_p99", "tls", d, plain) " | " \
            beside_plain("cpu_us", "tls", d, plain) " |"
    }
}

function head(    line) {
    print "<!-- SPDX-License-Identifier: MIT -->"
    print "# A run of the bench\n"
    while ((getline line <machine) > 0)
        print "- " line
    print "\n" rounds " interleaved rounds; bench/README.md describes the" \
        " measurements and their limits."
}

function plot(scenario, name, what) {
    if (find_drivers(scenario) > 0)
        print "\n![" what "](" name ".svg)"
}

END {
    head()
    goals_table()
    latency_table("latency", "One worker, everything on one core")
    latency_table("rtt-1000", "One worker, masters 1 ms away")
    throughput_table()
    dead_table()
    contention_table()
    handoff_table()
    fences_table()
    kinds_table()
    tls_table()
    plot("latency", "latency", "time of a pair, all percentiles")
    plot("depth-1", "depth", "pairs per second, by the number at a time")
    plot("sweep-500", "round-trip", "time of a pair, by the round trip")
    plot("contention-16", "fairness", "shares of sixteen contenders")
    plot("contention-64", "fairness-64", "shares of sixty-four contenders")
}
