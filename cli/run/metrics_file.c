/* SPDX-License-Identifier: MIT */
/* A thread that writes a file. */

#include "cli/run/metrics_file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/base/signals.h"

#define END_MS 1000

/* Ours, and the thread's; -1: there is none. */
static int queue = -1;
static int thread_queue = -1;

static _Atomic int last_error;
static bool told;

/*
 * What the thread reads. The mutex is held for as long as the client is asked,
 * and never while anything is written.
 */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct metrics metrics;
static struct redlock_client *client; /* NULL: it may be closed */
static char *path;
static char *draft_path;

/* --- the thread ------------------------------------------------------------
 */

static int64_t now_ms(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* The text of how it stands now; the caller frees it. NULL: errno. */
static char *text_of(const struct metrics_run *run, size_t *length)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, length);

    if (out == NULL)
        return NULL;
    pthread_mutex_lock(&mutex);
    if (client != NULL) {
        metrics.stats.size = sizeof(metrics.stats);
        (void)!redlock_stats(client, &metrics.stats);
        metrics.run = *run;
        metrics.now_ms = now_ms();
        metrics_print(out, &metrics);
    }
    pthread_mutex_unlock(&mutex);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

static bool write_all(int fd, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t written = write(fd, text, length);

        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        }
    }
    return true;
}

/* A device or a pipe is no file, and would be gone for all. */
static bool may_replace(void)
{
    struct stat found;

    if (stat(path, &found) != 0 || S_ISREG(found.st_mode))
        return true;
    errno = S_ISDIR(found.st_mode) ? EISDIR : ENOTSUP;
    return false;
}

/* false: errno. */
static bool replace(const char *text, size_t length)
{
    bool written;
    int error;
    int fd;

    if (!may_replace())
        return false;
    fd = open(draft_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
              0644);
    if (fd < 0)
        return false;
    written = write_all(fd, text, length);
    error = errno;
    if (close(fd) != 0 && written) {
        error = errno;
        written = false;
    }
    if (written && rename(draft_path, path) == 0)
        return true;
    if (written)
        error = errno;
    (void)unlink(draft_path);
    errno = error;
    return false;
}

static void write_file(const struct metrics_run *run)
{
    size_t length = 0;
    char *text = text_of(run, &length);

    if (text == NULL || (length > 0 && !replace(text, length)))
        atomic_store(&last_error, errno);
    free(text);
}

/* The next that is to be written; all before it need not be. false: the end. */
static bool take_last(struct metrics_run *run)
{
    ssize_t length;

    do
        length = recv(thread_queue, run, sizeof(*run), 0);
    while (length < 0 && errno == EINTR);
    while (length > 0) {
        struct metrics_run later;

        if (recv(thread_queue, &later, sizeof(later), MSG_DONTWAIT) <= 0)
            return true;
        *run = later;
    }
    return false;
}

/* Closes its end when all is written, which the other end hears. */
static void *write_queued(void *unused)
{
    struct metrics_run run;

    while (take_last(&run))
        write_file(&run);
    (void)close(thread_queue);
    return unused;
}

/* --- ours ------------------------------------------------------------------
 */

static bool start_thread(void)
{
    pthread_attr_t detached;
    sigset_t before;
    pthread_t thread;
    int error = pthread_attr_init(&detached);

    if (error == 0) {
        (void)pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
        signals_block(&before);
        error = pthread_create(&thread, &detached, write_queued, NULL);
        signals_restore(&before);
        (void)pthread_attr_destroy(&detached);
    }
    errno = error;
    return error == 0;
}

/* Beside the file, and no *.prom, which a collector would take. */
static bool name_files(const char *given)
{
    path = strdup(given);
    if (path == NULL ||
        asprintf(&draft_path, "%s.%ld", given, (long)getpid()) < 0)
        draft_path = NULL;
    return draft_path != NULL;
}

bool metrics_file_open(const struct metrics_file_start *start)
{
    int ends[2];

    if (start->path == NULL)
        return true;
    if (!name_files(start->path) ||
        socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0)
        return false;
    queue = ends[0];
    thread_queue = ends[1];
    client = start->client;
    metrics.resources = start->resources;
    metrics.resources_count = start->resources_count;
    for (int node = 0; node < redlock_nodes(client); node++)
        metrics.node_names[node] = redlock_node_name(client, node);
    return start_thread();
}

void metrics_file_write(const struct metrics_run *run)
{
    if (queue >= 0)
        (void)!send(queue, run, sizeof(*run), MSG_DONTWAIT | MSG_NOSIGNAL);
}

int metrics_file_error(void)
{
    int error = told ? 0 : atomic_load(&last_error);

    told = told || error != 0;
    return error;
}

void metrics_file_close(void)
{
    struct pollfd closed = {.fd = queue, .events = POLLIN};
    sigset_t before;

    if (queue < 0)
        return;
    (void)shutdown(queue, SHUT_WR);
    /* A signal would end the wait. */
    signals_block(&before);
    (void)poll(&closed, 1, END_MS);
    signals_restore(&before);
    (void)close(queue);
    queue = -1;
    pthread_mutex_lock(&mutex);
    client = NULL;
    pthread_mutex_unlock(&mutex);
}
