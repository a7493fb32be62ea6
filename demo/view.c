/* SPDX-License-Identifier: MIT */
/* The demo's words: events, the line each second, and when to draw. */

#include "demo/view.h"

#include <assert.h>
#include <inttypes.h>
#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "demo/crew.h"
#include "redlock/redlock.h"

/* The demo's live picture on a terminal, DEMO_COLUMNS wide. */

#define DEMO_FRAME_ROWS 23

#define BAR_COLUMNS 18

enum paint {
    PAINT_PLAIN,
    PAINT_BOLD,
    PAINT_DIM,
    PAINT_RED,
    PAINT_GREEN,
    PAINT_YELLOW,
};

struct canvas {
    FILE *out;
    bool color;
    int rows;
};

static void begin_paint(struct canvas *canvas, enum paint paint)
{
    static const char *const codes[] = {"0", "1", "2", "31", "32", "33"};

    if (canvas->color && paint != PAINT_PLAIN)
        (void)fprintf(canvas->out, "\033[%sm", codes[paint]);
}

static void end_paint(struct canvas *canvas, enum paint paint)
{
    if (canvas->color && paint != PAINT_PLAIN)
        (void)fputs("\033[0m", canvas->out);
}

__attribute__((format(printf, 3, 4))) static void
put(struct canvas *canvas, enum paint paint, const char *format, ...)
{
    va_list values;

    begin_paint(canvas, paint);
    va_start(values, format);
    (void)vfprintf(canvas->out, format, values);
    va_end(values);
    end_paint(canvas, paint);
}

/* Ends the row, and wipes what the picture before had there. */
static void end_row(struct canvas *canvas)
{
    (void)fputs("\033[K\n", canvas->out);
    canvas->rows++;
}

static void draw_head(struct canvas *canvas, const struct demo_picture *picture)
{
    double passed = (double)(clock_now_ms() - picture->began_ms) / 1000.0;

    put(canvas, PAINT_BOLD, "redlock demo");
    put(canvas, PAINT_DIM, "  %d masters, %d workers, one counter in a file",
        DEMO_MASTERS, DEMO_WORKERS);
    put(canvas, PAINT_DIM, "%18.1f s", passed);
    end_row(canvas);
    end_row(canvas);
    put(canvas, PAINT_YELLOW, "Act %d  ", picture->act);
    put(canvas, PAINT_BOLD, "%s", picture->sentence);
    end_row(canvas);
    end_row(canvas);
}

/* How this node answered the visitor's last acquire, if there was one. */
static void draw_visitor(struct canvas *canvas,
                         const struct demo_picture *picture, int node)
{
    const struct redlock_node_report *said;

    if (picture->visitor == NULL)
        return;
    said = &picture->visitor->node[node];
    if (said->vote == REDLOCK_VOTE_GRANTED)
        put(canvas, PAINT_GREEN, "%s", redlock_vote_text(said->vote));
    else if (said->reason == REDLOCK_REASON_NONE)
        put(canvas, PAINT_DIM, "%s", redlock_vote_text(said->vote));
    else
        put(canvas, PAINT_RED, "%.36s", redlock_reason_text(said->reason));
}

static void draw_master(struct canvas *canvas,
                        const struct demo_picture *picture, int node)
{
    const struct redlock_node_report *seen = &picture->held->node[node];
    bool waits = picture->masters->master[node].quarantined;
    bool up = picture->masters->master[node].pid != 0;

    put(canvas, PAINT_PLAIN, "  %d       ", node + 1);
    if (waits)
        put(canvas, PAINT_YELLOW, "%-8s", "waits");
    else
        put(canvas, up ? PAINT_GREEN : PAINT_RED, "%-8s", up ? "up" : "killed");
    if (up && seen->holder[0] != '\0') {
        put(canvas, PAINT_PLAIN, "%-12.12s", redlock_token_label(seen->holder));
        put(canvas, PAINT_PLAIN, "%5" PRId64 " ms   ", seen->remaining_ms);
    } else {
        put(canvas, PAINT_DIM, "%-12s           ", up && !waits ? "free" : "-");
    }
    draw_visitor(canvas, picture, node);
    end_row(canvas);
}

static void draw_masters(struct canvas *canvas,
                         const struct demo_picture *picture)
{
    put(canvas, PAINT_DIM, "master    state   held by     runs out   %s",
        picture->visitor == NULL ? "" : "a visitor's acquire");
    end_row(canvas);
    for (int i = 0; i < DEMO_MASTERS; i++)
        draw_master(canvas, picture, i);
    end_row(canvas);
}

