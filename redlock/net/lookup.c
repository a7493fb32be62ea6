/* SPDX-License-Identifier: MIT */
/* Looks up names and groups of Sentinels, in a few threads of the process. */

#include "redlock/net/lookup.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/un.h>
#include <unistd.h>

#include "clock/clock.h"
#include "redlock/net/fork.h"
#include "redlock/runtime/list.h"
#include "redlock/runtime/memory.h"

/* --- addresses ----------------------------------------------------------- */

static void set_port(struct rlk_address *address, int port)
{
    uint16_t number = htons((uint16_t)port);

    if (address->storage.ss_family == AF_INET6)
        ((struct sockaddr_in6 *)&address->storage)->sin6_port = number;
    else
        ((struct sockaddr_in *)&address->storage)->sin_port = number;
}

static void unix_address(const char *path, struct rlk_address *address)
{
    struct sockaddr_un *to = (struct sockaddr_un *)&address->storage;
    size_t length = strlen(path);

    assert(length < sizeof(to->sun_path));
    to->sun_family = AF_UNIX;
    memcpy(to->sun_path, path, length + 1);
    address->length = sizeof(*to);
}

static void numeric_address(const struct rlk_uri *uri,
                            struct rlk_address *address)
{
    struct sockaddr_in *v4 = (struct sockaddr_in *)&address->storage;
    struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)&address->storage;

    if (inet_pton(AF_INET, uri->host, &v4->sin_addr) == 1) {
        v4->sin_family = AF_INET;
        address->length = sizeof(*v4);
    } else {
        inet_pton(AF_INET6, uri->host, &v6->sin6_addr);
        v6->sin6_family = AF_INET6;
        address->length = sizeof(*v6);
    }
    set_port(address, uri->port);
}

void rlk_resolve_at_once(const struct rlk_uri *uri,
                         struct rlk_addresses *addresses)
{
    struct rlk_address *address = &addresses->address[0];

    memset(address, 0, sizeof(*address));
    addresses->count = 1;
    if (uri->host == NULL)
        unix_address(uri->path, address);
    else
        numeric_address(uri, address);
}

static void collect(const struct addrinfo *list, struct rlk_addresses *found)
{
    for (; list != NULL && found->count < RLK_ADDRESSES_MAX;
         list = list->ai_next) {
        struct rlk_address *address = &found->address[found->count];

        if (list->ai_addrlen > sizeof(address->storage))
            continue;
        memcpy(&address->storage, list->ai_addr, list->ai_addrlen);
        address->length = list->ai_addrlen;
        found->count++;
    }
}

/*
 * Looks a name up, and adds its addresses, as many as fit. Blocks for as long
 * as getaddrinfo() does. port may be NULL: no port is set. NULL: there are
 * some; else why there are none, a static text.
 */
static const char *resolve_blocking(const char *host, const char *port,
                                    struct rlk_addresses *found)
{
    struct addrinfo hints = {
        .ai_family = AF_UNSPEC,
        .ai_socktype = SOCK_STREAM,
        .ai_flags = AI_ADDRCONFIG | AI_NUMERICSERV,
    };
    struct addrinfo *list = NULL;
    int error = getaddrinfo(host, port, &hints, &list);

    collect(list, found);
    if (list != NULL)
        freeaddrinfo(list);
    if (error != 0)
        return gai_strerror(error);
    return found->count > 0 ? NULL
                            : redlock_reason_text(REDLOCK_REASON_UNRESOLVED);
}

/* --- Sentinels ----------------------------------------------------------- */

/*
 * SENTINEL GET-MASTER-ADDR-BY-NAME, in blocking calls with timeouts. The answer
 * is two texts: an address or a name, and a port.
 * https://redis.io/docs/latest/develop/reference/sentinel-clients/
 */

#define SENTINEL_PORT "26379"

/* Of a name of DNS, and of its port. */
#define HOST_MAX 256
#define PORT_MAX 8

/* Longer than any usable answer. */
#define ANSWER_MAX 512

/* Room for a password and a user's name, which are shorter. */
#define QUESTION_MAX 4096

static const char silent[] = "no Sentinel of the group answers";
static const char unknown[] = "its Sentinels know no master of that name";
static const char refused[] = "its Sentinels refuse the question";
static const char wanted[] =
    "its Sentinels want a password: ?sentinel-password=";
static const char wrong[] = "its Sentinels refuse the password";
static const char unresolved[] = "its Sentinels name a master without address";

/* Copies into room of that size; false: it is too long. */
static bool copy(struct rlk_span from, char *to, size_t size)
{
    if (from.length >= size)
        return false;
    memcpy(to, from.text, from.length);
    to[from.length] = '\0';
    return true;
}

