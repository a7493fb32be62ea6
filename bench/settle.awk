# SPDX-License-Identifier: MIT
# After figures.awk: the file that the gate compares with, a line a figure:
#
#     FIGURE NOISE NAME
#
# where the noise is how far the rounds it was taken from lie apart. After the
# compiler, -v compiler, on which counts depend. What was not measured stays as
# the present file, which is read last, has it.

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
