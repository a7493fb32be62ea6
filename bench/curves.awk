# SPDX-License-Identifier: MIT
# After figures.awk: writes the points of the plots, one file for each curve:
# PLOT.DRIVER in the folder that -v folder names.

function point(plot, driver, x, y) {
    print x, y >(folder "/" plot "." driver)
}

# name: share_NNN, where NNN is the worker's number; pairs: their number.
function share(plot, scenario, driver, name, pairs) {
    point(plot, driver, substr(name, 7) + 1,
          100 * pairs / median(scenario " " driver " pairs"))
}

END {
    for (i = 1; i <= figures; i++) {
        split(order[i], part, " ")
        scenario = part[1]
        driver = part[2]
        name = part[3]
        m = median(order[i])
        if (scenario ~ /^(latency|pairs)$/ && name ~ /^pair_p/ &&
            name != "pair_p100")
            point(scenario, driver, m, substr(name, 7))
        if (scenario ~ /^depth-/ && name == "pairs_per_s")
            point("depth", driver, substr(scenario, 7), m)
        if (scenario == "contention-16" && name ~ /^share_/)
            share("fairness", scenario, driver, name, m)
        if (scenario == "contention-64" && name ~ /^share_/)
            share("fairness-64", scenario, driver, name, m)
    }
    distances = split("latency sweep-250 sweep-500 rtt-1000 sweep-2000 " \
                      "sweep-4000", distance, " ")
    if (!has("sweep-500 F1 pair_p50"))
        distances = 0
    of_drivers = split("F1 F2 sequential parallel", of_driver, " ")
    for (i = 1; i <= distances; i++) {
        ms = distance[i]
        sub(/^[a-z]+-?/, "", ms)
        for (j = 1; j <= of_drivers; j++) {
            m = median(distance[i] " " of_driver[j] " pair_p50")
            if (m != "")
                point("round-trip", of_driver[j], ms / 1000, m / 1000)
        }
    }
}
