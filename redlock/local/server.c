/* SPDX-License-Identifier: MIT */
/* A private master seen from outside: its socket, its process, its log. */

#include "redlock/local/server.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "clock/clock.h"
#include "clock/now.h"

#define END_MS 5000
#define POLL_MS 5

void rlk_local_pause_ms(int span_ms)
{
    struct timespec span = {.tv_sec = span_ms / 1000,
                            .tv_nsec = span_ms % 1000 * RLK_NS_PER_MS};

    (void)nanosleep(&span, NULL);
}

/* The last size - 1 bytes of a file, with a NUL after them; 0: none. */
static size_t read_end(const char *path, char *text, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat found;
    ssize_t length = -1;

    if (fd >= 0 && fstat(fd, &found) == 0) {
        off_t spare = found.st_size - (off_t)(size - 1);

        length = pread(fd, text, size - 1, spare > 0 ? spare : 0);
    }
    if (fd >= 0)
        (void)close(fd);
    if (length < 0)
        length = 0;
    text[length] = '\0';
    return (size_t)length;
}

/* Sends PING and looks at what comes first. */
static enum rlk_local_state ask(int fd, int patience_ms)
{
    struct pollfd readable = {.fd = fd, .events = POLLIN};
    char answer[5];

    if (send(fd, "PING\r\n", 6, MSG_NOSIGNAL) != 6)
        return RLK_LOCAL_ABSENT;
    if (poll(&readable, 1, patience_ms) <= 0)
        return RLK_LOCAL_SILENT;
    if (recv(fd, answer, sizeof(answer), 0) != sizeof(answer))
        return RLK_LOCAL_SILENT;
    return memcmp(answer, "+PONG", 5) == 0 ? RLK_LOCAL_READY : RLK_LOCAL_SILENT;
}

enum rlk_local_state rlk_local_probe(const struct rlk_local_set *set, int node,
                                     int patience_ms)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    enum rlk_local_state state;
    int fd;

    (void)rlk_local_file(set, node, "sock", address.sun_path);
    fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return RLK_LOCAL_ABSENT;
    if (connect(fd, (const struct sockaddr *)&address, sizeof(address)) == 0)
        state = ask(fd, patience_ms);
    else if (errno == EAGAIN) /* its queue is full: it exists, and is stopped */
        state = RLK_LOCAL_SILENT;
    else
        state = RLK_LOCAL_ABSENT;
    (void)close(fd);
    return state;
}

bool rlk_local_is_server(const struct rlk_local_set *set, int node, int pid)
{
    char path[RLK_LOCAL_PATH_MAX], words[4096];
    size_t length;

    (void)snprintf(path, sizeof(path), "/proc/%d/cmdline", pid);
    length = read_end(path, words, sizeof(words));
    (void)rlk_local_file(set, node, "sock", path);
    /* Words end in NUL here, and the server rewrites them with blanks. */
    return memmem(words, length, path, strlen(path)) != NULL;
}

int rlk_local_pid(const struct rlk_local_set *set, int node)
{
    char path[RLK_LOCAL_PATH_MAX], text[16];
    long pid;

    (void)rlk_local_file(set, node, "pid", path);
    if (read_end(path, text, sizeof(text)) == 0)
        return 0;
    pid = strtol(text, NULL, 10);
    if (pid <= 1 || pid > INT32_MAX ||
        !rlk_local_is_server(set, node, (int)pid))
        return 0;
    return (int)pid;
}

void rlk_local_terminate(int pid)
{
    (void)kill(pid, SIGTERM);
    (void)kill(pid, SIGCONT);
}

static bool await_gone(const struct rlk_local_set *set, int node, int pid)
{
    int64_t until = rlk_now() + END_MS * RLK_NS_PER_MS;

    while (rlk_local_is_server(set, node, pid)) {
        if (rlk_now() >= until)
            return false;
        rlk_local_pause_ms(POLL_MS);
    }
    return true;
}

bool rlk_local_await_end(const struct rlk_local_set *set, int node, int pid)
{
    if (await_gone(set, node, pid))
        return true;
    (void)kill(pid, SIGKILL);
    return await_gone(set, node, pid);
}

void rlk_local_remove_files(const struct rlk_local_set *set, int node)
{
    static const char *const suffixes[] = {"sock", "pid", "log"};
    char path[RLK_LOCAL_PATH_MAX];

    for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++)
        (void)unlink(rlk_local_file(set, node, suffixes[i], path));
}

void rlk_local_last_words(const struct rlk_local_set *set, int node, char *text,
                          size_t size)
{
    char path[RLK_LOCAL_PATH_MAX], tail[1024];
    char *line;
    size_t length;

    (void)rlk_local_file(set, node, "log", path);
    length = read_end(path, tail, sizeof(tail));
    while (length > 0 && strchr("\r\n ", tail[length - 1]) != NULL)
        tail[--length] = '\0';
    if (length == 0)
        (void)snprintf(tail, sizeof(tail), "its log %s is empty", path);
    line = strrchr(tail, '\n');
    (void)snprintf(text, size, "%s", line == NULL ? tail : line + 1);
}
