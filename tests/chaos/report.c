/* SPDX-License-Identifier: MIT */
/* Writes the table and the page. The page refers to no other file. */

#include "tests/chaos/report.h"

#include <stdlib.h>
#include <string.h>

#include "tests/chaos/picture.h"

#define REASONS_MAX 32

static const char *word_of(const struct verdict *verdict)
{
    if (verdict->scenario.skipped[0] != '\0')
        return "skipped";
    return verdict->violations > 0 ? "VIOLATED" : "held";
}

/* A number, or a dash if there is none. Returns text. */
static const char *number(double value, char text[16])
{
    if (value < 0)
        return "-";
    snprintf(text, 16, value < 100 ? "%.1f" : "%.0f", value);
    return text;
}

/*
 * The violations that the scenario causes on purpose, in words. Returns text.
 */
static const char *allowed(const struct verdict *verdict, char text[TEXT_BYTES])
{
    size_t used;

    text[0] = '\0';
    if (verdict->overlaps_allowed > 0)
        snprintf(text, TEXT_BYTES,
                 "broken on purpose: two holders at once (%u)",
                 verdict->overlaps_allowed);
    else if (verdict->late_allowed > 0)
        snprintf(text, TEXT_BYTES,
                 "broken on purpose: a stopped client wrote late (%u)",
                 verdict->late_allowed);
    used = strlen(text);
    if (verdict->stale > 0)
        snprintf(text + used, TEXT_BYTES - used,
                 "%sa check of fences refuses %u writes", used > 0 ? "; " : "",
                 verdict->stale);
    return text;
}

void table_head(FILE *file)
{
    fprintf(file, "%-29s %-9s %8s %8s %6s %26s %9s\n", "", "", "", "", "",
            "acquired a second", "recovered");
    fprintf(file, "%-29s %-9s %8s %8s %6s %8s %8s %8s %9s\n", "scenario",
            "verdict", "acquired", "refused", "lost", "before", "during",
            "after", "in ms");
}

void table_line(FILE *file, const struct verdict *verdict)
{
    char text[4][16], words[TEXT_BYTES];

    if (verdict->scenario.skipped[0] != '\0') {
        fprintf(file, "%-29s skipped: %s\n", verdict->scenario.name,
                verdict->scenario.skipped);
        return;
    }
    fprintf(file, "%-29s %-9s %8u %8u %6u %8s %8s %8s %9s\n",
            verdict->scenario.name, word_of(verdict), verdict->acquired,
            verdict->refused, verdict->lost, number(verdict->before, text[0]),
            number(verdict->during, text[1]), number(verdict->after, text[2]),
            number(verdict->recovery_ms, text[3]));
    if (allowed(verdict, words)[0] != '\0')
        fprintf(file, "    %s\n", words);
    for (unsigned i = 0; i < verdict->violations && i < VIOLATIONS_KEPT; i++)
        fprintf(file, "    %s\n", verdict->violation[i]);
    if (verdict->violations > VIOLATIONS_KEPT)
        fprintf(file, "    and %u more\n",
                verdict->violations - VIOLATIONS_KEPT);
}

/* --- the page ---------------------------------------------------------------
 */

void page_head(FILE *file)
{
    fputs("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<title>redlock: chaos</title>\n<style>\n"
          "body{font:15px/1.5 sans-serif;color:#222;max-width:1080px;"
          "margin:2em auto;padding:0 1em}\n"
          "h2{margin:2.2em 0 .2em;border-top:1px solid #ddd;padding-top:1em}\n"
          "svg{width:100%;height:auto;border:1px solid #ddd}\n"
          ".word{font-size:.7em;padding:.1em .6em;border-radius:.8em;"
          "color:#fff;vertical-align:middle}\n"
          ".held{background:#2a9d6f}.VIOLATED{background:#d62828}"
          ".skipped{background:#888}\n"
          "table{border-collapse:collapse}td,th{padding:.1em .9em .1em 0;"
          "text-align:right;font-variant-numeric:tabular-nums}\n"
          "th{font-weight:normal;color:#666}ul{color:#d62828}\n"
          "</style></head><body>\n<h1>redlock: chaos</h1>\n"
          "<p>Every picture is drawn from the workers' histories. A bar is a "
          "tenure, from the return of the acquisition to the end of what its "
          "holder believed. Orange: faults. Red: two holders at once.</p>\n",
          file);
}

