/* SPDX-License-Identifier: MIT */
/* Filters of system calls by seccomp. */

#include "tests/support/sandbox.h"

#include <endian.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>

/* The offset of the lower half of a 64-bit argument. */
static uint32_t offset_of(int argument)
{
    return (uint32_t)(offsetof(struct seccomp_data, args) +
                      (size_t)argument * sizeof(uint64_t) +
                      (BYTE_ORDER == BIG_ENDIAN ? sizeof(uint32_t) : 0));
}

bool sandbox_refuse(unsigned call, int argument, uint32_t value, int error)
{
    bool any = argument == SANDBOX_ANY;
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, any ? 0 : offset_of(argument)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, any ? call : value, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (uint32_t)error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {
        .len = sizeof(filter) / sizeof(filter[0]),
        .filter = filter,
    };

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
