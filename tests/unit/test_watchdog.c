/* SPDX-License-Identifier: MIT */
/* The process that watches over a command, and its news. */

#include <criterion/criterion.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/warden/watchdog.h"

#define HOUR_MS 3600000

/* More than fits into a pipe. */
#define NEWS 100000

static pid_t start_command(void)
{
    pid_t pid = fork();

    if (pid == 0) {
        (void)setpgid(0, 0);
        for (;;)
            pause();
    }
    cr_assert_gt(pid, 0);
    (void)setpgid(pid, pid);
    return pid;
}

static void nap(void)
{
    struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};

    (void)nanosleep(&pause, NULL);
}

static void await_read(const struct watchdog *watchdog)
{
    int unread = 1;

    for (int i = 0; i < 3000 && unread > 0; i++) {
        cr_assert_eq(ioctl(watchdog->pipe, FIONREAD, &unread), 0);
        nap();
    }
    cr_assert_eq(unread, 0);
}

/* The validity that was written first has passed by then. */
Test(watchdog, that_was_stopped_for_long_acts_on_the_newest_validity)
{
    struct watchdog watchdog = {.pid = 0};
    struct target target = {.group = start_command(), .process.fd = -1};
    const struct charge charge = {
        .target = &target,
        .death_signal = DEATH_SIGNAL_NONE,
        .warning_ms = 100,
    };

    cr_assert(
        watchdog_start(&watchdog, &charge, clock_now_ms() + HOUR_MS, false));
    cr_assert_eq(kill(watchdog.pid, SIGSTOP), 0);
    cr_assert_eq(waitpid(watchdog.pid, NULL, WUNTRACED), watchdog.pid);
    for (int i = 0; i < NEWS; i++)
        watchdog_inform(&watchdog, clock_now_ms(), false);
    watchdog_inform(&watchdog, clock_now_ms() + HOUR_MS, false);
    cr_assert_eq(kill(watchdog.pid, SIGCONT), 0);
    await_read(&watchdog);
    for (int i = 0; i < 10; i++)
        nap();
    cr_assert_not(watchdog_acted(&watchdog));
    /* The watchdog still reads its pipe. */
    watchdog_inform(&watchdog, clock_now_ms(), false);
    cr_assert_eq(waitpid(target.group, NULL, 0), target.group);
    cr_assert(watchdog_acted(&watchdog));
    watchdog_end(&watchdog);
}

Test(watchdog, kills_sooner_if_TERM_was_late)
{
    cr_assert_eq(charge_kill_sooner_ms(10000, 9000, 9000), 10000);
    cr_assert_eq(charge_kill_sooner_ms(10000, 9000, 9100), 9900);
    cr_assert_eq(charge_kill_sooner_ms(10000, 9000, 9600), 9800);
    cr_assert_eq(charge_kill_sooner_ms(10000, 9000, 10500), 10000);
}
