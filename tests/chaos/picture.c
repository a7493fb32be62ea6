/* SPDX-License-Identifier: MIT */
/* Draws a run as a picture. */

#include "tests/chaos/picture.h"

#include <stdlib.h>
#include <string.h>

#define ROWS_MAX 32
#define ANSWERS_MAX 8
#define BINS 120

#define WIDTH 1000.0
#define LEFT 150.0
#define RIGHT 12.0
#define ROW 20.0
#define BAR 14.0
#define STRIP 54.0
#define GAP 12.0
#define KEY_LINE 16.0

/* Each distinct text has a row; the rows are in the order of first use. */
struct rows {
    char text[ROWS_MAX][TEXT_BYTES];
    size_t count;
};

struct canvas {
    FILE *file;
    const struct verdict *verdict;
    int64_t from;
    int64_t until;
    struct rows faults;
    struct rows workers;
    struct rows locks;
    struct rows answers;
    double workers_top;
    double strip_top;
    double axis;
};

static const char *const lock_colours[] = {"#3b7dd8", "#2a9d6f", "#8a63d2",
                                           "#c28a1a"};
static const char *const shared_colours[] = {"#a9c6ee", "#9fd3bd", "#c9b8eb",
                                             "#e4c990"};
static const char *const answer_colours[] = {"#9aa5b1", "#d9822b", "#b83280",
                                             "#5c4b8a", "#444444", "#7a8f2a",
                                             "#2a7f8f", "#8f2a2a"};

static size_t row_of(struct rows *rows, const char *text)
{
    size_t i = 0;

    while (i < rows->count && strcmp(rows->text[i], text) != 0)
        i++;
    if (i == rows->count && rows->count < ROWS_MAX)
        snprintf(rows->text[rows->count++], TEXT_BYTES, "%s", text);
    return i < ROWS_MAX ? i : ROWS_MAX - 1;
}

void write_escaped(FILE *file, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '<')
            fputs("&lt;", file);
        else if (*text == '&')
            fputs("&amp;", file);
        else if (*text == '"')
            fputs("&quot;", file);
        else
            fputc(*text, file);
    }
}

static double across(const struct canvas *canvas, int64_t at)
{
    double share =
        (double)(at - canvas->from) / (double)(canvas->until - canvas->from);

    share = share < 0 ? 0 : share > 1 ? 1 : share;
    return LEFT + share * (WIDTH - LEFT - RIGHT);
}

static void box(const struct canvas *canvas, int64_t begin, int64_t end,
                double top, double height, const char *style)
{
    double x = across(canvas, begin);
    double width = across(canvas, end) - x;

    fprintf(canvas->file,
            "<rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\" %s>", x,
            top, width > 0.6 ? width : 0.6, height, style);
}

