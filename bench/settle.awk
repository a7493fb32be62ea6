# SPDX-License-Identifier: MIT
# After figures.awk: the file that the gate compares with, a line a figure:
#
#     FIGURE NOISE NAME
#
# where the noise is how far the rounds it was taken from lie apart.

END {
    print "# SPDX-License-Identifier: MIT"
    print "# Figure, noise and name; written by ./dev bench --settle."
    for (i = 1; i <= goals; i++) {
        m = median(goal_of[i], goal_floor[i])
        if (m == "")
            continue
        apart = noise(goal_of[i], goal_floor[i])
        printf "%.5g %.2g %s\n", m, apart, goal_name[i]
        if (apart > 0.2 * m)
            print "bench: so noisy that little would be seen: " \
                goal_name[i] >"/dev/stderr"
    }
}
