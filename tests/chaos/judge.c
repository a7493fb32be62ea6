/* SPDX-License-Identifier: MIT */
/*
 * judge [--page FILE] DIR...: judges runs by their files. Prints a table,
 * writes a page, and draws a picture into each folder. Exit status: 0 all rules
 * held, 1 a rule was violated or there was no run, 2 a run cannot be read.
 */

#include <err.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/chaos/picture.h"
#include "tests/chaos/report.h"
#include "tests/chaos/verdict.h"

struct sitting {
    FILE *page; /* NULL: no page was requested */
    int held;
    int violated;
    int skipped;
};

static FILE *create(const char *path)
{
    FILE *file = fopen(path, "we");

    if (file == NULL)
        err(2, "%s", path);
    return file;
}

static void finish(FILE *file)
{
    if (fclose(file) != 0)
        err(2, "cannot write");
}

static void draw(const struct verdict *verdict, const char *dir)
{
    char path[4096];
    FILE *file;

    snprintf(path, sizeof(path), "%s/picture.svg", dir);
    file = create(path);
    picture_write(file, verdict);
    finish(file);
}

static void judge(struct sitting *sitting, const char *dir)
{
    struct verdict *verdict = malloc(sizeof(*verdict));

    if (verdict == NULL)
        err(2, "no memory");
    if (verdict_reach(verdict, dir) == -1)
        err(2, "%s", dir);
    if (verdict->scenario.skipped[0] != '\0')
        sitting->skipped++;
    else if (verdict->violations > 0)
        sitting->violated++;
    else
        sitting->held++;
    table_line(stdout, verdict);
    if (sitting->page != NULL)
        page_section(sitting->page, verdict);
    if (sitting->page != NULL && verdict->scenario.skipped[0] == '\0')
        draw(verdict, dir);
    verdict_free(verdict);
    free(verdict);
}

int main(int argc, char **argv)
{
    struct sitting sitting = {0};
    int first = 1;

    if (argc > 2 && strcmp(argv[1], "--page") == 0) {
        sitting.page = create(argv[2]);
        first = 3;
    }
    if (first >= argc) {
        fputs("usage: judge [--page FILE] DIR...\n", stderr);
        return 64;
    }
    if (sitting.page != NULL)
        page_head(sitting.page);
    table_head(stdout);
    for (int i = first; i < argc; i++)
        judge(&sitting, argv[i]);
    if (sitting.page != NULL) {
        page_foot(sitting.page);
        finish(sitting.page);
    }
    printf("%d held, %d violated, %d skipped\n", sitting.held, sitting.violated,
           sitting.skipped);
    return sitting.violated > 0 || sitting.held == 0;
}
