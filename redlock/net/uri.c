/* SPDX-License-Identifier: MIT */
/* Parses the URIs of nodes. No message repeats what may be a password. */

#include "redlock/net/uri.h"

#include <arpa/inet.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/un.h>

#include "redlock/admin.h"
#include "redlock/runtime/memory.h"

#define PATH_MAX_BYTES sizeof(((struct sockaddr_un *)NULL)->sun_path)

/* --- parts of a text ----------------------------------------------------- */

/* The message if memory runs out. */
static const char out_of_memory[] = "no memory";

bool rlk_span_take(struct rlk_span *span, const char *prefix)
{
    size_t length = strlen(prefix);

    if (span->length < length || strncasecmp(span->text, prefix, length) != 0)
        return false;
    span->text += length;
    span->length -= length;
    return true;
}

bool rlk_span_cut(struct rlk_span *span, char c, bool last,
                  struct rlk_span *before)
{
    const char *at = last ? memrchr(span->text, c, span->length)
                          : memchr(span->text, c, span->length);

    if (at == NULL)
        return false;
    before->text = span->text;
    before->length = (size_t)(at - span->text);
    span->text += before->length + 1;
    span->length -= before->length + 1;
    return true;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/*
 * Copies a span, with percent escapes decoded; an empty span leaves *copy as it
 * is. Returns NULL, or a sentence that says what is wrong; *copy may be set
 * then, too.
 */
static const char *decode(struct rlk_span from, char **copy)
{
    char *out;

    if (from.length == 0)
        return NULL;
    *copy = out = rlk_alloc(from.length + 1);
    if (out == NULL)
        return out_of_memory;
    for (size_t i = 0; i < from.length; i++) {
        int high, low;
        if (from.text[i] != '%') {
            *out++ = from.text[i];
            continue;
        }
        high = i + 2 < from.length ? hex_digit(from.text[i + 1]) : -1;
        low = i + 2 < from.length ? hex_digit(from.text[i + 2]) : -1;
        if (high < 0 || low < 0 || high + low == 0)
            return "a percent sign is not followed by two hex digits";
        *out++ = (char)(high * 16 + low);
        i += 2;
    }
    return NULL;
}

/* Copies a span without decoding, even if it is empty. */
static const char *copy_span(struct rlk_span from, char **copy)
{
    *copy = rlk_alloc(from.length + 1);
    if (*copy == NULL)
        return out_of_memory;
    memcpy(*copy, from.text, from.length);
    return NULL;
}

/* A number of digits only, at most most of them; -1: it is no such number. */
static int number_of(struct rlk_span digits, size_t most)
{
    int number = 0;

    if (digits.length == 0 || digits.length > most)
        return -1;
    for (size_t i = 0; i < digits.length; i++) {
        if (digits.text[i] < '0' || digits.text[i] > '9')
            return -1;
        number = number * 10 + (digits.text[i] - '0');
    }
    return number;
}

/* user, user:pass or :pass */
static const char *parse_user(struct rlk_span user, struct rlk_uri *uri)
{
    struct rlk_span name = user;
    const char *problem;

    if (!rlk_span_cut(&user, ':', false, &name))
        return decode(name, &uri->username);
    problem = decode(name, &uri->username);
    return problem != NULL ? problem : decode(user, &uri->password);
}

static const char *parse_port(struct rlk_span digits, int *port)
{
    *port = number_of(digits, 5);
    return *port >= 1 && *port <= 65535
               ? NULL
               : "the port is not a number from 1 to 65535";
}

static bool is_host_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
}

static bool is_name(struct rlk_span span)
{
    for (size_t i = 0; i < span.length; i++) {
        if (!is_host_character(span.text[i]))
            return false;
    }
    return true;
}

static const char *parse_host(struct rlk_span host, struct rlk_uri *uri)
{
    struct in_addr address;
    const char *problem;

    if (host.length == 0)
        return "the host is missing";
    if (!is_name(host))
        return "the host's name has a character that no such name has";
    problem = copy_span(host, &uri->host);
    if (problem != NULL)
        return problem;
    uri->numeric = inet_pton(AF_INET, uri->host, &address) == 1;
    return NULL;
}

