/* SPDX-License-Identifier: MIT */
/* Counts events. */

#include "tests/sim/tally_sheet.h"

#include <inttypes.h>
#include <stddef.h>

#include "tests/sim/points.h"

static const struct {
    const char *name;
    size_t offset;
} counts[] = {
    {"schedules", offsetof(struct sim_tally, schedules)},
    {"events", offsetof(struct sim_tally, events)},
    {"messages", offsetof(struct sim_tally, messages)},
    {"locks acquired", offsetof(struct sim_tally, acquired)},
    {"acquisitions refused", offsetof(struct sim_tally, refused)},
    {"locks extended by hand", offsetof(struct sim_tally, extended)},
    {"locks released", offsetof(struct sim_tally, released)},
    {"locks lost", offsetof(struct sim_tally, lost_locks)},
    {"keys put back", offsetof(struct sim_tally, repaired)},
    {"schedules with a vote counted again", offsetof(struct sim_tally, again)},
    {"messages late", offsetof(struct sim_tally, late)},
    {"requests lost", offsetof(struct sim_tally, lost[0])},
    {"replies lost", offsetof(struct sim_tally, lost[1])},
    {"connections half open", offsetof(struct sim_tally, half_open)},
    {"connections cut", offsetof(struct sim_tally, cut)},
    {"connections refused", offsetof(struct sim_tally, refused_connections)},
    {"flushes beyond the margin, left out",
     offsetof(struct sim_tally, deeds_skipped)},
};

#define COUNT (sizeof(counts) / sizeof(counts[0]))

static uint64_t *count_at(struct sim_tally *tally, size_t index)
{
    return (uint64_t *)(void *)((char *)tally + counts[index].offset);
}

void sim_tally_add(struct sim_tally *to, const struct sim_tally *from)
{
    struct sim_tally copy = *from;

    for (size_t i = 0; i < COUNT; i++)
        *count_at(to, i) += *count_at(&copy, i);
    for (int deed = 0; deed < SIM_DEEDS; deed++)
        to->deeds[deed] += from->deeds[deed];
    for (int point = 0; point < SIM_POINTS; point++)
        to->points[point] += from->points[point];
    to->virtual_ns += from->virtual_ns;
}

void sim_tally_faults(FILE *out, const struct sim_tally *tally)
{
    const uint64_t *deeds = tally->deeds;

    fprintf(out,
            "late %" PRIu64 ", lost %" PRIu64 ", cut %" PRIu64
            ", stopped %" PRIu64 ", crashed %" PRIu64 ", paused %" PRIu64
            ", restarted %" PRIu64 ", forgot %" PRIu64 ", stepped %" PRIu64,
            tally->late, tally->lost[0] + tally->lost[1], tally->cut,
            deeds[SIM_DEED_STOP], deeds[SIM_DEED_CRASH], deeds[SIM_DEED_PAUSE],
            deeds[SIM_DEED_RESTART],
            deeds[SIM_DEED_FORGET] + deeds[SIM_DEED_REVERT] +
                deeds[SIM_DEED_FLUSH] + deeds[SIM_DEED_FAILOVER] +
                deeds[SIM_DEED_SWITCHOVER],
            deeds[SIM_DEED_STEP]);
}

static double hours(const struct sim_tally *tally)
{
    return (double)tally->virtual_ns / 3600e9;
}

void sim_tally_print(FILE *out, const struct sim_tally *tally)
{
    struct sim_tally copy = *tally;

    fprintf(out, "  %-36s %14.1f\n", "hours of virtual time", hours(tally));
    for (size_t i = 0; i < COUNT; i++)
        fprintf(out, "  %-36s %14" PRIu64 "\n", counts[i].name,
                *count_at(&copy, i));
    for (int deed = 0; deed < SIM_DEEDS; deed++)
        fprintf(out, "  deed: %-30s %14" PRIu64 "\n",
                sim_deed_name((enum sim_deed)deed), tally->deeds[deed]);
    for (int point = 0; point < SIM_POINTS; point++)
        fprintf(out, "  reached: %-27s %14" PRIu64 "\n",
                sim_point_name((enum sim_point)point), tally->points[point]);
}

void sim_tally_json(FILE *out, const struct sim_tally *tally)
{
    struct sim_tally copy = *tally;

    fprintf(out, "\"virtual_hours\":%.3f", hours(tally));
    for (size_t i = 0; i < COUNT; i++)
        fprintf(out, ",\"%s\":%" PRIu64, counts[i].name, *count_at(&copy, i));
    for (int deed = 0; deed < SIM_DEEDS; deed++)
        fprintf(out, ",\"deed %s\":%" PRIu64,
                sim_deed_name((enum sim_deed)deed), tally->deeds[deed]);
    for (int point = 0; point < SIM_POINTS; point++)
        fprintf(out, ",\"reached: %s\":%" PRIu64,
                sim_point_name((enum sim_point)point), tally->points[point]);
}
