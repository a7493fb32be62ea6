/* SPDX-License-Identifier: MIT */
/* When a target is ended, with a lock that the test plays. */

#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/options.h"
#include "cli/warden/supervision.h"
#include "clock/clock.h"
#include "redlock/core/lock.h"
#include "redlock/net/fork.h"
#include "redlock/runtime/runtime.h"

#define TTL_MS 600000
#define WARNING_MS 120000

static struct rlk_runtime runtime;
static struct redlock_lock lock = {.runtime = &runtime};

/* 0: it is lost. */
static void set_end(int64_t end_ms)
{
    runtime.settings.generation = rlk_fork_generation();
    atomic_store(&lock.expires_at, end_ms * RLK_NS_PER_MS);
}

/* --- the supervision ------------------------------------------------------ */

static int moves;
static int losses;
static const char *why_lost;

static void moved(void *user, int64_t until_ms, bool renewed, int64_t now_ms)
{
    (void)user, (void)until_ms, (void)renewed, (void)now_ms;
    moves++;
}

static void lost(void *user, const char *why, int64_t grace_ms)
{
    (void)user, (void)grace_ms;
    losses++;
    why_lost = why;
}

static volatile sig_atomic_t terminated;
static int endings;
static int late_endings; /* after TERM */

static void note_term(int number)
{
    (void)number;
    terminated = 1;
}

static void ending(void *user)
{
    (void)user;
    endings++;
    late_endings += terminated;
}

static const struct supervision_calls calls = {
    .moved = moved, .ending = ending, .lost = lost};
static struct options options;
static struct target target;
static struct supervision supervision;
static int64_t end_ms; /* as the supervision knows it */

static void open_supervision(void)
{
    pid_t pid = fork();

    if (pid == 0) {
        (void)setpgid(0, 0);
        for (;;)
            pause();
    }
    cr_assert_gt(pid, 0);
    (void)setpgid(pid, pid);
    target = (struct target){.group = pid, .process.fd = -1};
    end_ms = clock_now_ms() + TTL_MS;
    set_end(end_ms);
    supervision = (struct supervision){
        .charge = {.options = &options,
                   .lock = &lock,
                   .target = &target,
                   .ttl_ms = TTL_MS,
                   .warning_ms = WARNING_MS},
        .news_fd = -1,
        .calls = &calls,
    };
    cr_assert(supervision_open(&supervision));
}

static void close_supervision(void)
{
    supervision_close(&supervision);
    (void)kill(-target.group, SIGKILL);
    (void)waitpid(target.group, NULL, 0);
}

TestSuite(supervision, .init = open_supervision, .fini = close_supervision,
          .timeout = 60);

Test(supervision, follows_an_end_that_moves_forward)
{
    set_end(end_ms + TTL_MS / 3);
    supervision_check(&supervision);
    cr_assert_eq(supervision.valid_until_ms, end_ms + TTL_MS / 3);
    cr_assert_eq(moves, 1);
    cr_assert_not(supervision.lost);
}

/* Votes are withdrawn, or end earlier after a step of a node's clock. */
Test(supervision, follows_an_end_that_moves_back)
{
    set_end(end_ms - 1);
    supervision_check(&supervision);
    cr_assert_eq(supervision.valid_until_ms, end_ms - 1);
    cr_assert_eq(moves, 1);
    cr_assert_not(supervision.lost);
}

/* The watchdog has begun to end the target. */
Test(supervision, ignores_a_renewal_after_the_warning_has_begun)
{
    supervision.valid_until_ms = clock_now_ms() + WARNING_MS;
    supervision_check(&supervision);
    cr_assert(supervision.lost);
    cr_assert_eq(losses, 1);
    cr_assert_eq(moves, 0);
}

Test(supervision, ends_its_target_when_the_end_is_too_near)
{
    int64_t near_ms = clock_now_ms() + WARNING_MS;

    set_end(near_ms);
    supervision_check(&supervision);
    cr_assert(supervision.lost);
    cr_assert_lt(supervision.kill_ms, near_ms);
}

Test(supervision, kills_sooner_if_TERM_was_late)
{
    supervision.valid_until_ms = clock_now_ms() + WARNING_MS - 10000;
    supervision_check(&supervision);
    cr_assert(supervision.lost);
    cr_assert_leq(supervision.kill_ms, supervision.valid_until_ms - 10000);
}

Test(supervision, kills_immediately_when_nothing_excludes_others)
{
    int status = 0;

    set_end(0);
    supervision_check(&supervision);
    cr_assert(supervision.lost);
    cr_assert(strstr(why_lost, "another client may hold it now"));
    cr_assert_eq(waitpid(target.group, &status, 0), target.group);
    cr_assert_eq(WTERMSIG(status), SIGKILL);
}

/* As after a search that lasted until then. Its keys still exclude others. */
Test(supervision, kills_immediately_when_KILL_is_due)
{
    int status = 0;

    supervision.valid_until_ms = clock_now_ms();
    supervision_check(&supervision);
    cr_assert(supervision.lost);
    cr_assert(strstr(why_lost, "no quorum has renewed it"));
    cr_assert_eq(waitpid(target.group, &status, 0), target.group);
    cr_assert_eq(WTERMSIG(status), SIGKILL);
}

/* The target's handler of TERM finds the status pipe closed. */
Test(supervision, reports_the_end_before_the_signal)
{
    pid_t child = target.group;

    cr_assert(getpgrp() == getpid() || setpgid(0, 0) == 0);
    cr_assert_neq(signal(SIGTERM, note_term), SIG_ERR);
    target.group = getpid();
    supervision.valid_until_ms = clock_now_ms() + WARNING_MS;
    supervision_check(&supervision);
    target.group = child;
    cr_assert_eq(terminated, 1);
    cr_assert_eq(endings, 1);
    cr_assert_eq(late_endings, 0);
}

Test(supervision, of_a_target_that_ends_after_the_warning_reports_a_loss)
{
    cr_assert_not(supervision_ended(&supervision));
    supervision.valid_until_ms = clock_now_ms() + WARNING_MS;
    cr_assert(supervision_ended(&supervision));
    cr_assert(supervision.lost);
}
