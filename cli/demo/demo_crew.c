/* SPDX-License-Identifier: MIT */
/* The workers, and the board on which they count. */

#include "cli/demo/demo_crew.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/signals.h"
#include "redlock/redlock.h"

#define THINK_MIN_US 1000
#define THINK_MAX_US 3000
#define WAIT_MS 300   /* short, so that the end is noticed */
#define REST_US 20000 /* after an answer that came too fast to be a wait */
#define LEAVE_MS 5000 /* to finish what is begun */

struct demo_board {
    atomic_bool over;
    _Atomic int64_t increments[DEMO_WORKERS];
    _Atomic int64_t abandoned;
};

struct work {
    const struct demo_crew_settings *settings;
    struct demo_board *board;
    struct redlock_client *client;
    int number; /* from 0 */
    int counter;
    uint64_t random;
};

static int64_t number_in(int fd)
{
    char text[32];
    ssize_t length = pread(fd, text, sizeof(text) - 1, 0);

    if (length <= 0)
        return -1;
    text[length] = '\0';
    return strtoll(text, NULL, 10);
}

static bool write_number(int fd, int64_t number)
{
    char text[32];
    int length = snprintf(text, sizeof(text), "%020" PRId64 "\n", number);

    return pwrite(fd, text, (size_t)length, 0) == length;
}

/* xorshift64: any spread will do. */
static int64_t think_us(uint64_t *random)
{
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return THINK_MIN_US +
           (int64_t)(*random % (THINK_MAX_US - THINK_MIN_US + 1));
}

/* What the lock protects. False: the file could not be written. */
static bool increment(struct work *work, const struct redlock_lock *lock)
{
    int64_t number = number_in(work->counter);

    clock_sleep_us(think_us(&work->random));
    if (!redlock_held(lock)) {
        atomic_fetch_add(&work->board->abandoned, 1);
        return true;
    }
    if (number < 0 || !write_number(work->counter, number + 1))
        return false;
    atomic_fetch_add(&work->board->increments[work->number], 1);
    return true;
}

static bool work_until_over(struct work *work)
{
    const struct redlock_request request = {.resource = DEMO_RESOURCE,
                                            .ttl_ms = work->settings->ttl_ms,
                                            .wait_ms = WAIT_MS};
    bool fine = true;

    while (fine && !atomic_load(&work->board->over)) {
        struct redlock_lock *lock = NULL;
        enum redlock_status status =
            redlock_acquire(work->client, &request, &lock);

        if (status == REDLOCK_OK) {
            fine = increment(work, lock);
            (void)redlock_release(&lock, NULL);
        } else if (status != REDLOCK_BUSY && status != REDLOCK_DEADLINE) {
            clock_sleep_us(REST_US);
        }
    }
    return fine;
}

/* One worker's whole life. Returns its exit status. */
static int run_worker(const struct demo_crew *crew,
                      const struct demo_crew_settings *settings, int number)
{
    struct redlock_settings client = {.nodes = settings->nodes,
                                      .ttl_max_ms = settings->ttl_ms,
                                      .guard = REDLOCK_GUARD_ON};
    struct work work = {.settings = settings,
                        .board = crew->board,
                        .number = number,
                        .random = settings->seed + (uint64_t)number + 1};
    char label[24];
    bool fine;

    (void)snprintf(label, sizeof(label), "worker-%d", number + 1);
    client.label = label;
    work.random *= UINT64_C(0x9E3779B97F4A7C15); /* apart from each other */
    work.random |= 1;                            /* never zero */
    work.counter = open(settings->counter, O_RDWR | O_CLOEXEC);
    if (work.counter < 0)
        return 1;
    if (redlock_open(&client, &work.client, NULL) != REDLOCK_OK)
        return 1;
    fine = work_until_over(&work);
    redlock_close(work.client);
    (void)close(work.counter);
    return fine ? 0 : 1;
}

/* Where the demo is killed, its workers end with it. */
static void die_with(pid_t parent)
{
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
}

bool demo_crew_start(struct demo_crew *crew,
                     const struct demo_crew_settings *settings)
{
    pid_t parent = getpid();
    void *board;
    int fd;

    *crew = (struct demo_crew){.board = NULL};
    fd = open(settings->counter, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0 || !write_number(fd, 0))
        return false;
    (void)close(fd);
    board = mmap(NULL, sizeof(struct demo_board), PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (board == MAP_FAILED)
        return false;
    crew->board = board;
    for (int i = 0; i < DEMO_WORKERS; i++) {
        crew->worker[i] = fork();
        if (crew->worker[i] == 0) {
            die_with(parent);
            signals_ignore();
            _exit(run_worker(crew, settings, i));
        }
        if (crew->worker[i] < 0) {
            crew->worker[i] = 0;
            return false;
        }
    }
    return true;
}

int64_t demo_crew_increments(const struct demo_crew *crew, int worker)
{
    return atomic_load(&crew->board->increments[worker]);
}

int64_t demo_crew_total(const struct demo_crew *crew)
{
    int64_t total = 0;

    for (int i = 0; i < DEMO_WORKERS; i++)
        total += demo_crew_increments(crew, i);
    return total;
}

int64_t demo_crew_abandoned(const struct demo_crew *crew)
{
    return atomic_load(&crew->board->abandoned);
}

/* How many are still at work; notes those that ended badly. */
static int reap(struct demo_crew *crew)
{
    int present = 0;

    for (int i = 0; i < DEMO_WORKERS; i++) {
        int status = 0;

        if (crew->worker[i] == 0)
            continue;
        if (waitpid(crew->worker[i], &status, WNOHANG) == 0) {
            present++;
            continue;
        }
        crew->worker[i] = 0;
        crew->failed += status == 0 ? 0 : 1;
    }
    return present;
}

void demo_crew_dismiss(struct demo_crew *crew)
{
    int64_t until = clock_now_ms() + LEAVE_MS;

    if (crew->board == NULL)
        return;
    atomic_store(&crew->board->over, true);
    while (reap(crew) > 0 && clock_now_ms() < until)
        clock_sleep_us(5000);
    for (int i = 0; i < DEMO_WORKERS; i++) {
        if (crew->worker[i] == 0)
            continue;
        (void)kill(crew->worker[i], SIGKILL);
        (void)waitpid(crew->worker[i], NULL, 0);
        crew->worker[i] = 0;
        crew->failed++;
    }
}

void demo_crew_free(struct demo_crew *crew)
{
    if (crew->board != NULL)
        (void)munmap(crew->board, sizeof(struct demo_board));
    crew->board = NULL;
}

int64_t demo_counter_read(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    int64_t number;

    if (fd < 0)
        return -1;
    number = number_in(fd);
    (void)close(fd);
    return number;
}
