# SPDX-License-Identifier: MIT
# After figures.awk: is a figure worse than the committed one by more than the
# noise of either? The committed ones are read last; see settle.awk.

function larger(a, b) {
    return a > b ? a : b
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
        if (!(name in committed)) {
            if (m != "")
                printf("new    %8.5g  not committed: --settle does  %s\n",
                       m, name)
            continue
        }
        if (m == "") {
            print "not measured: " name
            worse = 1
            continue
        }
        # Instructions repeat; two per cent is another compiler's mood.
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
