/* SPDX-License-Identifier: MIT */
/* Reads and writes files of stories to explore. */

#include "tests/sim/explore/story.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/explore/table.h"
#include "tests/sim/points.h"

#define LINE_MAX_LENGTH 512

static void name_after(struct story *story, const char *path)
{
    const char *slash = strrchr(path, '/');
    char *dot;

    snprintf(story->path, sizeof(story->path), "%s", path);
    snprintf(story->name, sizeof(story->name), "%s",
             slash == NULL ? path : slash + 1);
    dot = strstr(story->name, ".story");
    if (dot != NULL)
        *dot = '\0';
}

static bool is_bounds(const char *line)
{
    return strncmp(line, "@bounds ", 8) == 0;
}

/* false: the line has no bounds. */
static bool read_bounds(const char *line, struct story_bounds *bounds)
{
    int late;
    int faults;
    int read = 0;

    *bounds = (struct story_bounds){0};
    if (sscanf(line, "@bounds late %d faults %d%n", &late, &faults, &read) <
            2 ||
        late < 0 || late > TABLE_LATE_MAX || faults < 0 ||
        faults > TABLE_FAULTS_MAX)
        return false;
    bounds->budgets =
        (struct budgets){.late = (uint8_t)late, .faults = (uint8_t)faults};
    (void)sscanf(line + read, " states %" SCNu64, &bounds->states);
    bounds->ci = strstr(line, " ci") != NULL;
    return true;
}

/* The point of that name; SIM_POINTS: there is none. */
static int point_named(const char *name)
{
    int point = 0;

    while (point < SIM_POINTS &&
           strcmp(name, sim_point_name((enum sim_point)point)) != 0)
        point++;
    return point;
}

/* false: the line names a point that does not exist. */
static bool read_reaches(struct story *story, const char *line)
{
    char name[64];
    int point;

    if (sscanf(line, "@reaches %63[^\n]", name) != 1)
        return true;
    point = point_named(name);
    if (point == SIM_POINTS)
        return false;
    story->reaches |= SIM_POINT_BIT(point);
    return true;
}

static bool read_head(struct story *story, FILE *in, char *complaint,
                      size_t size)
{
    char line[LINE_MAX_LENGTH];

    while (fgets(line, sizeof(line), in) != NULL) {
        struct story_bounds *bounds = &story->bounds[story->bounds_count];
        (void)sscanf(line, "@promise %63[^\n]", story->promise);
        if (!read_reaches(story, line)) {
            snprintf(complaint, size, "nothing to reach: %.60s", line);
            return false;
        }
        if (!is_bounds(line))
            continue;
        if (story->bounds_count == STORY_BOUNDS_MAX ||
            !read_bounds(line, bounds)) {
            snprintf(complaint, size, "these are no bounds: %.60s", line);
            return false;
        }
        story->bounds_count++;
    }
    return true;
}

bool story_read(struct story *story, const char *path, char *complaint,
                size_t size)
{
    FILE *in = fopen(path, "r");
    bool good;

    *story = (struct story){0};
    if (in == NULL) {
        snprintf(complaint, size, "%s", strerror(errno));
        return false;
    }
    name_after(story, path);
    good = read_head(story, in, complaint, size);
    rewind(in);
    good = good && sim_plan_read(&story->plan, in, complaint, size);
    fclose(in);
    if (good && !story->plan.chosen) {
        snprintf(complaint, size, "its instants are not to be chosen");
        good = false;
    }
    if (!good)
        story_clear(story);
    return good;
}

void story_clear(struct story *story)
{
    sim_plan_clear(&story->plan);
}

static void print_bounds(FILE *out, const struct story_bounds *bounds)
{
    fprintf(out, "@bounds late %d faults %d", bounds->budgets.late,
            bounds->budgets.faults);
    if (bounds->states > 0)
        fprintf(out, " states %" PRIu64, bounds->states);
    fputs(bounds->ci ? " ci\n" : "\n", out);
}

bool story_rewrite(const struct story *story, char *complaint, size_t size)
{
    char line[LINE_MAX_LENGTH];
    char *text = NULL;
    size_t length = 0;
    FILE *in = fopen(story->path, "r");
    FILE *copy = open_memstream(&text, &length);
    FILE *out = NULL;
    bool good;
    int number = 0;

    while (in != NULL && copy != NULL &&
           fgets(line, sizeof(line), in) != NULL) {
        if (is_bounds(line))
            print_bounds(copy, &story->bounds[number++]);
        else
            fputs(line, copy);
    }
    if (in != NULL)
        fclose(in);
    if (copy != NULL)
        fclose(copy);
    if (in != NULL && length > 0)
        out = fopen(story->path, "w");
    good = out != NULL && fwrite(text, 1, length, out) == length;
    good = out != NULL && fclose(out) == 0 && good;
    if (!good)
        snprintf(complaint, size, "%s", strerror(errno));
    free(text);
    return good;
}