static void draw_worker(struct canvas *canvas,
                        const struct demo_picture *picture, int worker,
                        int64_t most)
{
    int64_t done = demo_crew_increments(picture->crew, worker);
    int filled = most == 0 ? 0 : (int)(done * BAR_COLUMNS / most);

    put(canvas, PAINT_PLAIN, "worker-%d ", worker + 1);
    begin_paint(canvas, PAINT_GREEN);
    for (int i = 0; i < filled; i++)
        (void)fputs(picture->utf8 ? "■" : "#", canvas->out);
    end_paint(canvas, PAINT_GREEN);
    put(canvas, PAINT_PLAIN, "%*s", BAR_COLUMNS - filled, "");
    put(canvas, PAINT_BOLD, "%6" PRId64, done);
}

static void draw_workers(struct canvas *canvas,
                         const struct demo_picture *picture)
{
    int64_t most = 0;

    for (int i = 0; i < DEMO_WORKERS; i++) {
        int64_t done = demo_crew_increments(picture->crew, i);

        most = done > most ? done : most;
    }
    for (int i = 0; i < DEMO_WORKERS; i += 2) {
        draw_worker(canvas, picture, i, most);
        put(canvas, PAINT_PLAIN, "     ");
        draw_worker(canvas, picture, i + 1, most);
        end_row(canvas);
    }
}

