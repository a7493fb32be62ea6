/* SPDX-License-Identifier: MIT */
/* Names and groups of Sentinels to addresses, in a few threads that the whole
 * process shares. */

#include "redlock/net/lookup.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "redlock/net/fork.h"
#include "redlock/net/sentinel.h"
#include "redlock/runtime/list.h"
#include "redlock/runtime/memory.h"

/* A name that is looked up or waits for its turn. Owned by the pool. */
struct name {
    struct rlk_list of_pool;
    bool running;           /* a thread looks it up now */
    struct rlk_list askers; /* those that get its addresses */
    bool sentinel;          /* host is a group of Sentinels: */
    struct rlk_sentinel_group group;
    size_t size; /* of all, with the texts that it points to */
    char host[];
};

struct rlk_lookup {
    struct rlk_list of_name; /* among the name's askers */
    struct name *name;       /* NULL: ended */
    unsigned fork_generation;
    _Atomic bool ended; /* error and found are complete */
    int fd;             /* an eventfd, readable once it has ended */
    int port;           /* for the addresses that are found; 0: they have one */
    const char *problem; /* static; NULL: addresses were found */
    struct rlk_addresses found;
};

/*
 * What the threads share. A child after fork() makes a pool of its own: in its
 * copy of the parent's the mutex may be locked for ever.
 */
struct pool {
    unsigned fork_generation;
    pthread_mutex_t mutex;
    int threads;
    int sentinels;         /* groups of them that threads are asking */
    struct rlk_list names; /* oldest first */
};

static _Atomic(struct pool *) shared;

/* This process's pool; NULL: no memory. It is never freed. */
static struct pool *pool_of_process(void)
{
    struct pool *there = atomic_load(&shared);
    struct pool *made;

    if (there != NULL && there->fork_generation == rlk_fork_generation())
        return there;
    made = rlk_alloc(sizeof(*made));
    if (made == NULL)
        return NULL;
    made->fork_generation = rlk_fork_generation();
    pthread_mutex_init(&made->mutex, NULL);
    rlk_list_init(&made->names);
    if (atomic_compare_exchange_strong(&shared, &there, made))
        return made;
    pthread_mutex_destroy(&made->mutex);
    rlk_free(made);
    return there;
}

/* --- the threads -------------------------------------------------------------
 */

static void tell(struct rlk_lookup *lookup, const char *problem,
                 const struct rlk_addresses *found)
{
    uint64_t one = 1;

    lookup->name = NULL;
    lookup->problem = problem;
    lookup->found = *found;
    for (int i = 0; lookup->port != 0 && i < found->count; i++)
        rlk_address_set_port(&lookup->found.address[i], lookup->port);
    atomic_store(&lookup->ended, true);
    /* It cannot fail: the eventfd's count is 0. */
    (void)!write(lookup->fd, &one, sizeof(one));
}

static struct name *name_of(struct rlk_list *of_pool)
{
    return RLK_OWNER_OF(of_pool, struct name, of_pool);
}

static struct name *next_to_run(struct pool *pool)
{
    for (struct rlk_list *at = pool->names.next; at != &pool->names;
         at = at->next) {
        struct name *name = name_of(at);
        bool has_turn =
            !name->sentinel || pool->sentinels < RLK_LOOKUPS_OF_SENTINELS;
        if (!name->running && has_turn)
            return name;
    }
    return NULL;
}

/* It may have a password in it. */
static void free_name(struct name *name)
{
    explicit_bzero(name, name->size);
    rlk_free(name);
}

/* The pool's mutex is locked here, and unlocked during the look-up. */
static void run_name(struct pool *pool, struct name *name)
{
    struct rlk_addresses found = {0};
    const char *problem;

    name->running = true;
    pool->sentinels += name->sentinel;
    pthread_mutex_unlock(&pool->mutex);
    problem = name->sentinel ? rlk_sentinel_ask(&name->group, &found)
                             : rlk_resolve_blocking(name->host, NULL, &found);
    pthread_mutex_lock(&pool->mutex);
    pool->sentinels -= name->sentinel;
    rlk_list_remove(&name->of_pool);
    while (!rlk_list_empty(&name->askers)) {
        struct rlk_lookup *asker =
            RLK_OWNER_OF(name->askers.next, struct rlk_lookup, of_name);
        rlk_list_remove(&asker->of_name);
        tell(asker, problem, &found);
    }
    free_name(name);
}

static void *run(void *argument)
{
    struct pool *pool = argument;
    struct name *name;

    pthread_mutex_lock(&pool->mutex);
    while ((name = next_to_run(pool)) != NULL)
        run_name(pool, name);
    pool->threads--;
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

/*
 * Starts one more thread, with all signals blocked, unless there are enough. 0,
 * or an errno if not a single thread runs.
 */
static int start_thread(struct pool *pool)
{
    sigset_t all, before;
    pthread_t thread;
    int error;

    if (pool->threads == RLK_LOOKUPS_MOST)
        return 0;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    error = pthread_create(&thread, NULL, run, pool);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error == 0) {
        pthread_detach(thread);
        pool->threads++;
    }
    return pool->threads > 0 ? 0 : error;
}

