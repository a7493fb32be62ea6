/* SPDX-License-Identifier: MIT */
#ifndef RLK_DEMO_VIEW_H
#define RLK_DEMO_VIEW_H

/*
 * What the demo shows: on a terminal that is large enough one frame, drawn
 * again and again (view.c), elsewhere a line for each event and one
 * each second.
 */

#include <stdbool.h>
#include <stdint.h>

#include "demo/crew.h"
#include "redlock/redlock.h"

/* All that the demo shows at one moment, and how it was shown before. */

#define DEMO_EVENTS 6
#define DEMO_COLUMNS 80 /* what a frame needs, and DEMO_FRAME_ROWS */
#define DEMO_PACES 40   /* samples of the pace, the newest last */
#define DEMO_PACE_MS 500

struct demo_event {
    int64_t at_ms;
    char text[DEMO_COLUMNS - 10];
};

/* What is pointed to is borrowed; the rest is view.c's own. */
struct demo_picture {
    const struct demo_masters *masters;
    const struct demo_crew *crew;
    const struct redlock_report *held;    /* who holds the lock now */
    const struct redlock_report *visitor; /* an acquire's votes; or NULL */
    int act;
    const char *sentence;

    bool frame;
    bool color;
    bool utf8;
    int rows_drawn;
    int64_t began_ms;
    int64_t reported_ms; /* the last line about how things are */
    int64_t reported_total;
    int64_t paced_ms; /* the last sample of the pace */
    int64_t paced_total;
    int paces;
    int64_t pace[DEMO_PACES]; /* increments a second */
    int events;
    struct demo_event event[DEMO_EVENTS];
};

/* Looks at the terminal, and hides its cursor where a frame will be drawn. */
void demo_view_open(struct demo_picture *picture);

/* Leaves the last frame on the screen, and shows the cursor. */
void demo_view_close(struct demo_picture *picture);

/* Begins an act. sentence: borrowed until the next. */
void demo_view_act(struct demo_picture *picture, int act, const char *sentence);

__attribute__((format(printf, 2, 3))) void
demo_view_event(struct demo_picture *picture, const char *format, ...);

/* Shows what an acquire's nodes said. votes: borrowed until the next act. */
void demo_view_visit(struct demo_picture *picture,
                     const struct redlock_report *votes);

/* Shows how things are now; to be called some ten times a second. */
void demo_view_refresh(struct demo_picture *picture);

#endif
