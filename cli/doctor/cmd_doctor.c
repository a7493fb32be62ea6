/* SPDX-License-Identifier: MIT */
/* redlock doctor: what is wrong with a deployment, and what mends it. */

#include <stdio.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/base/option_parser.h"
#include "cli/base/secrets.h"
#include "cli/base/sightings.h"
#include "cli/commands.h"
#include "cli/doctor/diagnosis.h"
#include "cli/doctor/doctor_text.h"

static const char help[] =
    "Usage: redlock doctor [OPTION...]\n"
    "\n"
    "Examines every node for about a second, as the user and with the options\n"
    "that your clients have: what it is, what this user may do there, whether\n"
    "it can forget a lock, its clock, its distance. Says what is wrong and "
    "what\n"
    "mends it. Changes nothing; what it tries, it tries on a key of its own,\n"
    "redlock:doctor:RANDOM, which is gone afterwards.\n"
    "\n"
    "Exit status: 0 fine; 1 remarks; 64 wrong usage; 69 too few nodes can\n"
    "vote; 77 a majority refuses the credentials; 78 unsafe.\n";

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

/* Returns an exit status, or -1: there are facts, and *status says of whom. */
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