/* For each reason, how often a node gave it in a refusal. */
static void write_reasons(FILE *file, const struct verdict *verdict)
{
    char name[REASONS_MAX][NAME_BYTES] = {{0}};
    unsigned long sum[REASONS_MAX] = {0};
    int count = 0;

    for (size_t i = 0; i < verdict->history.count; i++) {
        char why[TEXT_BYTES];
        char *next = why;

        if (verdict->history.events[i].what != WHAT_REFUSED)
            continue;
        value_text(verdict->history.events[i].keys, "why", why, sizeof(why));
        for (char *part; (part = strsep(&next, ";")) != NULL;) {
            char *star = strchr(part, '*');
            int known = 0;

            if (star == NULL)
                continue;
            while (known < count && strcmp(name[known], star + 1) != 0)
                known++;
            if (known == REASONS_MAX)
                continue;
            if (known == count)
                snprintf(name[count++], NAME_BYTES, "%s", star + 1);
            sum[known] += strtoul(part, NULL, 10);
        }
    }
    if (count > 0)
        fputs("<p>Votes in refusals: ", file);
    for (int i = 0; i < count; i++) {
        for (char *dash = name[i]; (dash = strchr(dash, '-')) != NULL;)
            *dash = ' ';
        fprintf(file, "%s%lu ", i > 0 ? ", " : "", sum[i]);
        write_escaped(file, name[i]);
    }
    if (count > 0)
        fputs(".</p>\n", file);
}

static void write_numbers(FILE *file, const struct verdict *verdict)
{
    char text[4][16], words[TEXT_BYTES];

    fprintf(file,
            "<table><tr><th>acquired<th>refused<th>lost<th>extended<th>writes"
            "<th>before /s<th>during /s<th>after /s<th>recovered ms</tr>\n"
            "<tr><td>%u<td>%u<td>%u<td>%u<td>%u<td>%s<td>%s<td>%s<td>%s</tr>"
            "</table>\n",
            verdict->acquired, verdict->refused, verdict->lost,
            verdict->extended, verdict->writes,
            number(verdict->before, text[0]), number(verdict->during, text[1]),
            number(verdict->after, text[2]),
            number(verdict->recovery_ms, text[3]));
    if (allowed(verdict, words)[0] != '\0')
        fprintf(file, "<p>%s.</p>\n", words);
}

/* One row for each fault. */
static void write_faults(FILE *file, const struct verdict *verdict)
{
    char text[4][16];

    if (verdict->fault_count == 0 || verdict->scenario.two_holders[0] != '\0')
        return;
    fputs("<details><summary>Each fault</summary>\n<table><tr><th>fault"
          "<th>at s<th>for s<th>before /s<th>during /s<th>after /s"
          "<th>recovered ms</tr>\n",
          file);
    for (size_t i = 0; i < verdict->fault_count; i++) {
        const struct fault *fault = &verdict->faults[i];

        fputs("<tr><td>", file);
        write_escaped(file, fault->name);
        fprintf(file, "<td>%.1f<td>%.1f<td>%s<td>%s<td>%s<td>%s</tr>\n",
                (double)(fault->begin - verdict->start) / 1e9,
                (double)(fault->end - fault->begin) / 1e9,
                number(fault->before, text[0]), number(fault->during, text[1]),
                number(fault->after, text[2]),
                number(fault->recovery_ms, text[3]));
    }
    fputs("</table></details>\n", file);
}

void page_section(FILE *file, const struct verdict *verdict)
{
    fprintf(file,
            "<h2 id=\"%s\">%s <span class=\"word %s\">%s</span></h2>\n<p>",
            verdict->scenario.name, verdict->scenario.name, word_of(verdict),
            word_of(verdict));
    write_escaped(file, verdict->scenario.title);
    fputs(".</p>\n", file);
    if (verdict->scenario.skipped[0] != '\0') {
        fputs("<p>Skipped: ", file);
        write_escaped(file, verdict->scenario.skipped);
        fputs(".</p>\n", file);
        return;
    }
    write_numbers(file, verdict);
    if (verdict->violations > 0)
        fputs("<ul>\n", file);
    for (unsigned i = 0; i < verdict->violations && i < VIOLATIONS_KEPT; i++) {
        fputs("<li>", file);
        write_escaped(file, verdict->violation[i]);
        fputs("\n", file);
    }
    if (verdict->violations > 0)
        fputs("</ul>\n", file);
    picture_write(file, verdict);
    write_faults(file, verdict);
    write_reasons(file, verdict);
}

void page_foot(FILE *file)
{
    fputs("</body></html>\n", file);
}
