# SPDX-License-Identifier: MIT
# After figures.awk: prints the figures with their median and spread over the
# rounds, and the usual percentiles.
# -v machine: a file with the date, the versions and the machine.

function quoted(text) {
    gsub(/[\\"]/, "\\\\&", text)
    return "\"" text "\""
}

function taken(    line, n) {
    printf "{\"taken\":["
    while ((getline line <machine) > 0)
        printf("%s%s", n++ ? "," : "", quoted(line))
    printf("],\n\"rounds\":%d,\n\"measurements\":[", rounds)
}

END {
    taken()
    for (i = 1; i <= figures; i++) {
        split(order[i], part, " ")
        if (part[3] ~ /_p(1|5|10|25|75|95)$/)
            continue
        here = part[1] " " part[2]
        if (here != last)
            printf("%s\n{\"scenario\":%s,\"driver\":%s,\"figures\":{",
                   last != "" ? "}}," : "", quoted(part[1]), quoted(part[2]))
        else
            printf ","
        printf("%s:{\"median\":%.6g,\"least\":%.6g,\"most\":%.6g}",
               quoted(part[3]), median(order[i]), least(order[i]),
               most(order[i]))
        last = here
    }
    print (figures > 0 ? "}}" : "") "\n]}"
}
