/* SPDX-License-Identifier: MIT */
/* The worker's command line. */

#include <err.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "tests/chaos/journal.h"
#include "tests/chaos/worker.h"

static int64_t number(const char *name, const char *text)
{
    char *end;
    long long value = strtoll(text, &end, 10);

    if (*text == '\0' || *end != '\0' || value < 0)
        errx(64, "--%s: not a number: %s", name, text);
    return value;
}

static enum style style_named(const char *name)
{
    static const char *const names[] = {"short", "kept", "extended", "to-end",
                                        "mixed"};

    for (int i = 0; i <= STYLE_MIXED; i++)
        if (strcmp(names[i], name) == 0)
            return (enum style)i;
    errx(64, "--style: short, kept, extended, to-end or mixed");
}

static enum kind kind_named(const char *name)
{
    static const char *const names[] = {"plain", "readers", "sets", "slots"};

    for (int i = 0; i <= KIND_SLOTS; i++)
        if (strcmp(names[i], name) == 0)
            return (enum kind)i;
    errx(64, "--kind: plain, readers, sets or slots");
}

static enum redlock_guard guard_named(const char *name)
{
    static const char *const names[] = {"auto", "on", "off"};

    for (int i = 0; i <= REDLOCK_GUARD_OFF; i++)
        if (strcmp(names[i], name) == 0)
            return (enum redlock_guard)i;
    errx(64, "--guard: auto, on or off");
}

static void split_locks(struct worker *worker, char *list)
{
    for (char *name = strtok(list, ","); name != NULL;
         name = strtok(NULL, ",")) {
        if (worker->lock_count == LOCKS_MAX)
            errx(64, "--locks: too many");
        worker->locks[worker->lock_count++] = name;
    }
}

/* 0 means the default to the library. */
static int64_t slack_of(int64_t ms)
{
    return ms == 0 ? REDLOCK_NO_SLACK : ms;
}

static void take_option(struct worker *worker, const char *name, char *value)
{
    if (strcmp(name, "name") == 0)
        worker->name = value;
    else if (strcmp(name, "nodes") == 0)
        worker->settings.nodes = value;
    else if (strcmp(name, "dir") == 0)
        worker->dir = value;
    else if (strcmp(name, "locks") == 0)
        split_locks(worker, value);
    else if (strcmp(name, "style") == 0)
        worker->style = style_named(value);
    else if (strcmp(name, "kind") == 0)
        worker->kind = kind_named(value);
    else if (strcmp(name, "slots") == 0)
        worker->slots = (int)number(name, value);
    else if (strcmp(name, "guard") == 0)
        worker->settings.guard = guard_named(value);
    else if (strcmp(name, "ttl-max-ms") == 0)
        worker->settings.ttl_max_ms = number(name, value);
    else if (strcmp(name, "slack-ms") == 0)
        worker->settings.slack_ms = slack_of(number(name, value));
    else if (strcmp(name, "ttl-ms") == 0)
        worker->ttl_ms = number(name, value);
    else if (strcmp(name, "wait-ms") == 0)
        worker->wait_ms = number(name, value);
    else if (strcmp(name, "hold-ms") == 0)
        worker->hold_ms = number(name, value);
    else if (strcmp(name, "for-ms") == 0)
        worker->until = boot_ns() + number(name, value) * NS_PER_MS;
    else if (strcmp(name, "tenures") == 0)
        worker->tenures_max = (unsigned)number(name, value);
    else
        worker->dice ^= (uint64_t)number(name, value) << 8;
}

void worker_parse(struct worker *worker, int argc, char **argv)
{
    static const struct option options[] = {
        {"name", required_argument, NULL, 0},
        {"nodes", required_argument, NULL, 0},
        {"dir", required_argument, NULL, 0},
        {"locks", required_argument, NULL, 0},
        {"style", required_argument, NULL, 0},
        {"kind", required_argument, NULL, 0},
        {"slots", required_argument, NULL, 0},
        {"guard", required_argument, NULL, 0},
        {"ttl-max-ms", required_argument, NULL, 0},
        {"slack-ms", required_argument, NULL, 0},
        {"ttl-ms", required_argument, NULL, 0},
        {"wait-ms", required_argument, NULL, 0},
        {"hold-ms", required_argument, NULL, 0},
        {"for-ms", required_argument, NULL, 0},
        {"tenures", required_argument, NULL, 0},
        {"seed", required_argument, NULL, 0},
        {NULL, 0, NULL, 0},
    };
    int index, found;

    while ((found = getopt_long(argc, argv, "", options, &index)) == 0)
        take_option(worker, options[index].name, optarg);
    if (found != -1 || optind != argc || worker->name == NULL ||
        worker->dir == NULL || worker->lock_count == 0)
        errx(64, "usage: worker --name NAME --nodes URIS --dir DIR "
                 "--locks LOCK,... [--style S] [--kind K] [--slots N] [--guard "
                 "on|auto|off] "
                 "[--ttl-max-ms N] [--slack-ms N] [--ttl-ms N] [--wait-ms N] "
                 "[--hold-ms N] [--for-ms N] [--tenures N] [--seed N]");
    for (const char *c = worker->name; *c != '\0'; c++)
        worker->dice = worker->dice * 31 + (unsigned char)*c;
}
