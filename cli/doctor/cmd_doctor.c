/* SPDX-License-Identifier: MIT */
/* redlock doctor: the faults of a deployment, and their corrections. */

#include <stdio.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/base/option_parser.h"
#include "cli/base/secrets.h"
#include "cli/base/sightings.h"
#include "cli/commands.h"
#include "cli/doctor/diagnosis.h"

static const char help[] =
    "Usage: redlock doctor [OPTION...]\n"
    "\n"
    "Examines every node for about a second: its configuration, the rights of\n"
    "the user, whether it can forget a lock, its clock, and its latency. Give\n"
    "it the user and the options of your clients. It prints each fault and\n"
    "its correction. It changes nothing; it tries rights on the key\n"
    "redlock:doctor:RANDOM, which does not exist.\n"
    "\n"
    "Exit status: 0 no findings; 1 warnings; 64 wrong usage; 69 too few nodes\n"
    "can vote; 77 a majority of the nodes refuses the credentials; 78 the\n"
    "deployment is unsafe.\n";

const struct options_taker cmd_doctor_taker = {
    .name = "doctor",
    .help = help,
    .takes = OPTIONS_CLIENT | OPTIONS_TTL | OPTIONS_JSON | OPTIONS_MESSAGES,
};

static int exit_of(enum diagnosis_verdict verdict)
{
    switch (verdict) {
    case DIAGNOSIS_FINE:
        return EXITS_OK;
    case DIAGNOSIS_REMARKS:
        return EXITS_REMARKS;
    case DIAGNOSIS_UNSAFE:
        return EXITS_UNSAFE;
    case DIAGNOSIS_NO_QUORUM:
        return EXITS_NO_QUORUM;
    case DIAGNOSIS_NO_RIGHTS:
        break;
    }
    return EXITS_NO_RIGHTS;
}

/* Returns an exit status, or -1: there are facts; *status is the library's
 * status. */
static int examine(const struct options *options,
                   struct redlock_examination *examination,
                   enum redlock_status *status)
{
    struct redlock_problem problem = {.position = 0};
    struct redlock_settings settings;
    char password[SECRETS_PASSWORD_MAX];
    int answer = nodes_settings(options, "doctor", &settings, password);

    if (answer >= 0)
        return answer;
    *status = redlock_examine(&settings, examination, &problem);
    secrets_forget(password);
    if (examination->nodes > 0)
        return -1;
    return nodes_refused(options, "doctor", *status, &problem);
}

/* No lock with such a TTL can be acquired, so there is nothing to judge. */
static int check_ttl(int64_t ttl_ms,
                     const struct redlock_examination *examination)
{
    if (ttl_ms <= examination->ttl_max_ms)
        return -1;
    message_always("doctor", "%s: %s", redlock_strerror(REDLOCK_TTL_TOO_LONG),
                   exits_advice(REDLOCK_TTL_TOO_LONG));
    return EXITS_USAGE;
}

int cmd_doctor(int argc, char **argv)
{
    static struct redlock_examination examination;
    static struct diagnosis diagnosis;
    struct options options;
    enum redlock_status found;
    int64_t ttl_ms;
    int status = option_parser_read(&cmd_doctor_taker, argc, argv, &options);

    ttl_ms = options.ttl_ms == 0 ? REDLOCK_TTL_DEFAULT_MS : options.ttl_ms;
    if (status < 0)
        status = examine(&options, &examination, &found);
    if (status < 0)
        status = check_ttl(ttl_ms, &examination);
    option_parser_clear(&options);
    if (status >= 0)
        return status;
    diagnose(&examination, found, ttl_ms, sightings_kept(), &diagnosis);
    if (options.json)
        doctor_json(stdout, &examination, &diagnosis);
    else if (!options.quiet)
        doctor_print(stdout, &examination, &diagnosis);
    return exit_of(diagnosis.verdict);
}
