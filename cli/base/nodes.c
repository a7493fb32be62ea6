/* SPDX-License-Identifier: MIT */
/* Opens a client from options and environment. */

#include "cli/base/nodes.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/option_table.h"
#include "cli/base/quarantine_observations.h"
#include "cli/base/secrets.h"
#include "cli/base/signals.h"
#include "redlock/admin.h"

/* Servers that were just started may be slow to answer. */
#define INIT_TRIES 10

static const char local[] = "local:";

static const char *variable(const char *name)
{
    const char *value = getenv(name);

    return value != NULL && *value != '\0' ? value : NULL;
}

const char *nodes_list(const struct options *options)
{
    return options->nodes != NULL ? options->nodes : variable("REDLOCK_NODES");
}

/* Reports an option with a wrong value. Returns the exit status. */
static int refuse_value(const struct options *options, const char *name,
                        const char *text)
{
    const char *where = config_where(options, name);

    return where != NULL ? message_fail(EXITS_UNSAFE, where, "%s", text)
                         : message_fail(EXITS_USAGE, options->name, "%s", text);
}

static int find_nodes(const struct options *options, const char **nodes)
{
    *nodes = nodes_list(options);
    if (*nodes == NULL)
        return message_fail(
            EXITS_USAGE, options->name,
            "no nodes: use --nodes redis://host1,redis://host2,..., set "
            "REDLOCK_NODES, or write nodes = ... into /etc/redlock.conf; to "
            "try it on this machine: --nodes local:5");
    if (**nodes == '\0' && config_where(options, "nodes") != NULL)
        return refuse_value(options, "nodes", "the list is empty");
    return -1;
}

/* --- TLS ------------------------------------------------------------------ */

/* Was an option of TLS given on the command line? */
static bool is_tls_wanted(const struct options *options)
{
    static const char *const names[] = {"cacert", "cacertdir", "cert",
                                        "key",    "sni",       "insecure"};
    bool wanted = false;

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        wanted = wanted || option_given_by_call(options, names[i]);
    return wanted;
}

/*
 * For nodes with TLS, adds the files that the environment names. An option
 * replaces all variables of its group: the trusted files, or certificate and
 * key. If no node uses TLS, TLS options of configuration files are dropped; the
 * library refuses those of the command line.
 */
static void complete_tls(const struct options *options,
                         struct redlock_settings *settings)
{
    struct redlock_tls *tls = &settings->tls;
    static bool warned;

