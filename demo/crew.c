/* SPDX-License-Identifier: MIT */
/* The workers, and the board on which they count. */

#include "demo/crew.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/signals.h"
#include "redlock/admin.h"
#include "redlock/redlock.h"

/* The demo's masters: started, killed, brought back, cleared away. */

#define PARENT "/tmp"

/* Descriptors that removing a folder may use. */
#define DEPTH_MAX 8

static enum redlock_status system_problem(struct redlock_problem *problem,
                                          const char *what)
{
    (void)snprintf(problem->text, sizeof(problem->text), "%s: %s", what,
                   strerror(errno));
    return REDLOCK_SYSTEM;
}

static int remove_one(const char *path, const struct stat *found, int kind,
                      struct FTW *walk)
{
    (void)found;
    (void)kind;
    (void)walk;
    return remove(path);
}

/* Tells the redlock_local_ calls that follow which master they work on. */
static void set_runtime_dir(const char *runtime)
{
    (void)setenv("XDG_RUNTIME_DIR", runtime, 1);
}

static void clear_folder(const char *folder)
{
    char runtime[64];

    for (int i = 1; i <= DEMO_MASTERS; i++) {
        (void)snprintf(runtime, sizeof(runtime), "%s/%d", folder, i);
        set_runtime_dir(runtime);
        if (access(runtime, F_OK) == 0 &&
            redlock_local_stop(1, NULL, NULL) != REDLOCK_OK)
            return; /* the folder is what finds the server again */
    }
    (void)nftw(folder, remove_one, DEPTH_MAX, FTW_DEPTH | FTW_PHYS);
}

/* Folders of ours whose demo is no more. */
static void clear_leftovers(void)
{
    DIR *parent = opendir(PARENT);
    const struct dirent *entry;
    char prefix[32], path[48];
    struct stat found;

    (void)snprintf(prefix, sizeof(prefix), "redlock-demo-%u-",
                   (unsigned)geteuid());
    while (parent != NULL && (entry = readdir(parent)) != NULL) {
        int length =
            snprintf(path, sizeof(path), "%s/%s", PARENT, entry->d_name);
        long pid;

        if (strncmp(entry->d_name, prefix, strlen(prefix)) != 0 ||
            length >= (int)sizeof(path))
            continue;
        pid = strtol(entry->d_name + strlen(prefix), NULL, 10);
        if (pid <= 0 || pid > INT_MAX ||
            (pid != getpid() && kill((pid_t)pid, 0) == 0) ||
            lstat(path, &found) != 0 || !S_ISDIR(found.st_mode) ||
            found.st_uid != geteuid())
            continue;
        clear_folder(path);
    }
    if (parent != NULL)
        (void)closedir(parent);
}

static enum redlock_status start_one(struct demo_master *master, char *socket,
                                     struct redlock_problem *problem)
{
    enum redlock_status status;

    set_runtime_dir(master->runtime);
    status = redlock_local_start(1, NULL, problem);
    if (status == REDLOCK_OK)
        status = redlock_local_server(1, 1, socket, &master->pid);
    return status;
}

enum redlock_status demo_masters_start(struct demo_masters *masters,
                                       struct redlock_problem *problem)
{
    enum redlock_status status = REDLOCK_OK;
    char socket[108];

    *masters = (struct demo_masters){.nodes = ""};
    clear_leftovers();
    (void)snprintf(masters->folder, sizeof(masters->folder),
                   PARENT "/redlock-demo-%u-%d", (unsigned)geteuid(),
                   (int)getpid());
    (void)snprintf(masters->counter, sizeof(masters->counter), "%s/counter",
                   masters->folder);
    if (mkdir(masters->folder, 0700) != 0) {
        status = system_problem(problem, masters->folder);
        masters->folder[0] = '\0'; /* not ours to remove */
        return status;
    }
    for (int i = 0; i < DEMO_MASTERS && status == REDLOCK_OK; i++) {
        struct demo_master *master = &masters->master[i];
        size_t used = strlen(masters->nodes);

        (void)snprintf(master->runtime, sizeof(master->runtime), "%s/%d",
                       masters->folder, i + 1);
        if (mkdir(master->runtime, 0700) != 0)
            return system_problem(problem, master->runtime);
        status = start_one(master, socket, problem);
        (void)snprintf(masters->nodes + used, sizeof(masters->nodes) - used,
                       "%sunix://%s", i == 0 ? "" : ",", socket);
    }
    return status;
}

void demo_masters_kill(struct demo_masters *masters, int index)
{
    struct demo_master *master = &masters->master[index];

    (void)kill(master->pid, SIGKILL);
    master->pid = 0;
    master->quarantined = false;
}

enum redlock_status demo_masters_revive(struct demo_masters *masters, int index,
                                        struct redlock_problem *problem)
{
    struct demo_master *master = &masters->master[index];
    char socket[108];

    master->quarantined = true;
    master->back_ms = clock_now_ms();
    return start_one(master, socket, problem);
}

void demo_masters_end(struct demo_masters *masters)
{
    if (masters->folder[0] != '\0')
        clear_folder(masters->folder);
}

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
