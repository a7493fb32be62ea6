/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_URI_H
#define RLK_REDLOCK_NET_URI_H

/* The URIs of nodes, as redlock.h describes them. Does not resolve names. */

#include "redlock/redlock.h"

#define RLK_URI_PORT 6379

struct rlk_uri {
    char *host;    /* NULL: a unix socket. IPv6 without brackets. For a group of
                      Sentinels, the list for rlk_sentinel_ask() */
    bool sentinel; /* the address comes from rlk_sentinel_ask() */
    bool numeric;  /* host is an address that needs no name resolution */
    int port;
    char *path;     /* of the unix socket, shorter than sun_path; or NULL */
    char *username; /* or NULL */
    char *password; /* or NULL; never printed */
    /* The credentials for the Sentinels themselves; or NULL. */
    char *sentinel_username;
    char *sentinel_password;
    bool tls; /* rediss:// */
    /* The options for the members of redlock_tls with these names; or NULL. */
    char *ca_file;
    char *ca_folder;
    char *cert_file;
    char *key_file;
    char *server_name;
    char name[96]; /* as given, without user and password; cut to fit */
};

struct rlk_uris {
    int count;
    struct rlk_uri uri[REDLOCK_NODES_MAX];
};

/*
 * Parses a comma-separated list: redis://[user:pass@]host[:port],
 * redis://:pass@host, rediss://host?cacert=file&sni=name, unix:///path,
 * unix://user:pass@/path, sentinel://[user:pass@]host[:port]+.../name with
 * ?sentinel-user=user&sentinel-password=pass,
 * valkey:// and valkeys:// as redis:// and rediss://,
 * host:port as redis://host:port, or local:N alone, which becomes the N sockets
 * of redlock_local_server(). User, password, path and options may be
 * percent-encoded.
 *
 * OK, or BAD_NODES with the position and the reason (a node named twice
 * included), or NO_MEMORY; *uris is then empty. problem may be NULL.
 */
enum redlock_status rlk_uris_parse(const char *list, struct rlk_uris *uris,
                                   struct redlock_problem *problem);

/* Frees the strings, passwords overwritten. */
void rlk_uris_clear(struct rlk_uris *uris);

/* Overwrites and frees a text. NULL is allowed. */
void rlk_secret_free(char *secret);

/* Are the two texts equal, or both NULL? */
bool rlk_same_text(const char *one, const char *other);

/*
 * Stores the message, cut to fit, without a node's position. problem may be
 * NULL. Returns BAD_SETTING.
 */
enum redlock_status rlk_problem_refuse(struct redlock_problem *problem,
                                       const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* --- parts of a text ----------------------------------------------------- */

/* A part of a text that is parsed where it is, without a copy. */
struct rlk_span {
    const char *text;
    size_t length;
};

/* If the span begins with prefix, in any case, removes the prefix. */
bool rlk_span_take(struct rlk_span *span, const char *prefix);

/*
 * Splits the span at the first (or last) c: before gets the part in front of
 * it, span keeps the part after it. false: there is no c, and nothing has
 * changed.
 */
bool rlk_span_cut(struct rlk_span *span, char c, bool last,
                  struct rlk_span *before);

#endif
