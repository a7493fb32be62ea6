/* SPDX-License-Identifier: MIT */
/* The demo's words: events, the line each second, and when to draw. */

#include "cli/demo/demo_view.h"

#include <inttypes.h>
#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/demo/demo_frame.h"

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
    picture->told_ms = picture->began_ms;
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
        rate_since(total, &picture->told_total, &picture->told_ms);
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
    else if (clock_now_ms() - picture->told_ms >= LINE_MS)
        print_line(picture);
}
