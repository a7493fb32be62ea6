/* SPDX-License-Identifier: MIT */
/* From options and environment to a client. */

#include "cli/base/nodes.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/config.h"
#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/options.h"
#include "cli/base/secrets.h"
#include "cli/base/sightings.h"
#include "cli/base/signals.h"
#include "redlock/admin.h"

/* --- node tls -------------------------------------------------------------
 */

/* Files of certificates: the option first, then the environment. */

static const char *variable(const char *name)
{
    const char *value = getenv(name);

    return value != NULL && *value != '\0' ? value : NULL;
}

bool node_tls_is_any(const struct redlock_tls *tls)
{
    return tls->ca_file != NULL || tls->ca_folder != NULL ||
           tls->cert_file != NULL || tls->key_file != NULL ||
           tls->server_name != NULL || tls->insecure;
}

void node_tls(const struct options *options, const char *command,
              struct redlock_settings *settings)
{
    struct redlock_tls *tls = &settings->tls;
    static bool said;

    settings->size = sizeof(*settings);
    if (strcasestr(settings->nodes, "rediss://") == NULL &&
        strcasestr(settings->nodes, "valkeys://") == NULL) {
        if (!options->tls_asked)
            *tls = (struct redlock_tls){.insecure = false};
        return;
    }
    if (tls->ca_file == NULL && tls->ca_folder == NULL) {
        tls->ca_file = variable("REDLOCK_CACERT");
        tls->ca_folder = variable("REDLOCK_CACERTDIR");
    }
    if (tls->cert_file == NULL && tls->key_file == NULL) {
        tls->cert_file = variable("REDLOCK_CERT");
        tls->key_file = variable("REDLOCK_KEY");
    }
    if (tls->server_name == NULL)
        tls->server_name = variable("REDLOCK_SNI");
    if (tls->insecure && !said)
        message_always(
            command,
            "warning: --insecure: certificates are not verified; anybody on "
            "the network path can read the traffic and answer as a node");
    said = said || tls->insecure;
}

/* New servers may be slow to answer. */
#define INIT_TRIES 10

static const char local[] = "local:";

static bool is_of_file(const struct options *options, const char *name)
{
    char where[CONFIG_WHERE_MAX];

    return config_where(options, name, where);
}

/* What an option says is wrong, or a file's line. Returns the exit status. */
static int refuse_value(const struct options *options, const char *command,
                        const char *name, const char *text)
{
    char where[CONFIG_WHERE_MAX];
    bool of_file = config_where(options, name, where);

    message_always(of_file ? where : command, "%s", text);
    return of_file ? EXITS_UNSAFE : EXITS_USAGE;
}

static int find_nodes(const struct options *options, const char *command,
                      const char **nodes)
{
    *nodes =
        options->nodes != NULL ? options->nodes : variable("REDLOCK_NODES");
    if (*nodes != NULL && (**nodes != '\0' || !is_of_file(options, "nodes")))
        return -1;
    if (*nodes != NULL)
        return refuse_value(options, command, "nodes", "the list is empty");
    message_always(command,
                   "no nodes: give --nodes redis://host1,redis://host2,..., "
                   "set REDLOCK_NODES, or write nodes = ... into "
                   "/etc/redlock.conf; to try it out on this machine: "
                   "--nodes local:5");
    return EXITS_USAGE;
}

/*
 * The password of nodes whose URI has none: an option before the environment.
 * buffer: SECRETS_PASSWORD_MAX bytes.
 */
static int find_password(const struct options *options, const char *command,
                         char *buffer, const char **password)
{
    const char *path = options->password_file;
    char text[PATH_MAX + 128];
    const char *wrong;
    bool exposed;

    if (options->password != NULL) {
        *password = options->password;
        return -1;
    }
    *password = path == NULL ? variable("REDLOCK_PASSWORD") : NULL;
    if (path == NULL && *password == NULL)
        path = variable("REDLOCK_PASSWORD_FILE");
    if (path == NULL)
        return -1;
    wrong = secrets_read(path, buffer, &exposed);
    if (wrong != NULL) {
        (void)snprintf(text, sizeof(text), "the password file %s: %s", path,
                       wrong);
        return refuse_value(options, command, "password-file", text);
    }
    if (exposed && isatty(STDERR_FILENO))
        message(command,
                "warning: every user can read the password file %s: chmod o-r",
                path);
    *password = buffer;
    return -1;
}

static void print_problem(const char *command, enum redlock_status status,
                          const struct redlock_problem *problem)
{
    const char *text =
        problem->text[0] == '\0' ? redlock_strerror(status) : problem->text;

    if (problem->position > 0)
        message_always(command, "node %d: %s", problem->position, text);
    else
        message_always(command, "%s", text);
}

/* Starts the servers of local:N. Any other list is left to redlock_open(). */
static int start_local(const char *command, const char *nodes, bool *all_new)
{
    struct redlock_problem problem = {.position = 0};
    enum redlock_status status;
    int started = 0;
    char *end;
    long count;

    if (strncmp(nodes, local, sizeof(local) - 1) != 0)
        return -1;
    count = strtol(nodes + sizeof(local) - 1, &end, 10);
    if (*end != '\0' || count < 1 || count > REDLOCK_NODES_MAX)
        return -1;
    status = redlock_local_start((int)count, &started, &problem);
    if (status != REDLOCK_OK) {
        print_problem(command, status, &problem);
        return EXITS_NO_QUORUM;
    }
    if (started > 0)
        message(NULL,
                "started %d private masters for local:%ld; to stop them: "
                "redlock local stop %ld",
                started, count, count);
    *all_new = started == count;
    return -1;
}

