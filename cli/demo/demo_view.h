/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_DEMO_DEMO_VIEW_H
#define RLK_CLI_DEMO_DEMO_VIEW_H

/*
 * What the demo shows: on a terminal that is large enough one frame, drawn
 * again and again (demo_frame.c), elsewhere a line for each event and one
 * each second.
 */

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/demo/demo_crew.h"
#include "cli/demo/demo_masters.h"
#include "redlock/redlock.h"

#define DEMO_EVENTS 6
#define DEMO_COLUMNS 80 /* what a frame needs, with demo_frame_rows() */
#define DEMO_PACES 40   /* samples of the pace, the newest last */
#define DEMO_PACE_MS 500

struct demo_event {
    int64_t at_ms;
    char text[DEMO_COLUMNS - 10];
};

/* Borrowed, all of it, but for what the view writes about itself. */
struct demo_view {
    const struct demo_masters *masters;
    const struct demo_crew *crew;
    const struct redlock_report *held;    /* by whom, at this moment */
    const struct redlock_report *visitor; /* an acquire's votes; or NULL */
    int act;
    const char *sentence;

    bool frame;
    bool color;
    bool utf8;
    int rows_drawn;
    int64_t began_ms;
    int64_t told_ms; /* the last line about how things are */
    int64_t told_total;
    int64_t paced_ms; /* the last sample of the pace */
    int64_t paced_total;
    int paces;
    int64_t pace[DEMO_PACES]; /* increments a second */
    int events;
    struct demo_event event[DEMO_EVENTS];
};

/* Looks at the terminal, and hides its cursor where a frame will be drawn. */
void demo_view_open(struct demo_view *view);

/* Leaves the last frame on the screen, and shows the cursor. */
void demo_view_close(struct demo_view *view);

/* Begins an act. sentence: borrowed until the next. */
void demo_view_act(struct demo_view *view, int act, const char *sentence);

__attribute__((format(printf, 2, 3))) void
demo_view_event(struct demo_view *view, const char *format, ...);

/* Shows what an acquire's nodes said. votes: borrowed until the next act. */
void demo_view_visit(struct demo_view *view,
                     const struct redlock_report *votes);

/* Shows how things are now; to be called some ten times a second. */
void demo_view_refresh(struct demo_view *view);

/* Whom the most nodes name as the holder: a label, or NULL. */
const char *demo_view_holder(const struct demo_view *view);

#endif
