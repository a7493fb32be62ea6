/* SPDX-License-Identifier: MIT */
/* Reads, compares and rewrites stories in files. */

#include "tests/sim/story_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/expect.h"
#include "tests/sim/mutant.h"
#include "tests/sim/run.h"

#define DASHES "---\n"

struct kept {
    char *text; /* the whole file */
    size_t length;
    bool traced;  /* the file has a trace, after a line of dashes */
    size_t trace; /* the position of the trace */
    struct sim_plan plan;
    uint64_t blind;
    char mutant[64];
};

static bool slurp(const char *path, struct kept *kept)
{
    FILE *in = fopen(path, "r");
    FILE *all;
    int c;

    if (in == NULL)
        return false;
    all = open_memstream(&kept->text, &kept->length);
    while (all != NULL && (c = getc(in)) != EOF)
        putc(c, all);
    fclose(in);
    if (all == NULL || fclose(all) != 0)
        return false;
    return kept->text != NULL;
}

/* The lines that begin with @. */
static bool read_directives(struct kept *kept, char *complaint, size_t size)
{
    char name[64];

    for (const char *line = kept->text; line != NULL && line[0] != '\0';) {
        if (strncmp(line, DASHES, strlen(DASHES)) == 0)
            break;
        if (sscanf(line, "@only %63s", name) == 1) {
            if (sim_rule_named(name) == SIM_RULE_NONE) {
                snprintf(complaint, size, "no such rule: %s", name);
                return false;
            }
            kept->blind = ~SIM_RULE_BIT(sim_rule_named(name));
        }
        if (sscanf(line, "@mutant %63s", name) == 1)
            memcpy(kept->mutant, name, sizeof(name));
        line = strchr(line, '\n');
        if (line != NULL)
            line++;
    }
    return true;
}

static void forget(struct kept *kept)
{
    free(kept->text);
    sim_plan_clear(&kept->plan);
}

static bool read_kept(const char *path, struct kept *kept, char *complaint,
                      size_t size)
{
    const char *dashes;
    FILE *in;
    bool read;

    *kept = (struct kept){0};
    if (!slurp(path, kept)) {
        snprintf(complaint, size, "%s", strerror(errno));
        return false;
    }
    dashes = strstr(kept->text, "\n" DASHES);
    kept->traced = dashes != NULL;
    if (kept->traced)
        kept->trace = (size_t)(dashes + 1 - kept->text) + strlen(DASHES);
    in = fmemopen(kept->text, kept->length, "r");
    read = in != NULL && sim_plan_read(&kept->plan, in, complaint, size) &&
           read_directives(kept, complaint, size);
    if (in != NULL)
        fclose(in);
    if (!read)
        forget(kept);
    return read;
}

/* Does this program have the mutant of the story? */
static bool has_mutant(const struct kept *kept)
{
    return strcmp(kept->mutant, sim_mutant_name) == 0;
}

/*
 * Plays the story and returns the broken rule. out: NULL: no trace is written.
 */
static enum sim_rule tell(const struct kept *kept, FILE *out)
{
    struct sim_world *world = sim_run_open();
    enum sim_rule broken = sim_run(world, &kept->plan, out, kept->blind);

    sim_run_close(world);
    return broken;
}

bool sim_story_file_tell(const char *path, FILE *out, char *complaint,
                         size_t size)
{
    struct kept kept;

    bool has;

    if (!read_kept(path, &kept, complaint, size))
        return false;
    has = has_mutant(&kept);
    if (has)
        (void)tell(&kept, out);
    else
        snprintf(complaint, size, "this program has not its mutant: %s",
                 kept.mutant);
    forget(&kept);
    return has;
}

/* The number of the first line in which two texts differ, from 1. */
static int differing_line(const char *one, const char *other)
{
    int line = 1;

    while (*one != '\0' && *one == *other) {
        line += *one == '\n';
        one++;
        other++;
    }
    return line;
}

/*
 * The present trace, which the caller must free, if the story's expectations
 * are met.
 */
static char *judged(const struct kept *kept, char *complaint, size_t size)
{
    char *trace = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&trace, &length);
    enum sim_rule broken;
    bool good;

    if (out == NULL) {
        snprintf(complaint, size, "%s", strerror(errno));
        return NULL;
    }
    broken = tell(kept, out);
    fclose(out);
    good = sim_expect_met(kept->text, trace, broken, complaint, size);
    if (good)
        return trace;
    free(trace);
    return NULL;
}

/*
 * Are the expectations met, and is the trace that of the file, if it has one?
 */
static bool replayed(const struct kept *kept, char *complaint, size_t size)
{
    char *trace = judged(kept, complaint, size);
    bool same = false;

    if (trace != NULL) {
        same = !kept->traced || strcmp(trace, kept->text + kept->trace) == 0;
        if (!same)
            snprintf(complaint, size, "it goes otherwise from line %d on",
                     differing_line(trace, kept->text + kept->trace));
    }
    free(trace);
    return same;
}

/* Without its mutant the story must break no rule. */
static bool holds_without(const struct kept *kept, char *complaint, size_t size)
{
    bool sound = sim_mutant_name[0] == '\0';
    enum sim_rule broken = tell(kept, NULL);

    if (!sound)
        snprintf(complaint, size, "this program has not its mutant: %s",
                 kept->mutant);
    else
        snprintf(complaint, size, "without %s%s%s", kept->mutant,
                 broken == SIM_RULE_NONE ? "" : " it breaks ",
                 broken == SIM_RULE_NONE ? "" : sim_rule_name(broken));
    return sound && broken == SIM_RULE_NONE;
}

bool sim_story_file_check(const char *path, char *complaint, size_t size)
{
    struct kept kept;
    bool good;

    if (!read_kept(path, &kept, complaint, size))
        return false;
    good = has_mutant(&kept) ? replayed(&kept, complaint, size)
                             : holds_without(&kept, complaint, size);
    forget(&kept);
    return good;
}

static bool write_trace(const char *path, const struct kept *kept,
                        const char *trace, char *complaint, size_t size)
{
    FILE *out = fopen(path, "w");
    bool written;

    if (out == NULL) {
        snprintf(complaint, size, "%s", strerror(errno));
        return false;
    }
    fwrite(kept->text, 1, kept->trace, out);
    fputs(trace, out);
    written = fclose(out) == 0;
    if (!written)
        snprintf(complaint, size, "%s", strerror(errno));
    return written;
}

bool sim_story_file_rewrite(const char *path, char *complaint, size_t size)
{
    struct kept kept;
    char *trace;
    bool good;

    if (!read_kept(path, &kept, complaint, size))
        return false;
    trace = has_mutant(&kept) ? judged(&kept, complaint, size) : NULL;
    if (!has_mutant(&kept))
        snprintf(complaint, size, "this program has not its mutant: %s",
                 kept.mutant);
    good = trace != NULL &&
           (!kept.traced || write_trace(path, &kept, trace, complaint, size));
    free(trace);
    forget(&kept);
    return good;
}
