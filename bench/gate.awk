# SPDX-License-Identifier: MIT
# After figures.awk: fails if a figure is worse than the committed one by more
# than the noise of both. The committed figures are read last; see settle.awk.
# -v compiler: counts from another compiler are not compared.
# -v counts: 1: only the counts were measured.

function larger(a, b) {
    return a > b ? a : b
}

sub(/^# Compiler: /, "") {
    other = $0 != compiler
}

FILENAME != ARGV[1] && $1 !~ /^#/ {
    name = $0
    sub(/^[^ ]+ [^ ]+ /, "", name)
    committed[name] = $1
    committed_noise[name] = $2
}

END {
    worse = 0
    for (i = 1; i <= goals; i++) {
        name = goal_name[i]
        m = median(goal_of[i], goal_floor[i])
        if (counts && !goal_counted[i])
            continue
        if (other && goal_counted[i]) {
            print "skipped: another compiler, " compiler ": " name
            continue
        }
        if (!(name in committed)) {
            if (m != "")
                printf("new    %8.5g  not committed: --settle does  %s\n",
                       m, name)
            continue
        }
        split(goal_of[i], part, " ")
        if (has(part[1] " " part[2] " skipped")) {
            print "skipped: cannot be measured here: " name
            continue
        }
        if (m == "") {
            print "not measured: " name
            worse = 1
            continue
        }
        # Counts are the same except for the order of the answers.
        allowed = larger(committed_noise[name], 0.02 * committed[name])
        allowed = larger(allowed, noise(goal_of[i], goal_floor[i]))
        off = m - committed[name]
        if (goal_larger[i])
            off = -off
        printf("%-6s %8.5g  committed %8.5g, noise %.2g  %s\n",
            off > allowed ? "WORSE" : "fine", m, committed[name], allowed, name)
        worse += (off > allowed)
    }
    exit (worse > 0)
}
