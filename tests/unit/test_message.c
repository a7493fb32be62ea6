/* SPDX-License-Identifier: MIT */
/* Messages reach standard error. */

#include <criterion/criterion.h>
#include <pthread.h>
#include <unistd.h>

#include "cli/base/message.h"

/* ulimit -s sets the size of a thread's stack unless the thread has its own. */
Test(message, the_writing_thread_works_with_a_small_stack_limit)
{
    static const char expected[] = "redlock: job: text\n";
    char text[sizeof(expected)] = "";
    pthread_attr_t small;
    int ends[2];

    cr_assert_eq(pthread_attr_init(&small), 0);
    cr_assert_eq(pthread_attr_setstacksize(&small, 65536), 0);
    cr_assert_eq(pthread_setattr_default_np(&small), 0);
    cr_assert_eq(pipe(ends), 0);
    cr_assert_eq(dup2(ends[1], STDERR_FILENO), STDERR_FILENO);
    message_queue(message_dropped, NULL);
    message("job", "text");
    message_end();
    cr_assert_eq(read(ends[0], text, sizeof(text) - 1), sizeof(text) - 1);
    cr_assert_str_eq(text, expected);
}
