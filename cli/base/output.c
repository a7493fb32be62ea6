/* SPDX-License-Identifier: MIT */
/* Standard output, and whether all of it could be written. */

#include "cli/base/output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/base/message.h"

bool output_written(void)
{
    static bool told;

    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    if (!told)
        message_always(NULL, "standard output cannot be written%s%s",
                       errno == 0 ? "" : ": ",
                       errno == 0 ? "" : strerror(errno));
    told = true;
    return false;
}
