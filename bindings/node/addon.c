/* SPDX-License-Identifier: MIT */
/*
 * addon.c: the event API of libredlock for index.js, its only caller.
 *
 * One uv_poll waits for the client's descriptor. It keeps the loop running
 * while a call is in progress or a lock is renewed. Each call returns a
 * promise, which is resolved with the call's report whatever its status is.
 * JavaScript of the program never runs inside redlock_dispatch(): promises are
 * settled when the callback scope around it closes, and index.js postpones log
 * messages.
 */
#define NAPI_VERSION 8
#include <node_api.h>
#include <redlock/redlock.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

/* The clients of one environment: the main thread's, or a worker thread's. */
struct room {
    struct client *clients;
    napi_async_cleanup_hook_handle cleanup; /* NULL: it has been removed */
    int polls;                              /* not closed yet */
    bool ending;
};

struct client {
    uv_poll_t poll;
    napi_env env;
    napi_async_context context;
    napi_ref log;
    struct room *room;
    struct redlock_client *redlock; /* NULL: closed */
    struct operation *operations;
    struct lock *locks;
    struct client *next;
    int users; /* that still have this struct: JavaScript, libuv, each lock */
    int busy;  /* calls in progress, and locks that are renewed */
};

struct lock {
    struct client *client;
    struct redlock_lock *redlock; /* NULL: released, or the client is closed */
    napi_deferred lost;           /* NULL: settled */
    bool keep;
    struct lock *next;
};

struct operation {
    struct client *client;
    napi_deferred deferred;
    struct redlock_pending *pending; /* of an acquisition, with its lock */
    struct lock *lock;
    double number;
    struct operation *next;
    struct redlock_report report;
};

/* --- from JavaScript ----------------------------------------------------- */

enum type {
    TEXT,
    WHOLE,
    SMALL,
    REAL,
    FLAG
};

/* A member of a struct of the library, by its name in JavaScript. */
struct member {
    const char *name;
    enum type type;
    size_t offset;
};

#define OF(type, member) offsetof(struct redlock_##type, member)

static const struct member settings_members[] = {
    {"nodes", TEXT, OF(settings, nodes)},
    {"username", TEXT, OF(settings, username)},
    {"password", TEXT, OF(settings, password)},
    {"label", TEXT, OF(settings, label)},
    {"nodeTimeout", WHOLE, OF(settings, node_timeout_ms)},
    {"ttlMax", WHOLE, OF(settings, ttl_max_ms)},
    {"driftFactor", REAL, OF(settings, drift_factor)},
    {"slack", WHOLE, OF(settings, slack_ms)},
    {"pauseMax", WHOLE, OF(settings, pause_max_ms)},
    {"quorum", SMALL, OF(settings, quorum)},
    {"strategy", SMALL, OF(settings, strategy)},
    {"guard", SMALL, OF(settings, guard)},
    {"caFile", TEXT, OF(settings, tls.ca_file)},
    {"caFolder", TEXT, OF(settings, tls.ca_folder)},
    {"certFile", TEXT, OF(settings, tls.cert_file)},
    {"keyFile", TEXT, OF(settings, tls.key_file)},
    {"serverName", TEXT, OF(settings, tls.server_name)},
    {"insecure", FLAG, OF(settings, tls.insecure)},
    {"logLevel", SMALL, OF(settings, log_level)},
};