/* The pace as a row of little columns, the newest at the right. */
static void draw_pace(struct canvas *canvas, const struct demo_picture *picture)
{
    static const char *const high[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const low[] = {"_", ".", "-", "=", "+", "*", "%", "#"};
    int64_t now = picture->paces == 0 ? 0 : picture->pace[picture->paces - 1];
    int64_t most = 1;

    put(canvas, PAINT_BOLD, "%8" PRId64, demo_crew_total(picture->crew));
    put(canvas, PAINT_PLAIN, " increments, %4" PRId64 " a second  ", now);
    for (int i = 0; i < picture->paces; i++)
        most = picture->pace[i] > most ? picture->pace[i] : most;
    begin_paint(canvas, PAINT_YELLOW);
    for (int i = 0; i < picture->paces; i++) {
        int64_t step = picture->pace[i] * 7 / most;

        (void)fputs(picture->utf8 ? high[step] : low[step], canvas->out);
    }
    end_paint(canvas, PAINT_YELLOW);
    end_row(canvas);
    end_row(canvas);
}

static void draw_events(struct canvas *canvas,
                        const struct demo_picture *picture)
{
    for (int i = 0; i < DEMO_EVENTS; i++) {
        const struct demo_event *event = &picture->event[i];

        if (i < picture->events) {
            put(canvas, PAINT_DIM, "%5.1f s  ",
                (double)(event->at_ms - picture->began_ms) / 1000.0);
            put(canvas, PAINT_PLAIN, "%s", event->text);
        }
        end_row(canvas);
    }
}

/* Hides the cursor. */
static void demo_frame_begin(void)
{
    (void)fputs("\033[?25l", stdout);
    (void)fflush(stdout);
}

/* Shows it again, below the last picture. */
static void demo_frame_end(void)
{
    (void)fputs("\033[?25h", stdout);
    (void)fflush(stdout);
}

/* Draws over the picture before. */
static void demo_frame_draw(struct demo_picture *picture)
{
    char *text = NULL;
    size_t size = 0;
    struct canvas canvas = {.color = picture->color};

    canvas.out = open_memstream(&text, &size);
    if (canvas.out == NULL)
        return;
    if (picture->rows_drawn > 0)
        (void)fprintf(canvas.out, "\r\033[%dA", picture->rows_drawn);
    draw_head(&canvas, picture);
    draw_masters(&canvas, picture);
    draw_workers(&canvas, picture);
    draw_pace(&canvas, picture);
    draw_events(&canvas, picture);
    if (fclose(canvas.out) == 0) {
        (void)fwrite(text, 1, size, stdout);
        (void)fflush(stdout);
        picture->rows_drawn = canvas.rows;
    }
    assert(canvas.rows == DEMO_FRAME_ROWS);
    free(text);
}

#define LINE_MS 1000

static bool roomy_terminal(void)
{
    const char *kind = getenv("TERM");
    struct winsize size;

    return isatty(STDOUT_FILENO) && kind != NULL && strcmp(kind, "dumb") != 0 &&
           ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
           size.ws_col >= DEMO_COLUMNS && size.ws_row > DEMO_FRAME_ROWS;
}

void demo_view_open(struct demo_picture *picture)
{
    const char *no_color = getenv("NO_COLOR");

    (void)setlocale(LC_CTYPE, "");
    picture->utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    picture->frame = roomy_terminal();
    picture->color =
        picture->frame && (no_color == NULL || no_color[0] == '\0');
    picture->began_ms = clock_now_ms();
    picture->reported_ms = picture->began_ms;
    picture->paced_ms = picture->began_ms;
    if (picture->frame)
        demo_frame_begin();
}

void demo_view_close(struct demo_picture *picture)
{
    if (picture->frame)
        demo_frame_end();
    picture->frame = false;
}

static double seconds(const struct demo_picture *picture, int64_t at_ms)
{
    return (double)(at_ms - picture->began_ms) / 1000.0;
}

void demo_view_event(struct demo_picture *picture, const char *format, ...)
{
    struct demo_event *event;
    va_list values;

    if (picture->events == DEMO_EVENTS) {
        memmove(picture->event, picture->event + 1,
                sizeof(picture->event) - sizeof(picture->event[0]));
        picture->events--;
    }
    event = &picture->event[picture->events++];
    event->at_ms = clock_now_ms();
    va_start(values, format);
    (void)vsnprintf(event->text, sizeof(event->text), format, values);
    va_end(values);
    if (picture->frame)
        return;
    (void)printf("%5.1f s  %s\n", seconds(picture, event->at_ms), event->text);
    (void)fflush(stdout);
}

void demo_view_act(struct demo_picture *picture, int act, const char *sentence)
{
    picture->act = act;
    picture->sentence = sentence;
    picture->visitor = NULL;
    if (picture->frame)
        return;
    (void)printf("\nAct %d: %s\n", act, sentence);
    (void)fflush(stdout);
}

void demo_view_visit(struct demo_picture *picture,
                     const struct redlock_report *votes)
{
    picture->visitor = votes;
    for (int i = 0; i < votes->nodes && !picture->frame; i++) {
        const struct redlock_node_report *node = &votes->node[i];
        bool explained = node->reason != REDLOCK_REASON_NONE;

        (void)printf("           master %d: %s%s%s\n", i + 1,
                     redlock_vote_text(node->vote), explained ? ", " : "",
                     explained ? redlock_reason_text(node->reason) : "");
    }
    (void)fflush(stdout);
}

/* The label of the holder that a quorum names; NULL: none does. */
static const char *holder_of(const struct demo_picture *picture)
{
    const struct redlock_report *held = picture->held;
    const char *most = NULL;
    int most_nodes = 0;

    for (int i = 0; i < held->nodes; i++) {
        int nodes = 0;

        if (held->node[i].holder[0] == '\0')
            continue;
        for (int k = 0; k < held->nodes; k++)
            nodes += strcmp(held->node[k].holder, held->node[i].holder) == 0;
        if (nodes > most_nodes) {
            most_nodes = nodes;
            most = held->node[i].holder;
        }
    }
    return most_nodes >= held->quorum ? redlock_token_label(most) : NULL;
}

/* Increments a second since the last time, which becomes now. */
static int64_t rate_since(int64_t total, int64_t *last_total, int64_t *last_ms)
{
    int64_t now = clock_now_ms();
    int64_t span = now > *last_ms ? now - *last_ms : 1;
    int64_t done = total - *last_total;

    *last_total = total;
    *last_ms = now;
    return done * 1000 / span;
}

static void print_line(struct demo_picture *picture)
{
    int64_t total = demo_crew_total(picture->crew);
    int64_t a_second =
        rate_since(total, &picture->reported_total, &picture->reported_ms);
    const char *holder = holder_of(picture);
    char up[DEMO_MASTERS + 1] = "";

    for (int i = 0; i < DEMO_MASTERS; i++)
        up[i] = picture->masters->master[i].pid == 0      ? '-'
                : picture->masters->master[i].quarantined ? '?'
                                                          : "123456789"[i];
    (void)printf("%5.1f s  masters %s  increments %6" PRId64 " (%4" PRId64
                 "/s)  held by %s\n",
                 seconds(picture, clock_now_ms()), up, total, a_second,
                 holder == NULL ? "nobody" : holder);
    (void)fflush(stdout);
}

static void sample_pace(struct demo_picture *picture)
{
    int64_t total = demo_crew_total(picture->crew);

    if (picture->paces == DEMO_PACES) {
        memmove(picture->pace, picture->pace + 1,
                sizeof(picture->pace) - sizeof(picture->pace[0]));
        picture->paces--;
    }
    picture->pace[picture->paces++] =
        rate_since(total, &picture->paced_total, &picture->paced_ms);
}

void demo_view_refresh(struct demo_picture *picture)
{
    if (clock_now_ms() - picture->paced_ms >= DEMO_PACE_MS)
        sample_pace(picture);
    if (picture->frame)
        demo_frame_draw(picture);
    else if (clock_now_ms() - picture->reported_ms >= LINE_MS)
        print_line(picture);
}
