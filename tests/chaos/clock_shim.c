/* SPDX-License-Identifier: MIT */
/*
 * Preloaded into a server: shifts its wall clock by the number of milliseconds
 * in the file $CLOCK_SHIFT. The file is mapped, so writing to it steps the
 * clock of the running process. It contains 24 bytes of text.
 *
 * Linked to no library, so that it loads with any libc: every libc has the few
 * functions that it needs.
 */

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define SHIFT_BYTES 24
#define NS_PER_S INT64_C(1000000000)
#define NS_PER_MS INT64_C(1000000)

#define SHIM __attribute__((visibility("default")))

SHIM int clock_gettime(clockid_t clock, struct timespec *now);
SHIM int gettimeofday(struct timeval *restrict now, void *restrict zone);
SHIM time_t time(time_t *now);

static int64_t shift_ms(void)
{
    static const volatile char *text;
    static char none[SHIFT_BYTES];
    int64_t ms = 0;
    int sign = 1;

    if (text == NULL) {
        const char *path = getenv("CLOCK_SHIFT");
        int fd = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
        void *map = fd == -1
                        ? MAP_FAILED
                        : mmap(NULL, SHIFT_BYTES, PROT_READ, MAP_SHARED, fd, 0);

        if (fd != -1)
            close(fd);
        text = map == MAP_FAILED ? none : map;
    }
    for (int i = 0; i < SHIFT_BYTES; i++) {
        if (text[i] == '-')
            sign = -1;
        if (text[i] >= '0' && text[i] <= '9')
            ms = ms * 10 + (text[i] - '0');
    }
    return sign * ms;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    long status = syscall(SYS_clock_gettime, clock, now);

    if (status == 0 &&
        (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        int64_t ns =
            now->tv_sec * NS_PER_S + now->tv_nsec + shift_ms() * NS_PER_MS;

        now->tv_sec = (time_t)(ns / NS_PER_S);
        now->tv_nsec = (long)(ns % NS_PER_S);
    }
    return (int)status;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    struct timespec exact;

    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &exact) != 0)
        return -1;
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *now)
{
    struct timespec exact = {.tv_sec = -1};

    (void)clock_gettime(CLOCK_REALTIME, &exact);
    if (now != NULL)
        *now = exact.tv_sec;
    return exact.tv_sec;
}
