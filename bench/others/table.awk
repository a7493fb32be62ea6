# SPDX-License-Identifier: MIT
# After figures.awk: prints the figures of all systems as Markdown.
# -v machine: a file with the date, the versions and the machine.

# A number with three digits, or with all digits before the point.
function short(v) {
    if (v == "")
        return "-"
    if (v >= 100)
        return sprintf("%.0f", v)
    if (v >= 10)
        return sprintf("%.1f", v)
    return sprintf(v < 0.095 ? "%.3f" : "%.2f", v)
}

# The median and, if they differ, the least and the most.
function spread(of, floor,    low, high) {
    if (median(of, floor) == "")
        return "-"
    low = short(least(of, floor))
    high = short(most(of, floor))
    return short(median(of, floor)) (low == high ? "" : " (" low ".." high ")")
}

function called(row, name) {
    rows[++count] = row
    name_of[row] = name
}

BEGIN {
    called("redis", "one Redis, `SET NX`")
    called("redis-python", "one Redis, from Python")
    called("mariadb", "MariaDB, `GET_LOCK`")
    called("postgres-advisory", "PostgreSQL, advisory lock")
    called("postgres-row", "PostgreSQL, a row `FOR UPDATE`")
    called("etcd-1", "etcd, one server")
    called("etcd-3", "etcd, three servers")
    called("zookeeper-1", "ZooKeeper, one server")
    called("zookeeper-3", "ZooKeeper, three servers")
    called("redlock", "redlock, five Redis")
    called("redlock-fenced", "redlock, fenced and guarded")
}

function head(    line) {
    while ((getline line <machine) > 0)
        print "- " line
    print "- medians of " rounds " interleaved rounds, with the least and the" \
        " most"
}

function pairs_table(    i, s) {
    print "\n| one client | p50, µs | p99, µs | p50 / one Redis |"
    print "|-|-|-|-|"
    for (i = 1; i <= count; i++) {
        s = "pairs " rows[i] " pair_"
        if (has(s "p50"))
            print "| " name_of[rows[i]] " | " short(median(s "p50")) " | " \
                short(median(s "p99")) " | " \
                spread(s "p50", "pairs redis pair_p50") " |"
    }
}

function contention_table(    i, s) {
    print "\n| eight clients | from one holder to the next, ms | p99 wait, ms |" \
        " fewest / most of one client | held for no time: acquisitions per second |"
    print "|-|-|-|-|-|"
    for (i = 1; i <= count; i++) {
        s = "contention-1000 " rows[i] " "
        if (has(s "handoff_us"))
            print "| " name_of[rows[i]] " | " \
                short(median(s "handoff_us") / 1e3) " | " \
                short(median(s "acquire_p99") / 1e3) " | " \
                short(median(s "fewest", s "most")) " | " \
                short(median("contention-0 " rows[i] " pairs_per_s")) " |"
    }
}

function command_row(row, name,    of) {
    of = "command " row " pair_p50"
    if (has(of))
        print "| " name " | " short(median(of) / 1e3) " | " \
            spread(of, "command flock pair_p50") " |"
}

function command_table() {
    print "\n| a command, `true`, under the lock | p50, ms | / flock |"
    print "|-|-|-|"
    command_row("flock", "`flock`, one machine")
    command_row("redlock", "`redlock run`, five Redis")
    command_row("etcd-1", "`etcdctl lock`, one server")
    command_row("etcd-3", "`etcdctl lock`, three servers")
}

# Seconds, from one or several samples.
function seconds(of, never) {
    if (!has(of))
        return "-"
    return least(of) < 0 ? never : spread(of)
}

# How soon a stopped holder knows that it has lost the lock.
function knows_when(row) {
    if (least("holder-stopped " row " next_s") < 0)
        return "never: it still holds it"
    return seconds("holder-stopped " row " learns_s", "not at all")
}

function holder_table(    i, row) {
    print "\n| seconds | holder killed: next holder after" \
        " | holder stopped: next holder after |" \
        " it continues: it knows of the loss after |"
    print "|-|-|-|-|"
    for (i = 1; i <= count; i++) {
        row = rows[i]
        if (has("holder-killed " row " next_s"))
            print "| " name_of[row] " | " \
                seconds("holder-killed " row " next_s", "never") " | " \
                seconds("holder-stopped " row " next_s", "not at all") " | " \
                knows_when(row) " |"
    }
}

# What the holder knows when the servers are back.
function after_restart(row,    of) {
    of = "servers-killed " row " "
    if (most(of "both") > 0)
        return "**both**"
    if (most(of "next_s") >= 0)
        return "the next holder only"
    return most(of "learns_s") < 0 ? "the old holder, and knows it" : "no client yet"
}

function servers_table(    i, row, killed) {
    print "\n| seconds | one server killed: no client can acquire for |" \
        " all servers restarted: next holder after |" \
        " the old holder knows after | holder then |"
    print "|-|-|-|-|-|"
    for (i = 1; i <= count; i++) {
        row = rows[i]
        if (!has("servers-killed " row " next_s"))
            continue
        killed = row ~ /^redlock/ ? ", two of five killed" : ", leader killed"
        print "| " name_of[row] " | " \
            (has("node-killed " row " gap_s") ? \
             seconds("node-killed " row " gap_s", "20 and more") killed : \
             "as long as it is down") " | " \
            seconds("servers-killed " row " next_s", "not at all") " | " \
            seconds("servers-killed " row " learns_s", "-") " | " \
            after_restart(row) " |"
    }
}

END {
    head()
    pairs_table()
    contention_table()
    command_table()
    if (has("holder-killed redis next_s")) {
        holder_table()
        servers_table()
    }
}
