/* SPDX-License-Identifier: MIT */
/* Distinguishes a process from its parent. */

#include "redlock/net/fork.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

/*
 * The number in use is on a page that the kernel gives to a child as zeroes;
 * the last used number is copied with everything else. So a child finds none in
 * use, and takes the next one.
 */
static _Atomic unsigned *page;
static _Atomic unsigned last;

/*
 * If the kernel cannot do that (before 4.14): the number, and above it the
 * process id, which costs a system call each time. In another namespace a child
 * may have its parent's process id; the fork handler detects that.
 */
static _Atomic uint64_t owned;

static void in_child(void)
{
    atomic_store(&owned, 0);
}

__attribute__((constructor)) static void watch_forks(void)
{
    void *memory = mmap(NULL, sizeof(*page), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (memory != MAP_FAILED &&
        madvise(memory, sizeof(*page), MADV_WIPEONFORK) == 0) {
        page = memory;
        return;
    }
    if (memory != MAP_FAILED)
        munmap(memory, sizeof(*page));
    (void)pthread_atfork(NULL, NULL, in_child);
}

/* If several threads find none in use, the first one's number counts. */
static unsigned next_number(void)
{
    return atomic_fetch_add(&last, 1) + 1;
}

static unsigned by_page(void)
{
    unsigned there = 0;
    unsigned next = next_number();

    return atomic_compare_exchange_strong(page, &there, next) ? next : there;
}

static unsigned by_process(void)
{
    uint64_t process = (uint64_t)getpid() << 32;
    uint64_t there = atomic_load(&owned);
    uint64_t next;

    if ((there & ~(uint64_t)UINT32_MAX) == process)
        return (unsigned)(there & UINT32_MAX);
    next = process | next_number();
    return (unsigned)((atomic_compare_exchange_strong(&owned, &there, next)
                           ? next
                           : there) &
                      UINT32_MAX);
}

unsigned rlk_fork_generation(void)
{
    unsigned number;

    if (page == NULL)
        return by_process();
    number = atomic_load_explicit(page, memory_order_relaxed);
    return number != 0 ? number : by_page();
}