static const struct member request_members[] = {
    {"duration", WHOLE, OF(request, ttl_ms)},
    {"wait", WHOLE, OF(request, wait_ms)},
    {"minValidity", WHOLE, OF(request, min_validity_ms)},
    {"warning", WHOLE, OF(request, warning_ms)},
    {"keep", FLAG, OF(request, keep)},
    {"fencing", FLAG, OF(request, fencing)},
    {"fair", FLAG, OF(request, fair)},
    {"shared", SMALL, OF(request, mode)},
    {"owner", TEXT, OF(request, owner)},
    {"ownerFence", WHOLE, OF(request, owner_fence)},
    {"slots", SMALL, OF(request, slots)},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define TEXTS_MAX (COUNT(settings_members) + REDLOCK_SET_MAX)

/* Strings that a call borrows. */
struct texts {
    char *text[TEXTS_MAX];
    size_t count;
};

static void free_texts(struct texts *texts)
{
    while (texts->count > 0)
        free(texts->text[--texts->count]);
}

/* NULL: it is no string, contains a NUL, or there is no memory. */
static const char *get_text(napi_env env, napi_value value, struct texts *texts)
{
    size_t length;
    char *text;

    if (texts->count == TEXTS_MAX ||
        napi_get_value_string_utf8(env, value, NULL, 0, &length) != napi_ok ||
        (text = malloc(length + 1)) == NULL)
        return NULL;
    texts->text[texts->count++] = text;
    napi_get_value_string_utf8(env, value, text, length + 1, NULL);
    return strlen(text) == length ? text : NULL;
}

static bool get_whole(napi_env env, napi_value value, int64_t *whole)
{
    double number;

    if (napi_get_value_double(env, value, &number) != napi_ok)
        return false;
    if (number >= (double)INT64_MAX)
        *whole = INT64_MAX;
    else if (number > (double)INT64_MIN)
        *whole = (int64_t)number;
    else
        return false;
    return *whole == INT64_MAX || (double)*whole == number;
}

static bool get_member(napi_env env, napi_value value,
                       const struct member *member, char *base,
                       struct texts *texts)
{
    void *place = base + member->offset;
    int64_t whole = 0;

    switch (member->type) {
    case TEXT:
        return (*(const char **)place = get_text(env, value, texts)) != NULL;
    case WHOLE:
        return get_whole(env, value, place);
    case SMALL:
        if (!get_whole(env, value, &whole) || whole < INT32_MIN ||
            whole > INT32_MAX)
            return false;
        *(int *)place = (int)whole;
        return true;
    case REAL:
        return napi_get_value_double(env, value, place) == napi_ok;
    case FLAG:
        return napi_get_value_bool(env, value, place) == napi_ok;
    }
    return false;
}

/* Fills a struct from an object's members. False: an exception is pending. */
static bool get_members(napi_env env, napi_value object,
                        const struct member *members, size_t count, void *base,
                        struct texts *texts)
{
    for (size_t i = 0; i < count; i++) {
        napi_value value;
        napi_valuetype type;
        char message[64];

        if (napi_get_named_property(env, object, members[i].name, &value) !=
                napi_ok ||
            napi_typeof(env, value, &type) != napi_ok)
            return false;
        if (type == napi_undefined ||
            get_member(env, value, &members[i], base, texts))
            continue;
        snprintf(message, sizeof(message), "invalid value of %s",
                 members[i].name);
        napi_throw_type_error(env, NULL, message);
        return false;
    }
    return true;
}

/* The names of the resources; returns their number, 0: an exception is
 * pending. */
static int get_resources(napi_env env, napi_value array, const char **names,
                         struct texts *texts)
{
    uint32_t count = 0;

    napi_get_array_length(env, array, &count);
    for (uint32_t i = 0; i < count && i < REDLOCK_SET_MAX; i++) {
        napi_value value;

        if (napi_get_element(env, array, i, &value) != napi_ok ||
            (names[i] = get_text(env, value, texts)) == NULL)
            count = 0;
    }
    if (count > 0 && count <= REDLOCK_SET_MAX)
        return (int)count;
    napi_throw_type_error(env, NULL, "invalid resources");
    return 0;
}

static void *get_pointer(napi_env env, napi_value value)
{
    void *pointer = NULL;

    napi_get_value_external(env, value, &pointer);
    return pointer;
}

/* --- to JavaScript ------------------------------------------------------- */

static void set(napi_env env, napi_value object, const char *name,
                napi_value value)
{
    napi_set_named_property(env, object, name, value);
}

static napi_value number_of(napi_env env, int64_t number)
{
    napi_value value = NULL;

    napi_create_int64(env, number, &value);
    return value;
}

static napi_value text_of(napi_env env, const char *text)
{
    napi_value value = NULL;

    napi_create_string_utf8(env, text, NAPI_AUTO_LENGTH, &value);
    return value;
}

static napi_value report_of(napi_env env, const struct redlock_report *report)
{
    napi_value object = NULL, nodes = NULL;

    napi_create_object(env, &object);
    napi_create_array_with_length(env, (size_t)report->nodes, &nodes);
    for (int i = 0; i < report->nodes; i++) {
        const struct redlock_node_report *one = &report->node[i];
        napi_value node = NULL;

        napi_create_object(env, &node);
        set(env, node, "name", text_of(env, one->name));
        set(env, node, "vote", number_of(env, (int)one->vote));
        set(env, node, "reason", number_of(env, (int)one->reason));
        set(env, node, "text", text_of(env, redlock_reason_text(one->reason)));
        set(env, node, "message", text_of(env, one->message));
        set(env, node, "holder",
            text_of(env, redlock_token_label(one->holder)));
        set(env, node, "latency", number_of(env, one->latency_us));
        napi_set_element(env, nodes, (uint32_t)i, node);
    }
    set(env, object, "nodes", nodes);
    set(env, object, "quorum", number_of(env, report->quorum));
    return object;
}

/* --- clients and locks --------------------------------------------------- */

static void drop_client(struct client *client)
{
    if (--client->users == 0)
        free(client);
}

static void count_busy(struct client *client, int change)
{
    client->busy += change;
    if (client->redlock == NULL)
        return;
    if (client->busy > 0)
        uv_ref((uv_handle_t *)&client->poll);
    else
        uv_unref((uv_handle_t *)&client->poll);
}

static void settle_loss(struct lock *lock, bool lost)
{
    napi_value value = NULL;

    if (lock->lost == NULL)
        return;
    if (lock->keep)
        count_busy(lock->client, -1);
    napi_get_boolean(lock->client->env, lost, &value);
    napi_resolve_deferred(lock->client->env, lock->lost, value);
    lock->lost = NULL;
}

/* Called by the library, or when the client is closed. */
static void on_lost(struct redlock_lock *redlock, void *user)
{
    (void)redlock;
    settle_loss(user, true);
}

static void free_lock(struct lock *lock)
{
    struct lock **link = &lock->client->locks;

    while (*link != lock)
        link = &(*link)->next;
    *link = lock->next;
    drop_client(lock->client);
    free(lock);
}

/* JavaScript has lost or released the lock and forgotten it. */
static void finalize_lock(napi_env env, void *data, void *hint)
{
    struct lock *lock = data;

    (void)env;
    (void)hint;
    redlock_detach(&lock->redlock);
    free_lock(lock);
}

static napi_value lock_of(napi_env env, struct lock *lock, napi_value result)
{
    napi_value external = NULL, value = NULL, fences = NULL, tokens = NULL;
    int count = redlock_count(lock->redlock);

    napi_create_array_with_length(env, (size_t)count, &fences);
    napi_create_array_with_length(env, (size_t)count, &tokens);
    for (int i = 0; i < count; i++) {
        char token[REDLOCK_TOKEN_MAX];

        napi_set_element(env, fences, (uint32_t)i,
                         number_of(env, redlock_fence_of(lock->redlock, i)));
        napi_set_element(
            env, tokens, (uint32_t)i,
            text_of(env, redlock_token_of(lock->redlock, i, token)));
    }
    set(env, result, "fences", fences);
    set(env, result, "tokens", tokens);
    set(env, result, "slot", number_of(env, redlock_slot(lock->redlock)));
    napi_create_promise(env, &lock->lost, &value);
    set(env, result, "lost", value);
    if (lock->keep && lock->lost != NULL)
        count_busy(lock->client, 1);
    napi_create_external(env, lock, finalize_lock, NULL, &external);
    return external;
}

static void free_operation(struct operation *operation)
{
    struct operation **link = &operation->client->operations;

    while (*link != operation)
        link = &(*link)->next;
    *link = operation->next;
    free(operation);
}

/* Resolves the call's promise, and frees the operation. */
static void finish(struct operation *operation, enum redlock_status status)
{
    struct client *client = operation->client;
    napi_env env = client->env;
    napi_value result = report_of(env, &operation->report);

    set(env, result, "status", number_of(env, (int)status));
    set(env, result, "text", text_of(env, redlock_strerror(status)));
    if (operation->lock != NULL && operation->lock->redlock != NULL)
        set(env, result, "lock", lock_of(env, operation->lock, result));
    else if (operation->lock != NULL)
        free_lock(operation->lock);
    napi_resolve_deferred(env, operation->deferred, result);
    free_operation(operation);
    count_busy(client, -1);
}

static void on_done(void *user, enum redlock_status status)
{
    finish(user, status);
}

static void on_acquired(void *user, enum redlock_status status,
                        struct redlock_lock *lock)
{
    struct operation *operation = user;

    operation->lock->redlock = lock;
    finish(operation, status);
}

static void on_log(const struct redlock_log *log, void *user)
{
    struct client *client = user;
    napi_env env = client->env;
    napi_value function = NULL, none = NULL;
    napi_value arguments[] = {
        number_of(env, (int)log->level),
        text_of(env, log->text),
        text_of(env, log->name == NULL ? "" : log->name),
        number_of(env, log->dropped),
    };

    napi_get_undefined(env, &none);
    napi_get_reference_value(env, client->log, &function);
    napi_call_function(env, none, function, COUNT(arguments), arguments, NULL);
}

static void on_readable(uv_poll_t *poll, int status, int events)
{
    struct client *client = poll->data;
    napi_handle_scope handles;
    napi_callback_scope callbacks;

    (void)status;
    (void)events;
    napi_open_handle_scope(client->env, &handles);
    napi_open_callback_scope(client->env, NULL, client->context, &callbacks);
    client->users++; /* the program may close it */
    redlock_dispatch(client->redlock);
    napi_close_callback_scope(client->env, callbacks);
    napi_close_handle_scope(client->env, handles);
    drop_client(client);
}

static void end_room(struct room *room)
{
    if (!room->ending || room->polls > 0)
        return;
    napi_remove_async_cleanup_hook(room->cleanup);
    free(room);
}

static void on_poll_closed(uv_handle_t *poll)
{
    struct client *client = poll->data;
    struct room *room = client->room;

    drop_client(client);
    room->polls--;
    end_room(room);
}

/* Releases the locks that are kept; the others stay until they expire. */
static void close_client(struct client *client)
{
    struct client **link = &client->room->clients;
    struct redlock_client *redlock = client->redlock;

    if (redlock == NULL)
        return;
    client->redlock = NULL;
    while (*link != client)
        link = &(*link)->next;
    *link = client->next;
    uv_close((uv_handle_t *)&client->poll, on_poll_closed);
    for (struct lock *lock = client->locks; lock != NULL; lock = lock->next) {
        if (!lock->keep)
            redlock_detach(&lock->redlock);
    }
    redlock_close(redlock);
    for (struct lock *lock = client->locks; lock != NULL; lock = lock->next)
        lock->redlock = NULL;
    if (client->room->ending) {
        while (client->operations != NULL) {
            if (client->operations->lock != NULL)
                free_lock(client->operations->lock);
            free_operation(client->operations);
        }
        return;
    }
    for (struct lock *lock = client->locks; lock != NULL; lock = lock->next)
        settle_loss(lock, true);
    while (client->operations != NULL)
        finish(client->operations, REDLOCK_CANCELLED);
    napi_async_destroy(client->env, client->context);
    napi_delete_reference(client->env, client->log);
}

static void finalize_client(napi_env env, void *data, void *hint)
{
    struct client *client = data;

    (void)env;
    (void)hint;
    close_client(client);
    drop_client(client);
}

/* --- calls --------------------------------------------------------------- */

#define ARGUMENTS(count)                                                       \
    napi_value argument[count];                                                \
    size_t arguments = (count);                                                \
    napi_get_cb_info(env, info, &arguments, argument, NULL, NULL)

/* open(settings, log): a client. */
static napi_value open_client(napi_env env, napi_callback_info info)
{
    struct redlock_settings settings = {.size = sizeof(settings)};
    struct redlock_problem problem = {.size = sizeof(problem)};
    struct texts texts = {.count = 0};
    struct client *client = calloc(1, sizeof(*client));
    napi_value external = NULL;
    enum redlock_status status;
    uv_loop_t *loop;
    void *room;

    ARGUMENTS(2);
    if (client == NULL ||
        !get_members(env, argument[0], settings_members,
                     COUNT(settings_members), &settings, &texts))
        goto out;
    settings.log = on_log;
    settings.log_user = client;
    status = redlock_open_on_fd(&settings, &client->redlock, &problem);
    if (status != REDLOCK_OK) {
        napi_create_object(env, &external);
        set(env, external, "status", number_of(env, (int)status));
        set(env, external, "text",
            text_of(env, problem.text[0] != '\0' ? problem.text
                                                 : redlock_strerror(status)));
        goto out;
    }
    napi_get_instance_data(env, &room);
    napi_get_uv_event_loop(env, &loop);
    if (uv_poll_init(loop, &client->poll, redlock_fd(client->redlock)) != 0) {
        redlock_close(client->redlock);
        napi_throw_error(env, NULL, "the loop refused a descriptor");
        goto out;
    }
    client->env = env;
    client->room = room;
    client->poll.data = client;
    client->next = client->room->clients;
    client->room->clients = client;
    client->room->polls++;
    client->users = 2;
    napi_create_reference(env, argument[1], 1, &client->log);
    napi_async_init(env, NULL, text_of(env, "REDLOCK"), &client->context);
    uv_poll_start(&client->poll, UV_READABLE, on_readable);
    uv_unref((uv_handle_t *)&client->poll);
    napi_create_external(env, client, finalize_client, NULL, &external);
    client = NULL;
out:
    free(client);
    free_texts(&texts);
    return external;
}

/* An operation whose promise is the call's result. NULL: an exception is
 * pending. */
static struct operation *begin(napi_env env, struct client *client,
                               napi_value *promise)
{
    struct operation *operation = calloc(1, sizeof(*operation));

    if (operation == NULL || client->redlock == NULL) {
        free(operation);
        napi_throw_error(env, NULL, "the client is closed");
        return NULL;
    }
    operation->client = client;
    operation->report.size = sizeof(operation->report);
    operation->next = client->operations;
    client->operations = operation;
    napi_create_promise(env, &operation->deferred, promise);
    count_busy(client, 1);
    return operation;
}

/* acquire(client, number, resources, request): the promise of a report with
 * the lock. */
static napi_value acquire(napi_env env, napi_callback_info info)
{
    const char *names[REDLOCK_SET_MAX];
    struct redlock_request request = {.size = sizeof(request)};
    struct texts texts = {.count = 0};
    struct lock *lock = calloc(1, sizeof(*lock));
    struct client *client;
    struct operation *operation;
    napi_value promise = NULL;
    enum redlock_status status;
    int count;

    ARGUMENTS(4);
    client = get_pointer(env, argument[0]);
    count = get_resources(env, argument[2], names, &texts);
    if (lock == NULL || count == 0 ||
        !get_members(env, argument[3], request_members, COUNT(request_members),
                     &request, &texts) ||
        (operation = begin(env, client, &promise)) == NULL)
        goto out;
    napi_get_value_double(env, argument[1], &operation->number);
    operation->lock = lock;
    request.resource = names[0];
    request.more = names + 1;
    request.more_count = count - 1;
    request.lost = on_lost;
    request.user = lock;
    request.report = &operation->report;
    lock->client = client;
    lock->keep = request.keep;
    lock->next = client->locks;
    client->locks = lock;
    client->users++;
    lock = NULL;
    status = redlock_async_acquire(client->redlock, &request, on_acquired,
                                   operation, &operation->pending);
    if (status != REDLOCK_OK)
        finish(operation, status);
out:
    free(lock);
    free_texts(&texts);
    return promise;
}

/* cancel(client, number): ends the acquisition with this number. */
static napi_value cancel(napi_env env, napi_callback_info info)
{
    struct client *client;
    double number = 0;

    ARGUMENTS(2);
    client = get_pointer(env, argument[0]);
    napi_get_value_double(env, argument[1], &number);
    for (struct operation *one = client->operations; one; one = one->next) {
        if (one->lock != NULL && one->number == number) {
            redlock_async_cancel(one->pending);
            break;
        }
    }
    return NULL;
}

/* extend(lock, duration): the promise of a report. */
static napi_value extend(napi_env env, napi_callback_info info)
{
    struct operation *operation;
    napi_value promise = NULL;
    enum redlock_status status = REDLOCK_LOST;
    struct lock *lock;
    int64_t duration;

    ARGUMENTS(2);
    lock = get_pointer(env, argument[0]);
    if (!get_whole(env, argument[1], &duration)) {
        napi_throw_type_error(env, NULL, "invalid value of duration");
        return NULL;
    }
    operation = begin(env, lock->client, &promise);
    if (operation == NULL)
        return NULL;
    if (lock->redlock != NULL)
        status = redlock_async_extend(lock->redlock, duration,
                                      &operation->report, on_done, operation);
    if (status != REDLOCK_OK)
        finish(operation, status);
    return promise;
}

/* release(lock): the promise of a report. */
static napi_value release(napi_env env, napi_callback_info info)
{
    struct operation *operation;
    napi_value promise = NULL;
    enum redlock_status status = REDLOCK_GONE;
    struct lock *lock;

    ARGUMENTS(1);
    lock = get_pointer(env, argument[0]);
    operation = begin(env, lock->client, &promise);
    if (operation == NULL)
        return NULL;
    if (lock->redlock != NULL)
        status = redlock_async_release(&lock->redlock, &operation->report,
                                       on_done, operation);
    if (status != REDLOCK_OK)
        finish(operation, status);
    settle_loss(lock, false);
    return promise;
}

/* remaining(lock): milliseconds until the validity ends; 0: not held. */
static napi_value remaining(napi_env env, napi_callback_info info)
{
    struct lock *lock;

    ARGUMENTS(1);
    lock = get_pointer(env, argument[0]);
    return number_of(
        env, lock->redlock == NULL ? 0 : redlock_remaining_ms(lock->redlock));
}

/* close(client) */
static napi_value close_one(napi_env env, napi_callback_info info)
{
    ARGUMENTS(1);
    close_client(get_pointer(env, argument[0]));
    return NULL;
}

/* closeAll(): every client of this environment. */
static napi_value close_all(napi_env env, napi_callback_info info)
{
    void *data;
    struct room *room;

    (void)info;
    napi_get_instance_data(env, &data);
    room = data;
    while (room->clients != NULL)
        close_client(room->clients);
    return NULL;
}

/* --- the environment ----------------------------------------------------- */

/* A worker thread is ended without an event, and Node aborts if a handle of
 * its loop is open then. */
static void on_environment_end(napi_async_cleanup_hook_handle handle,
                               void *data)
{
    struct room *room = data;

    (void)handle;
    room->ending = true;
    while (room->clients != NULL)
        close_client(room->clients);
    end_room(room);
}

static napi_value names_of(napi_env env, const struct member *members,
                           size_t count)
{
    napi_value names;

    napi_create_array_with_length(env, count, &names);
    for (size_t i = 0; i < count; i++)
        napi_set_element(env, names, (uint32_t)i,
                         text_of(env, members[i].name));
    return names;
}

NAPI_MODULE_INIT()
{
    static const struct {
        const char *name;
        napi_callback call;
    } calls[] = {
        {"open", open_client},   {"close", close_one},
        {"closeAll", close_all}, {"acquire", acquire},
        {"cancel", cancel},      {"extend", extend},
        {"release", release},    {"remaining", remaining},
    };
    struct room *room = calloc(1, sizeof(*room));

    if (room == NULL ||
        napi_add_async_cleanup_hook(env, on_environment_end, room,
                                    &room->cleanup) != napi_ok ||
        napi_set_instance_data(env, room, NULL, NULL) != napi_ok) {
        napi_throw_error(env, NULL, "no memory for the addon");
        return NULL;
    }
    for (size_t i = 0; i < COUNT(calls); i++) {
        napi_value function;

        napi_create_function(env, calls[i].name, NAPI_AUTO_LENGTH,
                             calls[i].call, NULL, &function);
        set(env, exports, calls[i].name, function);
    }
    set(env, exports, "settings",
        names_of(env, settings_members, COUNT(settings_members)));
    set(env, exports, "requests",
        names_of(env, request_members, COUNT(request_members)));
    set(env, exports, "version", text_of(env, redlock_version()));
    return exports;
}
