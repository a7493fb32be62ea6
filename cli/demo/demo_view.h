/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_DEMO_DEMO_VIEW_H
#define RLK_CLI_DEMO_DEMO_VIEW_H

/*
 * What the demo shows: on a terminal that is large enough one frame, drawn
 * again and again (demo_frame.c), elsewhere a line for each event and one
 * each second.
 */

#include "cli/demo/demo_picture.h"

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