/* host, host:port, [address] or [address]:port */
static void look_up_sentinel(struct rlk_span server,
                             struct rlk_addresses *found)
{
    struct rlk_span host = server;
    struct rlk_span rest = server;
    char name[HOST_MAX];
    char port[PORT_MAX] = SENTINEL_PORT;

    if (rlk_span_take(&rest, "[")) {
        (void)rlk_span_cut(&rest, ']', false, &host);
        if (rlk_span_take(&rest, ":") && !copy(rest, port, sizeof(port)))
            return;
    } else if (rlk_span_cut(&rest, ':', false, &host) &&
               !copy(rest, port, sizeof(port))) {
        return;
    }
    if (copy(host, name, sizeof(name)))
        (void)resolve_blocking(name, port, found);
}

/* Waits until that instant, not at all if it has passed; false: not ready. */
static bool await(int socket, short events, int64_t until)
{
    struct pollfd one = {.fd = socket, .events = events};
    int64_t left = until - rlk_now();

    return left > 0 && poll(&one, 1, (int)(left / RLK_NS_PER_MS) + 1) == 1;
}

static bool connect_until(int socket, const struct rlk_address *to,
                          int64_t until)
{
    int error = 0;
    socklen_t length = sizeof(error);

    if (connect(socket, (const struct sockaddr *)&to->storage, to->length) == 0)
        return true;
    return errno == EINPROGRESS && await(socket, POLLOUT, until) &&
           getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &length) == 0 &&
           error == 0;
}

/* The state of an answer. */
enum answer {
    ANSWER_PART,
    ANSWER_MASTER,
    ANSWER_UNKNOWN,
    ANSWER_NOAUTH,
    ANSWER_REFUSED
};

/*
 * A Sentinel without a password refuses ours but answers the question, so its
 * answer to AUTH is ignored.
 */
static enum answer read_answer(const char *text, bool auth, char *host,
                               char *port)
{
    int end = 0;

    if (auth) {
        text = strstr(text, "\r\n");
        if (text == NULL)
            return ANSWER_PART;
        text += 2;
    }
    if (strncmp(text, "-NOAUTH", 7) == 0)
        return ANSWER_NOAUTH;
    if (strncmp(text, "*-1\r\n", 5) == 0)
        return ANSWER_UNKNOWN;
    if (text[0] == '-')
        return ANSWER_REFUSED;
    /*
     * In sscanf(), a blank also matches nothing: a port is complete only if the
     * end of its line follows.
     */
    if (sscanf(text, "*2\r\n$%*d\r\n%255[^\r]\r\n$%*d\r\n%7[0-9]%n", host, port,
               &end) == 2 &&
        text[end] == '\r')
        return ANSWER_MASTER;
    return ANSWER_PART;
}

/* Writes at most QUESTION_MAX bytes; 0: it does not fit. */
static int write_question(const struct rlk_sentinel_group *group,
                          const char *name, char *text)
{
    const char *user = group->username != NULL ? group->username : "default";
    int auth = 0;
    int length;

    if (group->password != NULL)
        auth = snprintf(text, QUESTION_MAX,
                        "*3\r\n$4\r\nAUTH\r\n$%zu\r\n%s\r\n$%zu\r\n%s\r\n",
                        strlen(user), user, strlen(group->password),
                        group->password);
    if (auth >= QUESTION_MAX)
        return 0;
    length = snprintf(text + auth, (size_t)(QUESTION_MAX - auth),
                      "*3\r\n$8\r\nSENTINEL\r\n"
                      "$23\r\nget-master-addr-by-name\r\n$%zu\r\n%s\r\n",
                      strlen(name), name);
    return auth + length < QUESTION_MAX ? auth + length : 0;
}

static bool send_question(int socket, const struct rlk_sentinel_group *group,
                          const char *name)
{
    char text[QUESTION_MAX];
    int length = write_question(group, name, text);
    bool sent = length > 0 &&
                send(socket, text, (size_t)length, MSG_NOSIGNAL) == length;

    explicit_bzero(text, sizeof(text));
    return sent;
}

/* The question, and the room for the answer. */
struct question {
    const struct rlk_sentinel_group *group;
    char name[HOST_MAX];
    char host[HOST_MAX];
    char port[PORT_MAX];
};

static enum answer ask_socket(int socket, struct question *question,
                              int64_t until)
{
    char text[ANSWER_MAX];
    size_t count = 0;
    enum answer answer = ANSWER_PART;
    ssize_t got;

    if (!send_question(socket, question->group, question->name))
        return ANSWER_PART;
    while (answer == ANSWER_PART && count < sizeof(text) - 1 &&
           await(socket, POLLIN, until)) {
        got = recv(socket, text + count, sizeof(text) - 1 - count, 0);
        if (got <= 0)
            break;
        count += (size_t)got;
        text[count] = '\0';
        answer = read_answer(text, question->group->password != NULL,
                             question->host, question->port);
    }
    return answer;
}