/* host: the text between the brackets. */
static const char *parse_ipv6(struct rlk_span host, struct rlk_uri *uri)
{
    struct in6_addr address;
    const char *problem = copy_span(host, &uri->host);

    if (problem != NULL)
        return problem;
    uri->numeric = true;
    return inet_pton(AF_INET6, uri->host, &address) == 1
               ? NULL
               : "what is in brackets is not an IPv6 address";
}

/* host, host:port, [address] or [address]:port */
static const char *parse_server(struct rlk_span server, struct rlk_uri *uri)
{
    struct rlk_span host = server;
    struct rlk_span port = server;
    const char *problem;

    uri->port = RLK_URI_PORT;
    if (rlk_span_take(&port, "[")) {
        if (!rlk_span_cut(&port, ']', false, &host))
            return "a bracket is not closed";
        problem = parse_ipv6(host, uri);
        if (problem != NULL || port.length == 0)
            return problem;
        return rlk_span_take(&port, ":") ? parse_port(port, &uri->port)
                                         : "after the bracket comes no port";
    }
    if (!rlk_span_cut(&port, ':', false, &host))
        return parse_host(server, uri);
    if (memchr(port.text, ':', port.length) != NULL)
        return "an IPv6 address has to be in brackets";
    problem = parse_host(host, uri);
    return problem != NULL ? problem : parse_port(port, &uri->port);
}

/* The name of the node in messages: scheme and address, cut to fit. */
static void set_name(struct rlk_uri *uri, const char *scheme,
                     struct rlk_span address)
{
    (void)snprintf(uri->name, sizeof(uri->name), "%s%.*s", scheme,
                   (int)(address.length < sizeof(uri->name)
                             ? address.length
                             : sizeof(uri->name)),
                   address.text);
}

/* NAME=VALUE */
static const char *parse_option(struct rlk_span option, struct rlk_uri *uri)
{
    const struct {
        const char *name;
        char **value;
        bool sentinel; /* for sentinel:// only; false: for TLS only */
    } options[] = {
        {"cacert=", &uri->ca_file, false},
        {"cacertdir=", &uri->ca_folder, false},
        {"cert=", &uri->cert_file, false},
        {"key=", &uri->key_file, false},
        {"sni=", &uri->server_name, false},
        {"sentinel-user=", &uri->sentinel_username, true},
        {"sentinel-password=", &uri->sentinel_password, true},
    };

    /* When a list is printed, the text before an at sign is hidden. */
    if (memchr(option.text, '@', option.length) != NULL)
        return "an at sign in an option is written %40";
    for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
        if (options[i].sentinel != uri->sentinel ||
            !rlk_span_take(&option, options[i].name))
            continue;
        if (option.length == 0)
            return "an option has no value";
        if (*options[i].value != NULL)
            return "an option is there twice";
        return decode(option, options[i].value);
    }
    return uri->sentinel
               ? "an option is sentinel-user= or sentinel-password="
               : "an option is cacert=, cacertdir=, cert=, key= or sni=";
}

static const char *parse_options(struct rlk_span options, struct rlk_uri *uri)
{
    const char *problem = NULL;
    struct rlk_span option;

    while (problem == NULL && rlk_span_cut(&options, '&', false, &option))
        problem = parse_option(option, uri);
    return problem != NULL ? problem : parse_option(options, uri);
}

/* The part after the address: a database, and options. */
static const char *parse_rest(struct rlk_span rest, struct rlk_uri *uri)
{
    if (rlk_span_take(&rest, "/"))
        (void)rlk_span_take(&rest, "0");
    if (rest.length == 0)
        return NULL;
    if (!uri->tls)
        return "databases and options are not used; lock keys live in database "
               "0";
    return rlk_span_take(&rest, "?") ? parse_options(rest, uri)
                                     : "lock keys live in database 0";
}

static const char *parse_redis(struct rlk_span rest, struct rlk_uri *uri)
{
    struct rlk_span server = rest;
    struct rlk_span user;
    size_t end = 0;
    const char *problem = NULL;

    while (end < rest.length && strchr("/?#", rest.text[end]) == NULL)
        end++;
    server.length = end;
    rest.text += end;
    rest.length -= end;
    if (rlk_span_cut(&server, '@', true, &user))
        problem = parse_user(user, uri);
    if (problem == NULL)
        problem = parse_server(server, uri);
    if (problem != NULL)
        return problem;
    set_name(uri, uri->tls ? "rediss://" : "redis://", server);
    return parse_rest(rest, uri);
}

