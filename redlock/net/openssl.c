/* SPDX-License-Identifier: MIT */
/* OpenSSL, loaded when it is needed. */

#include "redlock/net/openssl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define TEXT(number) #number
#define LIBRARY_OF(number) "libssl.so." TEXT(number)
#define LIBRARY LIBRARY_OF(OPENSSL_SHLIB_VERSION)

static struct rlk_openssl functions;
static bool is_there;
static char problem[160];

static const struct {
    const char *name;
    size_t place;
} wanted[] = {
#define WANTED(name) {#name, offsetof(struct rlk_openssl, name)},
    RLK_OPENSSL_FUNCTIONS(WANTED)
#undef WANTED
};

static void load(void)
{
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);

    if (library == NULL) {
        (void)snprintf(problem, sizeof(problem), "%s", dlerror());
        return;
    }
    /* Those of libcrypto are found as well: libssl depends on it. */
    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
        void *function = dlsym(library, wanted[i].name);

        if (function == NULL) {
            (void)snprintf(problem, sizeof(problem), "%s has no %s", LIBRARY,
                           wanted[i].name);
            return;
        }
        memcpy((char *)&functions + wanted[i].place, &function,
               sizeof(function));
    }
    is_there = true;
}

const struct rlk_openssl *rlk_openssl(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    (void)pthread_once(&once, load);
    return is_there ? &functions : NULL;
}

const char *rlk_openssl_problem(void)
{
    return problem;
}
