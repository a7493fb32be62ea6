# SPDX-License-Identifier: MIT
# After figures.awk: prints the file for the gate, one figure in each line:
#
#     FIGURE NOISE NAME
#
# where NOISE is the spread of its rounds. The first line has the compiler
# (-v compiler), on which counts depend. A figure that was not measured is taken
# from the present file, which is read last.

FILENAME != ARGV[1] && $1 !~ /^#/ {
    name = $0
    sub(/^[^ ]+ [^ ]+ /, "", name)
    kept[name] = $0
}

END {
    print "# SPDX-License-Identifier: MIT"
    print "# Figure, noise and name; written by ./dev bench --settle."
    print "# Compiler: " compiler
    for (i = 1; i <= goals; i++) {
        m = median(goal_of[i], goal_floor[i])
        if (m == "") {
            if (goal_name[i] in kept)
                print kept[goal_name[i]]
            continue
        }
        apart = noise(goal_of[i], goal_floor[i])
        printf "%.5g %.2g %s\n", m, apart, goal_name[i]
        if (apart > 0.2 * m)
            print "bench: so noisy that little would be seen: " \
                goal_name[i] >"/dev/stderr"
    }
}
