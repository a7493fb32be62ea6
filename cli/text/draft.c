/* SPDX-License-Identifier: MIT */
/* A text in memory, complete or with an error. */

#include "cli/text/draft.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

static bool grow(struct draft *draft, size_t more)
{
    size_t room = 2 * (draft->length + more);
    char *text = realloc(draft->text, room);

    if (text == NULL)
        return false;
    draft->text = text;
    draft->room = room;
    return true;
}

static ssize_t take(void *cookie, const char *bytes, size_t length)
{
    struct draft *draft = cookie;

    if (length > draft->room - draft->length && !grow(draft, length)) {
        draft->incomplete = true;
        return 0;
    }
    memcpy(draft->text + draft->length, bytes, length);
    draft->length += length;
    return (ssize_t)length;
}

bool draft_open(struct draft *draft)
{
    *draft = (struct draft){.text = malloc(DRAFT_ROOM), .room = DRAFT_ROOM};
    if (draft->text != NULL)
        draft->out =
            fopencookie(draft, "w", (cookie_io_functions_t){.write = take});
    if (draft->out != NULL)
        return true;
    free(draft->text);
    draft->text = NULL;
    errno = ENOMEM;
    return false;
}

void draft_reset(struct draft *draft)
{
    (void)fflush(draft->out);
    clearerr(draft->out);
    draft->length = 0;
    draft->incomplete = false;
}

bool draft_finish(struct draft *draft)
{
    if (fflush(draft->out) == 0 && !draft->incomplete)
        return true;
    errno = ENOMEM;
    return false;
}

void draft_close(struct draft *draft)
{
    int error = errno;

    if (draft->out == NULL)
        return;
    (void)fclose(draft->out);
    free(draft->text);
    *draft = (struct draft){.out = NULL};
    errno = error;
}