enum redlock_status nodes_init_all(struct redlock_client *client,
                                   struct redlock_report *report)
{
    enum redlock_status status = REDLOCK_OK;

    for (int i = 0; i < INIT_TRIES; i++) {
        status = redlock_init_nodes(client, report);
        if (status == REDLOCK_OK && report->granted == report->nodes)
            break;
    }
    return status;
}

void nodes_init(struct redlock_client *client, const char *command)
{
    struct redlock_report report = {.nodes = 0};
    enum redlock_status status = nodes_init_all(client, &report);

    if (status == REDLOCK_OK && report.granted == report.nodes)
        return;
    message_always(
        command,
        "only %d of %d private masters could be marked (%s): run redlock init",
        report.granted, report.nodes, redlock_strerror(status));
}

/*
 * With a client of its own. A refusal of the nodes is reported when the
 * caller's client meets it.
 */
static void init_new_nodes(const struct redlock_settings *settings,
                           const char *command)
{
    struct redlock_settings writing = *settings;
    struct redlock_client *client = NULL;

    writing.read_only = false;
    if (settings->guard == REDLOCK_GUARD_OFF ||
        redlock_open(&writing, &client, NULL) != REDLOCK_OK)
        return;
    nodes_init(client, command);
    redlock_close(client);
}

int nodes_settings(const struct options *options, const char *command,
                   struct redlock_settings *settings, char *password)
{
    bool all_new = false;
    int answer;

    *settings = options->settings;
    answer = find_nodes(options, command, &settings->nodes);
    if (answer < 0)
        answer = start_local(command, settings->nodes, &all_new);
    if (answer < 0)
        answer = find_password(options, command, password, &settings->password);
    if (answer < 0)
        node_tls(options, command, settings);
    if (answer < 0 && all_new)
        init_new_nodes(settings, command);
    return answer;
}

int nodes_read_password(struct options *options, const char *command)
{
    char *text = malloc(SECRETS_PASSWORD_MAX);
    const char *password;
    int answer;

    if (text == NULL) {
        message_always(command, "%s", strerror(errno));
        return EXITS_SYSTEM;
    }
    answer = find_password(options, command, text, &password);
    if (password == text)
        options->password = text;
    else
        free(text);
    return answer;
}

void nodes_forget_password(struct options *options)
{
    if (options->password != NULL)
        secrets_forget(options->password);
    free(options->password);
    options->password = NULL;
}

/* Which line of a file the library complains of: its option's name, or NULL. */
static const char *blamed(const struct options *options,
                          const struct redlock_problem *problem)
{
    const struct redlock_tls *tls = &options->settings.tls;
    const struct {
        const char *name;
        const char *path;
    } files[] = {
        {"cacert", tls->ca_file},
        {"cacertdir", tls->ca_folder},
        {"cert", tls->cert_file},
        {"key", tls->key_file},
    };

    static const struct {
        const char *name;
        const char *words; /* the library's */
    } ranges[] = {
        {"quorum", "a quorum of "},
        {"node-timeout", "the node time-out is out of its range"},
        {"ttl-max", "the longest ttl is out of its range"},
        {"slack", "the slack is out of its range"},
        {"pause-max", "the longest pause is out of its range"},
    };

    if (problem->position > 0)
        return is_of_file(options, "nodes") ? "nodes" : NULL;
    for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
        if (strncmp(problem->text, ranges[i].words, strlen(ranges[i].words)) ==
                0 &&
            is_of_file(options, ranges[i].name))
            return ranges[i].name;
    }
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        if (files[i].path != NULL &&
            strstr(problem->text, files[i].path) != NULL &&
            is_of_file(options, files[i].name))
            return files[i].name;
    }
    return NULL;
}

/* Is the call itself refused, and not a later event the cause? */
static bool is_wrong(enum redlock_status status)
{
    return status == REDLOCK_UNSAFE ||
           exits_of(status, EXITS_BUSY) == EXITS_USAGE;
}

int nodes_refused(const struct options *options, const char *command,
                  enum redlock_status status,
                  const struct redlock_problem *problem)
{
    const char *name = blamed(options, problem);
    char where[CONFIG_WHERE_MAX];

    if (name == NULL || !is_wrong(status) ||
        !config_where(options, name, where)) {
        print_problem(command, status, problem);
        return exits_of(status, options->busy_status);
    }
    print_problem(where, status, problem);
    return EXITS_UNSAFE;
}

int nodes_open(const struct options *options, const char *command,
               struct redlock_client **client)
{
    struct redlock_sighting seen[REDLOCK_SIGHTINGS_MAX];
    struct redlock_settings settings;
    struct redlock_problem problem = {.position = 0};
    char password[SECRETS_PASSWORD_MAX];
    enum redlock_status status;
    const char *remark;
    int answer = nodes_settings(options, command, &settings, password);

    if (answer >= 0)
        return answer;
    /* These read files. */
    signals_end_at_once(true);
    settings.sightings = seen;
    settings.sightings_count = sightings_read(seen);
    status = redlock_open(&settings, client, &problem);
    signals_end_at_once(false);
    secrets_forget(password);
    if (status != REDLOCK_OK)
        return nodes_refused(options, command, status, &problem);
    remark = redlock_remark(*client);
    if (remark != NULL && options->verbose)
        message(NULL, "%s", remark);
    return -1;
}

void nodes_close(struct redlock_client *client)
{
    struct redlock_sighting seen[REDLOCK_NODES_MAX];
    int count = redlock_sightings(client, seen);

    redlock_close(client);
    sightings_save(seen, count);
}
