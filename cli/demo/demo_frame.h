/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_DEMO_DEMO_FRAME_H
#define RLK_CLI_DEMO_DEMO_FRAME_H

/* The demo's live picture on a terminal, DEMO_COLUMNS wide. */

#include "cli/demo/demo_picture.h"

#define DEMO_FRAME_ROWS 23

/* Hides the cursor. */
void demo_frame_begin(void);

/* Shows it again, below the last picture. */
void demo_frame_end(void);

/* Draws over the picture before. */
void demo_frame_draw(struct demo_picture *picture);

#endif