/* host[:port]+host[:port]/name?OPTION=VALUE&... */
static const char *parse_sentinel(struct rlk_span rest, struct rlk_uri *uri)
{
    struct rlk_span user;
    struct rlk_span group;
    struct rlk_span hosts;
    struct rlk_span host;
    struct rlk_span options;
    const char *problem = NULL;
    bool more = true;

    uri->sentinel = true;
    if (rlk_span_cut(&rest, '@', true, &user))
        problem = parse_user(user, uri);
    options = rest;
    if (problem == NULL && rlk_span_cut(&options, '?', false, &rest))
        problem = parse_options(options, uri);
    if (problem == NULL && uri->sentinel_username != NULL &&
        uri->sentinel_password == NULL)
        problem = "sentinel-user= comes with sentinel-password=";
    group = rest;
    if (problem == NULL &&
        (!rlk_span_cut(&rest, '/', false, &hosts) || rest.length == 0))
        problem = "after the Sentinels comes a slash and the master's name";
    if (problem == NULL && !is_name(rest))
        problem = "the master's name has a character that no such name has";
    while (problem == NULL && more) {
        struct rlk_uri one = {0};
        more = rlk_span_cut(&hosts, '+', false, &host);
        problem = parse_server(more ? host : hosts, &one);
        rlk_free(one.host);
    }
    if (problem != NULL)
        return problem;
    set_name(uri, "sentinel://", group);
    return copy_span(group, &uri->host);
}

/* As in a line of a file where another word follows a path. */
static bool has_blanks(struct rlk_span text)
{
    for (size_t i = 0; i < text.length; i++)
        if ((unsigned char)text.text[i] <= ' ')
            return true;
    return false;
}

static const char *parse_unix(struct rlk_span rest, struct rlk_uri *uri)
{
    struct rlk_span address = rest;
    struct rlk_span user;
    const char *slash = memchr(rest.text, '/', rest.length);
    const char *problem;

    user.text = rest.text;
    user.length = slash != NULL ? (size_t)(slash - rest.text) : rest.length;
    if (user.length > 0) {
        if (slash == NULL || user.text[user.length - 1] != '@')
            return "the socket's path has to begin with a slash";
        user.length--;
        problem = parse_user(user, uri);
        if (problem != NULL)
            return problem;
    }
    if (slash == NULL)
        return "the socket's path is missing";
    address.text = slash;
    address.length = (size_t)(rest.text + rest.length - slash);
    if (address.length == 1)
        return "the socket's path is missing";
    if (has_blanks(address))
        return "a space in the socket's path is written %20, and nothing "
               "follows the path";
    problem = decode(address, &uri->path);
    if (problem != NULL)
        return problem;
    set_name(uri, "unix://", address);
    return strlen(uri->path) < PATH_MAX_BYTES
               ? NULL
               : "the socket's path is longer than the system allows";
}

/* Is it host:port without a scheme? A user name requires a scheme. */
static bool is_bare(struct rlk_span element)
{
    return memchr(element.text, ':', element.length) != NULL &&
           memchr(element.text, '/', element.length) == NULL &&
           memchr(element.text, '@', element.length) == NULL;
}

static const char *parse_element(struct rlk_span element, struct rlk_uri *uri)
{
    if (element.length == 0)
        return "there is nothing between the commas";
    if (rlk_span_take(&element, "redis://") ||
        rlk_span_take(&element, "valkey://"))
        return parse_redis(element, uri);
    if (rlk_span_take(&element, "unix://"))
        return parse_unix(element, uri);
    if (rlk_span_take(&element, "sentinel://"))
        return parse_sentinel(element, uri);
    if (rlk_span_take(&element, "rediss://") ||
        rlk_span_take(&element, "valkeys://")) {
        uri->tls = true;
        return parse_redis(element, uri);
    }
    if (rlk_span_take(&element, "local:"))
        return "local:N stands alone in its list";
    if (is_bare(element))
        return parse_redis(element, uri);
    return "a node is host:port, begins with redis://, rediss:// or unix://, "
           "or "
           "is local:N alone";
}

static bool same_address(const struct rlk_uri *one, const struct rlk_uri *other)
{
    if (one->host != NULL && other->host != NULL)
        return one->port == other->port &&
               strcasecmp(one->host, other->host) == 0;
    return one->path != NULL && other->path != NULL &&
           strcmp(one->path, other->path) == 0;
}

