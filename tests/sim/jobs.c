/* SPDX-License-Identifier: MIT */
/* Distributes seeds to processes; the first failure ends the work. */

#include "tests/sim/jobs.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/sim/deal.h"
#include "tests/sim/run.h"

#define JOBS_MAX 64
#define LOOK_EVERY_US 200000

/* The state of one process, in shared memory. */
struct job {
    pid_t pid;
    _Atomic uint64_t seed; /* the seed that it works on */
    _Atomic bool done;
    bool failed;
    enum sim_rule rule;
    struct sim_tally tally;
};

struct board {
    _Atomic uint64_t enough; /* later seeds are not needed */
    struct job jobs[JOBS_MAX];
};

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void work_on(const struct sim_work *work, struct board *board,
                    struct job *job, uint64_t first)
{
    struct sim_world *world = sim_run_open();
    double until = work->seconds > 0 ? now_s() + work->seconds : 0;
    uint64_t step = (uint64_t)work->jobs;

    for (uint64_t seed = first; seed <= atomic_load(&board->enough);
         seed += step) {
        struct sim_plan plan = {0};
        if (until > 0 && now_s() > until)
            break;
        atomic_store(&job->seed, seed);
        sim_deal(&plan, work->profile, seed);
        job->rule = sim_run(world, &plan, NULL, work->blind);
        sim_tally_add(&job->tally, &world->tally);
        sim_plan_clear(&plan);
        if (job->rule == SIM_RULE_NONE)
            continue;
        job->failed = true;
        if (seed < atomic_load(&board->enough))
            atomic_store(&board->enough, seed);
        break;
    }
    sim_run_close(world);
    atomic_store(&job->done, true);
}

static void start(const struct sim_work *work, struct board *board, int number)
{
    struct job *job = &board->jobs[number];
    pid_t parent = getpid();
    pid_t pid;

    fflush(NULL);
    pid = fork();
    if (pid < 0) {
        perror("sim: fork");
        exit(2);
    }
    if (pid != 0) {
        job->pid = pid;
        return;
    }
    /* A process whose parent was killed must end, too. */
    if (getppid() == parent)
        work_on(work, board, job, work->first + (uint64_t)number);
    _exit(0);
}

static void sum_up(const struct board *board, int jobs, struct sim_tally *tally)
{
    *tally = (struct sim_tally){0};
    for (int i = 0; i < jobs; i++)
        sim_tally_add(tally, &board->jobs[i].tally);
}

static void show(const struct board *board, int jobs, double seconds)
{
    struct sim_tally sum;

    sum_up(board, jobs, &sum);
    fprintf(stderr, "\r%" PRIu64 " schedules, %.0f a second; ", sum.schedules,
            (double)sum.schedules / (seconds + 0.001));
    sim_tally_faults(stderr, &sum);
    fputs("  ", stderr);
}

static bool all_done(const struct board *board, int jobs)
{
    for (int i = 0; i < jobs; i++) {
        if (!atomic_load(&board->jobs[i].done) &&
            waitpid(board->jobs[i].pid, NULL, WNOHANG | WNOWAIT) == 0)
            return false;
    }
    return true;
}

/*
 * Adds the result of a process; the outcome has the smallest seed that failed.
 */
static void collect(struct job *job, struct sim_outcome *outcome)
{
    uint64_t seed;
    bool died;
    int status;

    while (waitpid(job->pid, &status, 0) < 0)
        continue;
    seed = atomic_load(&job->seed);
    died = !atomic_load(&job->done);
    if ((!job->failed && !died) || (outcome->failed && outcome->seed < seed))
        return;
    outcome->failed = true;
    outcome->died = died;
    outcome->signal = died && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    outcome->seed = seed;
    outcome->rule = died ? SIM_RULE_NONE : job->rule;
}

void sim_jobs_run(const struct sim_work *work, struct sim_outcome *outcome)
{
    struct board *board = mmap(NULL, sizeof(*board), PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    double began = now_s();

    *outcome = (struct sim_outcome){0};
    if (board == MAP_FAILED || work->jobs > JOBS_MAX) {
        fputs("sim: no room for the jobs\n", stderr);
        exit(2);
    }
    atomic_store(&board->enough, work->last);
    for (int i = 0; i < work->jobs; i++)
        start(work, board, i);
    while (work->progress && !all_done(board, work->jobs)) {
        usleep(LOOK_EVERY_US);
        show(board, work->jobs, now_s() - began);
    }
    if (work->progress)
        fputc('\n', stderr);
    for (int i = 0; i < work->jobs; i++)
        collect(&board->jobs[i], outcome);
    outcome->seconds = now_s() - began;
    sum_up(board, work->jobs, &outcome->tally);
    munmap(board, sizeof(*board));
}
