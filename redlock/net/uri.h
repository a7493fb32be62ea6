/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_URI_H
#define RLK_REDLOCK_NET_URI_H

/* The URIs of nodes, as redlock.h describes them. No I/O, no name look-up. */

#include "redlock/redlock.h"

#define RLK_URI_PORT 6379

struct rlk_uri {
    char *host;    /* NULL: a unix socket; IPv6 without its brackets; of a group
                      of Sentinels what rlk_sentinel_ask() takes */
    bool sentinel; /* its address is asked for: rlk_sentinel_ask() */
    bool numeric;  /* host is an address: there is no name to look up */
    int port;
    char *path;     /* of the unix socket, shorter than sun_path; or NULL */
    char *username; /* or NULL */
    char *password; /* or NULL; never printed */
    /* Ours at the Sentinels themselves; or NULL. */
    char *sentinel_username;
    char *sentinel_password;
    bool tls; /* rediss:// */
    /* What it says of redlock_tls' members of these names; or NULL. */
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

/* Overwrites a text of its own memory, and frees it; NULL is fine. */
void rlk_secret_free(char *secret);

/* Are these the same texts, or both NULL? */
bool rlk_same_text(const char *one, const char *other);

/* What is wrong with the settings of a client. */

/*
 * Says it, cut to fit, of no node in particular. problem may be NULL.
 * Returns BAD_SETTING.
 */
enum redlock_status rlk_problem_refuse(struct redlock_problem *problem,
                                       const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* --- parts of a text ----------------------------------------------------- */

/* A piece of a text that is parsed, in place. */
struct rlk_span {
    const char *text;
    size_t length;
};

/* If the span begins with prefix, in any case: takes the prefix off. */
bool rlk_span_take(struct rlk_span *span, const char *prefix);

/*
 * Cuts at the first (or last) c: before gets what precedes it, span keeps what
 * follows. false: there is no c, and nothing has changed.
 */
bool rlk_span_cut(struct rlk_span *span, char c, bool last,
                  struct rlk_span *before);

#endif