/* --- asking --------------------------------------------------------------- */

static bool same_text(const char *one, const char *other)
{
    return one == NULL || other == NULL ? one == other
                                        : strcmp(one, other) == 0;
}

static struct name *find(struct pool *pool, const struct rlk_uri *uri)
{
    for (struct rlk_list *at = pool->names.next; at != &pool->names;
         at = at->next) {
        struct name *name = name_of(at);
        if (name->sentinel == uri->sentinel &&
            strcmp(name->host, uri->host) == 0 &&
            same_text(name->group.username, uri->sentinel_username) &&
            same_text(name->group.password, uri->sentinel_password))
            return name;
    }
    return NULL;
}

static size_t size_of(const char *text)
{
    return text == NULL ? 0 : strlen(text) + 1;
}

/* Copies a text to *at, and moves that behind it. NULL stays. */
static const char *keep(char **at, const char *text)
{
    char *copy = *at;

    if (text == NULL)
        return NULL;
    memcpy(copy, text, size_of(text));
    *at += size_of(text);
    return copy;
}

static struct name *append(struct pool *pool, const struct rlk_uri *uri)
{
    size_t size = sizeof(struct name) + size_of(uri->host) +
                  size_of(uri->sentinel_username) +
                  size_of(uri->sentinel_password);
    struct name *name = rlk_alloc(size);
    char *at;

    if (name == NULL)
        return NULL;
    name->size = size;
    at = name->host;
    name->group.hosts = keep(&at, uri->host);
    name->group.username = keep(&at, uri->sentinel_username);
    name->group.password = keep(&at, uri->sentinel_password);
    name->sentinel = uri->sentinel;
    rlk_list_init(&name->askers);
    rlk_list_push_back(&pool->names, &name->of_pool);
    return name;
}

static void forget_unasked(struct name *name)
{
    if (!rlk_list_empty(&name->askers) || name->running)
        return;
    rlk_list_remove(&name->of_pool);
    free_name(name);
}

/* 0, or an errno. */
static int ask(struct pool *pool, const struct rlk_uri *uri,
               struct rlk_lookup *lookup)
{
    struct name *name = find(pool, uri);
    int error = 0;

    if (name == NULL) {
        name = append(pool, uri);
        if (name == NULL)
            return ENOMEM;
        error = start_thread(pool);
    }
    if (error != 0) {
        forget_unasked(name);
        return error;
    }
    lookup->name = name;
    rlk_list_push_front(&name->askers, &lookup->of_name);
    return 0;
}

static int start(struct rlk_lookup *lookup, const struct rlk_uri *uri)
{
    struct pool *pool = pool_of_process();
    int error;

    if (pool == NULL)
        return ENOMEM;
    lookup->fork_generation = pool->fork_generation;
    lookup->port = uri->port;
    lookup->fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (lookup->fd < 0)
        return errno;
    pthread_mutex_lock(&pool->mutex);
    error = ask(pool, uri, lookup);
    pthread_mutex_unlock(&pool->mutex);
    if (error != 0)
        close(lookup->fd);
    return error;
}

struct rlk_lookup *rlk_lookup_start(const struct rlk_uri *uri)
{
    struct rlk_lookup *lookup = rlk_alloc(sizeof(*lookup));
    int error = lookup == NULL ? ENOMEM : start(lookup, uri);

    if (error == 0)
        return lookup;
    rlk_free(lookup);
    errno = error;
    return NULL;
}

int rlk_lookup_fd(const struct rlk_lookup *lookup)
{
    return lookup->fd;
}

bool rlk_lookup_ended(const struct rlk_lookup *lookup)
{
    return atomic_load(&lookup->ended);
}

const char *rlk_lookup_result(const struct rlk_lookup *lookup,
                              struct rlk_addresses *addresses)
{
    assert(rlk_lookup_ended(lookup));
    *addresses = lookup->found;
    return lookup->problem;
}

static void stop_asking(struct rlk_lookup *lookup)
{
    struct name *name = lookup->name;

    if (name == NULL)
        return;
    rlk_list_remove(&lookup->of_name);
    forget_unasked(name);
}

void rlk_lookup_drop(struct rlk_lookup *lookup)
{
    struct pool *pool = atomic_load(&shared);

    if (lookup == NULL)
        return;
    if (lookup->fork_generation == rlk_fork_generation()) {
        pthread_mutex_lock(&pool->mutex);
        stop_asking(lookup);
        pthread_mutex_unlock(&pool->mutex);
    }
    close(lookup->fd);
    rlk_free(lookup);
}