static void label(const struct canvas *canvas, double x, double y,
                  const char *anchor, const char *text)
{
    fprintf(canvas->file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x,
            y, anchor);
    write_escaped(canvas->file, text);
    fputs("</text>\n", canvas->file);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void survey_rows(struct canvas *canvas)
{
    const struct verdict *verdict = canvas->verdict;
    char answer[NAME_BYTES];

    for (size_t i = 0; i < verdict->fault_count; i++)
        row_of(&canvas->faults, verdict->faults[i].name);
    for (size_t i = 0; i < verdict->history.count; i++) {
        const struct event *event = &verdict->history.events[i];

        if (event->what < WHAT_START)
            row_of(&canvas->workers, event->who);
        if (event->what == WHAT_REFUSED)
            row_of(&canvas->answers,
                   value_text(event->keys, "answer", answer, sizeof(answer)));
    }
    for (size_t i = 0; i < verdict->claims.count; i++)
        row_of(&canvas->locks, verdict->claims.tenures[i].lock);
    qsort(canvas->workers.text, canvas->workers.count, TEXT_BYTES, by_text);
    qsort(canvas->locks.text, canvas->locks.count, TEXT_BYTES, by_text);
}

static void draw_faults(struct canvas *canvas)
{
    for (size_t i = 0; i < canvas->verdict->fault_count; i++) {
        const struct fault *fault = &canvas->verdict->faults[i];
        double top = GAP + (double)row_of(&canvas->faults, fault->name) * ROW;

        box(canvas, fault->begin, fault->end, top, canvas->axis - top,
            "fill=\"#f2994a\" opacity=\"0.13\"");
        fputs("</rect>\n", canvas->file);
        box(canvas, fault->begin, fault->end, top, BAR, "fill=\"#f2994a\"");
        fputs("<title>", canvas->file);
        write_escaped(canvas->file, fault->name);
        fputs("</title></rect>\n", canvas->file);
    }
    for (size_t i = 0; i < canvas->faults.count; i++)
        label(canvas, LEFT - 8, GAP + (double)i * ROW + 11, "end",
              canvas->faults.text[i]);
}

/* The color of the bar; *top and *height are of the lock's slice. */
static const char *bar_of(struct canvas *canvas, const struct tenure *tenure,
                          double *top, double *height)
{
    size_t colour = row_of(&canvas->locks, tenure->lock) % 4;
    unsigned parts, before;

    before = claims_parts_before(&canvas->verdict->claims, tenure, &parts);
    *height = BAR / parts;
    *top = canvas->workers_top +
           (double)row_of(&canvas->workers, tenure->who) * ROW +
           before * *height;
    return tenure->shared ? shared_colours[colour] : lock_colours[colour];
}

static void draw_tenures(struct canvas *canvas)
{
    for (size_t i = 0; i < canvas->verdict->claims.count; i++) {
        const struct tenure *tenure = &canvas->verdict->claims.tenures[i];
        double top, height;
        char fill[32];

        if (tenure->start >= canvas->until)
            continue;
        snprintf(fill, sizeof(fill), "fill=\"%s\"",
                 bar_of(canvas, tenure, &top, &height));
        box(canvas, tenure->start, tenure->end, top, height, fill);
        fprintf(canvas->file, "<title>%s, lock %s%s, %.1f ms</title></rect>\n",
                tenure->name, tenure->lock, tenure->shared ? ", shared" : "",
                (double)(tenure->end - tenure->start) / 1e6);
    }
    for (size_t i = 0; i < canvas->workers.count; i++)
        label(canvas, LEFT - 8, canvas->workers_top + (double)i * ROW + 11,
              "end", canvas->workers.text[i]);
}

/* Drawn last and over both tenures, because it is a violation. */
static void draw_overlaps(struct canvas *canvas)
{
    for (size_t i = 0; i < canvas->verdict->claims.count; i++) {
        const struct tenure *tenure = &canvas->verdict->claims.tenures[i];
        const struct tenure *both[] = {tenure, tenure->beside};
        int64_t until;

        if (tenure->beside == NULL)
            continue;
        until = tenure->end < tenure->beside->end ? tenure->end
                                                  : tenure->beside->end;
        for (int k = 0; k < 2; k++) {
            double top = canvas->workers_top - 2 +
                         (double)row_of(&canvas->workers, both[k]->who) * ROW;

            box(canvas, tenure->start, until, top, BAR + 4, "fill=\"#d62828\"");
            fprintf(canvas->file, "<title>two holders of %s</title></rect>\n",
                    tenure->lock);
        }
    }
}

static void draw_refusals(struct canvas *canvas)
{
    unsigned bins[BINS][ANSWERS_MAX] = {0};
    unsigned highest = 1;
    double step = (double)(canvas->until - canvas->from) / BINS;
    char answer[NAME_BYTES];

    for (size_t i = 0; i < canvas->verdict->history.count; i++) {
        const struct event *event = &canvas->verdict->history.events[i];
        double bin = (double)(event->at - canvas->from) / step;
        unsigned sum = 0;
        size_t which;

        if (event->what != WHAT_REFUSED || bin < 0 || bin >= BINS)
            continue;
        which = row_of(&canvas->answers, value_text(event->keys, "answer",
                                                    answer, sizeof(answer)));
        bins[(int)bin][which % ANSWERS_MAX]++;
        for (int k = 0; k < ANSWERS_MAX; k++)
            sum += bins[(int)bin][k];
        highest = sum > highest ? sum : highest;
    }
    for (int i = 0; i < BINS; i++) {
        double bottom = canvas->strip_top + STRIP;

        for (int k = 0; k < ANSWERS_MAX; k++) {
            double height = bins[i][k] * STRIP / highest;
            char fill[32];

            if (bins[i][k] == 0)
                continue;
            bottom -= height;
            snprintf(fill, sizeof(fill), "fill=\"%s\"", answer_colours[k]);
            box(canvas, canvas->from + (int64_t)(i * step),
                canvas->from + (int64_t)((i + 0.9) * step), bottom, height,
                fill);
            fputs("</rect>\n", canvas->file);
        }
    }
    label(canvas, LEFT - 8, canvas->strip_top + STRIP / 2 + 4, "end",
          "refusals");
}

static void draw_axis(struct canvas *canvas)
{
    int64_t second = INT64_C(1000000000);
    int64_t span = (canvas->until - canvas->from) / second;
    int64_t step = span > 60 ? 10 : span > 24 ? 5 : span > 8 ? 2 : 1;

    for (int64_t s = 0; s <= span; s += step) {
        double x = across(canvas, canvas->from + s * second);
        char text[24];

        fprintf(canvas->file,
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" "
                "stroke=\"#cccccc\" stroke-width=\"0.5\"/>\n",
                x, x, GAP, canvas->axis);
        snprintf(text, sizeof(text), "%d s", (int)s);
        label(canvas, x, canvas->axis + 14, "middle", text);
    }
}

/* Draws one entry of the legend at *x and *y, which advance. */
static void key(const struct canvas *canvas, double *x, double *y,
                const char *colour, const char *prefix, const char *text)
{
    char words[TEXT_BYTES + 16];
    double width;

    snprintf(words, sizeof(words), "%s%s", prefix, text);
    for (char *dash = words; (dash = strchr(dash, '-')) != NULL;)
        *dash = ' ';
    width = 34 + 6 * (double)strlen(words);
    if (*x + width > WIDTH - RIGHT) {
        *x = LEFT;
        *y += KEY_LINE;
    }
    fprintf(canvas->file,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"10\" height=\"10\" "
            "fill=\"%s\"/>\n",
            *x, *y, colour);
    label(canvas, *x + 15, *y + 9, "start", words);
    *x += width;
}

static void draw_keys(struct canvas *canvas)
{
    double x = LEFT;
    double y = canvas->axis + 24;
    bool twice = false;

    for (size_t i = 0; i < canvas->verdict->claims.count; i++)
        twice |= canvas->verdict->claims.tenures[i].beside != NULL;
    for (size_t i = 0; i < canvas->locks.count; i++)
        key(canvas, &x, &y, lock_colours[i % 4], "held: lock ",
            canvas->locks.text[i]);
    for (size_t i = 0; i < canvas->locks.count && canvas->verdict->shared; i++)
        key(canvas, &x, &y, shared_colours[i % 4], "shared: lock ",
            canvas->locks.text[i]);
    if (canvas->verdict->fault_count > 0)
        key(canvas, &x, &y, "#f2994a", "a fault", "");
    if (twice)
        key(canvas, &x, &y, "#d62828", "two holders", "");
    for (size_t i = 0; i < canvas->answers.count; i++)
        key(canvas, &x, &y, answer_colours[i % ANSWERS_MAX],
            "refused: ", canvas->answers.text[i]);
}

void picture_write(FILE *file, const struct verdict *verdict)
{
    struct canvas canvas = {.file = file,
                            .verdict = verdict,
                            .from = verdict->start,
                            .until = verdict->stop};

    if (canvas.until <= canvas.from)
        return;
    survey_rows(&canvas);
    canvas.workers_top = GAP + (double)canvas.faults.count * ROW + GAP;
    canvas.strip_top =
        canvas.workers_top + (double)canvas.workers.count * ROW + GAP;
    canvas.axis = canvas.strip_top;
    if (canvas.answers.count > 0)
        canvas.axis += STRIP + 6;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f "
            "%.0f\" font-family=\"sans-serif\" font-size=\"11\" "
            "fill=\"#333333\" role=\"img\">\n<rect width=\"100%%\" "
            "height=\"100%%\" fill=\"#ffffff\"/>\n",
            WIDTH, canvas.axis + 28 + 2 * KEY_LINE);
    draw_axis(&canvas);
    draw_faults(&canvas);
    draw_tenures(&canvas);
    draw_overlaps(&canvas);
    if (canvas.answers.count > 0)
        draw_refusals(&canvas);
    draw_keys(&canvas);
    fputs("</svg>\n", file);
}