static enum answer ask_address(const struct rlk_address *at,
                               struct question *question, int64_t until)
{
    int one = socket(at->storage.ss_family,
                     SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    enum answer answer = ANSWER_PART;

    if (one < 0)
        return ANSWER_PART;
    if (connect_until(one, at, until))
        answer = ask_socket(one, question, until);
    close(one);
    return answer;
}

static enum answer ask_sentinel(struct rlk_span server,
                                struct question *question)
{
    struct rlk_addresses at = {0};
    enum answer answer = ANSWER_PART;
    int64_t until;

    look_up_sentinel(server, &at);
    until = rlk_now() + RLK_SENTINEL_PATIENCE_MS * RLK_NS_PER_MS;
    for (int i = 0; answer == ANSWER_PART && i < at.count; i++)
        answer = ask_address(&at.address[i], question, until);
    return answer;
}

static const char *collect_named(const char *host, const char *port,
                                 struct rlk_addresses *found)
{
    long number = strtol(port, NULL, 10);

    if (number <= 0 || number > UINT16_MAX ||
        resolve_blocking(host, port, found) != NULL)
        return unresolved;
    return NULL;
}

const char *rlk_sentinel_ask(const struct rlk_sentinel_group *group,
                             struct rlk_addresses *found)
{
    struct rlk_span rest = {group->hosts, strlen(group->hosts)};
    struct rlk_span servers;
    struct rlk_span server;
    struct question question = {.group = group};
    const char *problem = silent;
    bool more = true;

    if (!rlk_span_cut(&rest, '/', false, &servers) ||
        !copy(rest, question.name, sizeof(question.name)))
        return unknown;
    while (more) {
        more = rlk_span_cut(&servers, '+', false, &server);
        switch (ask_sentinel(more ? server : servers, &question)) {
        case ANSWER_MASTER:
            return collect_named(question.host, question.port, found);
        case ANSWER_UNKNOWN:
            problem = unknown;
            break;
        case ANSWER_NOAUTH:
            problem = group->password == NULL ? wanted : wrong;
            break;
        case ANSWER_REFUSED:
            problem = refused;
            break;
        case ANSWER_PART:
            break;
        }
    }
    return problem;
}

/* A name that is being looked up or waits for a thread. Owned by the pool. */
struct name {
    struct rlk_list of_pool;
    bool running;           /* a thread looks it up */
    struct rlk_list askers; /* those that wait for its addresses */
    bool sentinel;          /* host is a group of Sentinels: */
    struct rlk_sentinel_group group;
    size_t size; /* of all, with the texts that it points to */
    char host[];
};

struct rlk_lookup {
    struct rlk_list of_name; /* of the name's askers */
    struct name *name;       /* NULL: ended */
    unsigned fork_generation;
    _Atomic bool ended;  /* error and found are complete */
    int fd;              /* an eventfd, readable once it has ended */
    int port;            /* for the found addresses; 0: they have ports */
    const char *problem; /* static; NULL: addresses were found */
    struct rlk_addresses found;
};

/*
 * Shared by the threads. A child after fork() makes its own pool, because the
 * mutex in its copy of the parent's may be locked forever.
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

/* --- the threads --------------------------------------------------------- */

static void tell(struct rlk_lookup *lookup, const char *problem,
                 const struct rlk_addresses *found)
{
    uint64_t one = 1;

    lookup->name = NULL;
    lookup->problem = problem;
    lookup->found = *found;
    for (int i = 0; lookup->port != 0 && i < found->count; i++)
        set_port(&lookup->found.address[i], lookup->port);
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

/* It may contain a password. */
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
                             : resolve_blocking(name->host, NULL, &found);
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

/* --- asking -------------------------------------------------------------- */

static struct name *find(struct pool *pool, const struct rlk_uri *uri)
{
    for (struct rlk_list *at = pool->names.next; at != &pool->names;
         at = at->next) {
        struct name *name = name_of(at);
        if (name->sentinel == uri->sentinel &&
            strcmp(name->host, uri->host) == 0 &&
            rlk_same_text(name->group.username, uri->sentinel_username) &&
            rlk_same_text(name->group.password, uri->sentinel_password))
            return name;
    }
    return NULL;
}

static size_t size_of(const char *text)
{
    return text == NULL ? 0 : strlen(text) + 1;
}

/* Copies a text to *at, and advances *at. NULL stays NULL. */
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