    if (strcasestr(settings->nodes, "rediss://") == NULL &&
        strcasestr(settings->nodes, "valkeys://") == NULL) {
        if (!is_tls_wanted(options))
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
    if (tls->insecure && !warned)
        message_always(
            options->name,
            "warning: --insecure: certificates are not verified; anybody on "
            "the network path can read the traffic and answer as a node");
    warned = warned || tls->insecure;
}

/* --- the password --------------------------------------------------------- */

/* The password file: the option's, or the environment's, or NULL. */
static const char *password_path(const struct options *options)
{
    if (options->password_file != NULL)
        return options->password_file;
    return variable("REDLOCK_PASSWORD") != NULL
               ? NULL
               : variable("REDLOCK_PASSWORD_FILE");
}

int nodes_read_password(struct options *options)
{
    const char *path = password_path(options);
    static char text[PATH_MAX + 128];
    const char *wrong;
    bool exposed;

    if (path == NULL || options->password != NULL)
        return -1;
    options->password = malloc(SECRETS_PASSWORD_MAX);
    if (options->password == NULL)
        return message_refused(options->name);
    wrong = secrets_read(path, options->password, &exposed);
    if (wrong != NULL) {
        (void)snprintf(text, sizeof(text), "the password file %s: %s", path,
                       wrong);
        return refuse_value(options, "password-file", text);
    }
    if (exposed && isatty(STDERR_FILENO))
        message(options->name,
                "warning: every user can read the password file %s: chmod o-r",
                path);
    return -1;
}

/* --- servers of local:N --------------------------------------------------- */

void nodes_problem(const char *subject, enum redlock_status status,
                   const struct redlock_problem *problem)
{
    const char *text =
        problem->text[0] == '\0' ? redlock_strerror(status) : problem->text;

    if (problem->position > 0)
        message_always(subject, "node %d: %s", problem->position, text);
    else
        message_always(subject, "%s", text);
}

/* Starts the servers of local:N. redlock_open() judges any other list. */
static int start_local(const struct options *options, const char *nodes,
                       bool *all_new)
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
        nodes_problem(options->name, status, &problem);
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

void nodes_init_new(const struct redlock_settings *settings,
                    const char *command)
{
    struct redlock_settings writing = *settings;
    struct redlock_report report = {.nodes = 0};
    struct redlock_client *client = NULL;
    enum redlock_status status;

    writing.read_only = false;
    if (redlock_open(&writing, &client, NULL) != REDLOCK_OK)
        return;
    status = nodes_init_all(client, &report);
    if (status != REDLOCK_OK || report.granted != report.nodes)
        message_always(command,
                       "only %d of %d private masters could be marked (%s): "
                       "run redlock init",
                       report.granted, report.nodes, redlock_strerror(status));
    redlock_close(client);
}

/* --- settings and client -------------------------------------------------- */

int nodes_settings(struct options *options, struct redlock_settings *settings)
{
    bool all_new = false;
    int answer;

    *settings = options->settings;
    settings->size = sizeof(*settings);
    answer = find_nodes(options, &settings->nodes);
    if (answer < 0)
        answer = start_local(options, settings->nodes, &all_new);
    if (answer < 0)
        answer = nodes_read_password(options);
    if (answer >= 0)
        return answer;
    settings->password = password_path(options) == NULL
                             ? variable("REDLOCK_PASSWORD")
                             : options->password;
    complete_tls(options, settings);
    if (all_new && settings->guard != REDLOCK_GUARD_OFF)
        nodes_init_new(settings, options->name);
    return -1;
}

/* "FILE:LINE" of the option that the library refuses; or NULL. */
static const char *blamed(const struct options *options,
                          const struct redlock_problem *problem)
{
    const struct redlock_tls *tls = &options->settings.tls;
    const struct {
        const char *name;
        const char *words; /* part of the library's message */
    } causes[] = {
        {"quorum", "a quorum of "},
        {"node-timeout", "the node time-out is out of its range"},
        {"ttl-max", "the longest ttl is out of its range"},
        {"slack", "the slack is out of its range"},
        {"pause-max", "the longest pause is out of its range"},
        {"cacert", tls->ca_file},
        {"cacertdir", tls->ca_folder},
        {"cert", tls->cert_file},
        {"key", tls->key_file},
    };

    if (problem->position > 0)
        return config_where(options, "nodes");
    for (size_t i = 0; i < sizeof(causes) / sizeof(causes[0]); i++) {
        if (causes[i].words != NULL &&
            strstr(problem->text, causes[i].words) != NULL &&
            config_where(options, causes[i].name) != NULL)
            return config_where(options, causes[i].name);
    }
    return NULL;
}

int nodes_refused(const struct options *options, enum redlock_status status,
                  const struct redlock_problem *problem)
{
    bool wrong_usage =
        status == REDLOCK_UNSAFE || exits_of(status, EXITS_BUSY) == EXITS_USAGE;
    const char *where = wrong_usage ? blamed(options, problem) : NULL;

    nodes_problem(where == NULL ? options->name : where, status, problem);
    return where == NULL ? exits_of(status, options->busy_status)
                         : EXITS_UNSAFE;
}

int nodes_open(struct options *options, struct redlock_client **client)
{
    static struct redlock_quarantine_observation
        seen[REDLOCK_QUARANTINE_OBSERVATIONS_MAX];
    struct redlock_settings settings;
    struct redlock_problem problem = {.position = 0};
    enum redlock_status status;
    const char *remark;
    int answer = nodes_settings(options, &settings);

    if (answer >= 0)
        return answer;
    /* Opening the client reads files, which may block forever. */
    signals_end_at_once(true);
    settings.observations = seen;
    settings.observations_count = observations_read(seen);
    status = redlock_open(&settings, client, &problem);
    signals_end_at_once(false);
    if (status != REDLOCK_OK)
        return nodes_refused(options, status, &problem);
    remark = redlock_warning(*client);
    if (remark != NULL && options->verbose)
        message(NULL, "%s", remark);
    return -1;
}

void nodes_close(struct redlock_client *client)
{
    static struct redlock_quarantine_observation seen[REDLOCK_NODES_MAX];
    int count = redlock_quarantine_observations(client, seen);

    redlock_close(client);
    observations_save(seen, count);
}