static const char *parse_next(struct rlk_span element, struct rlk_uris *uris)
{
    struct rlk_uri *uri = &uris->uri[uris->count];
    const char *problem;

    if (uris->count == REDLOCK_NODES_MAX)
        return "there are more than 32 nodes";
    uris->count++; /* now, so that rlk_uris_clear() frees a partly parsed URI */
    problem = parse_element(element, uri);
    if (problem != NULL)
        return problem;
    for (const struct rlk_uri *other = uris->uri; other < uri; other++) {
        if (same_address(other, uri))
            return "this node is in the list twice";
    }
    return NULL;
}

static const char *parse_list(struct rlk_span list, struct rlk_uris *uris,
                              int *position)
{
    struct rlk_span element;
    bool more = true;

    if (list.length == 0)
        return "the list is empty";
    while (more) {
        const char *problem;
        more = rlk_span_cut(&list, ',', false, &element);
        *position += 1;
        problem = parse_next(more ? element : list, uris);
        if (problem != NULL)
            return problem;
    }
    *position = 0;
    return NULL;
}

/* digits: the text after "local:". */
static const char *parse_local(struct rlk_span digits, struct rlk_uris *uris)
{
    int nodes = number_of(digits, 2);

    if (nodes < 1 || nodes > REDLOCK_NODES_MAX)
        return "local:N takes a number from 1 to 32, alone";
    while (uris->count < nodes) {
        struct rlk_uri *uri = &uris->uri[uris->count++];
        char path[PATH_MAX_BYTES];
        if (redlock_local_server(nodes, uris->count, path, NULL) != REDLOCK_OK)
            return "the sockets of local:N would have too long a path";
        uri->path = rlk_text_copy(path);
        if (uri->path == NULL)
            return out_of_memory;
        set_name(uri, "unix://", (struct rlk_span){path, strlen(path)});
    }
    return NULL;
}

enum redlock_status rlk_uris_parse(const char *list, struct rlk_uris *uris,
                                   struct redlock_problem *problem)
{
    struct rlk_span span = {.text = list, .length = strlen(list)};
    int position = 0;
    const char *verdict;

    memset(uris, 0, sizeof(*uris));
    if (strchr(list, ',') == NULL && rlk_span_take(&span, "local:")) {
        position = 1;
        verdict = parse_local(span, uris);
    } else {
        verdict = parse_list(span, uris, &position);
    }
    if (verdict == NULL)
        return REDLOCK_OK;
    rlk_uris_clear(uris);
    if (verdict == out_of_memory)
        return REDLOCK_NO_MEMORY;
    if (problem != NULL) {
        problem->position = position;
        (void)snprintf(problem->text, sizeof(problem->text), "%s", verdict);
    }
    return REDLOCK_BAD_NODES;
}

bool rlk_same_text(const char *one, const char *other)
{
    return one == NULL || other == NULL ? one == other
                                        : strcmp(one, other) == 0;
}

void rlk_secret_free(char *secret)
{
    if (secret != NULL)
        explicit_bzero(secret, strlen(secret));
    rlk_free(secret);
}

void rlk_uris_clear(struct rlk_uris *uris)
{
    for (int i = 0; i < uris->count; i++) {
        rlk_free(uris->uri[i].host);
        rlk_free(uris->uri[i].path);
        rlk_free(uris->uri[i].username);
        rlk_free(uris->uri[i].ca_file);
        rlk_free(uris->uri[i].ca_folder);
        rlk_free(uris->uri[i].cert_file);
        rlk_free(uris->uri[i].key_file);
        rlk_free(uris->uri[i].server_name);
        rlk_free(uris->uri[i].sentinel_username);
        rlk_secret_free(uris->uri[i].password);
        rlk_secret_free(uris->uri[i].sentinel_password);
    }
    memset(uris, 0, sizeof(*uris));
}

enum redlock_status rlk_problem_refuse(struct redlock_problem *problem,
                                       const char *format, ...)
{
    va_list arguments;

    if (problem != NULL) {
        problem->position = 0;
        va_start(arguments, format);
        vsnprintf(problem->text, sizeof(problem->text), format, arguments);
        va_end(arguments);
    }
    return REDLOCK_BAD_SETTING;
}
