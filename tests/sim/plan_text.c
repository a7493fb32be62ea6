/* SPDX-License-Identifier: MIT */
/* Plans as text: "12.5ms c1 acquire r0 ttl 300ms wait 1s hold 50ms". */

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "clock/clock.h"
#include "tests/sim/choice_text.h"
#include "tests/sim/node_memory.h"
#include "tests/sim/plan.h"
#include "tests/sim/room.h"

#define WORDS_MAX 24

/*
 * The rates of clocks in explored plans: slightly less than half of the largest
 * difference.
 */
#define CHOSEN_PPM 4900

/* The subject of an action, and the words that it has. */
enum about {
    CLIENT,
    NODE,
    PATH
};

static const struct deed {
    const char *name;
    enum about about;
    const char *words; /* the first letters of the keywords below */
} deeds[SIM_DEEDS] = {
    [SIM_DEED_ACQUIRE] = {"acquire", CLIENT, "srtwhklium"},
    [SIM_DEED_EXTEND] = {"extend", CLIENT, "st"},
    [SIM_DEED_RELEASE] = {"release", CLIENT, "s"},
    [SIM_DEED_CANCEL] = {"cancel", CLIENT, "s"},
    [SIM_DEED_BURST] = {"burst", CLIENT, "srtfm"},
    [SIM_DEED_EXPORT] = {"export", CLIENT, "s"},
    [SIM_DEED_ADOPT] = {"adopt", CLIENT, "srth"},
    [SIM_DEED_OBSERVE] = {"observe", CLIENT, "r"},
    [SIM_DEED_TAKE] = {"take", CLIENT, "ntwhk"},
    [SIM_DEED_DOWNGRADE] = {"downgrade", CLIENT, "s"},
    [SIM_DEED_INSPECT] = {"inspect", CLIENT, "r"},
    [SIM_DEED_STOP] = {"stop", CLIENT, "f"},
    [SIM_DEED_CRASH] = {"crash", CLIENT, "f"},
    [SIM_DEED_CLOSE] = {"close", CLIENT, "f"},
    [SIM_DEED_JOIN] = {"join", CLIENT, ""},
    [SIM_DEED_NO_MEMORY] = {"no-memory", CLIENT, "n"},
    [SIM_DEED_NOT_SENT] = {"not-sent", CLIENT, "n"},
    [SIM_DEED_PAUSE] = {"pause", NODE, "f"},
    [SIM_DEED_RESTART] = {"restart", NODE, "f"},
    [SIM_DEED_FORGET] = {"forget", NODE, "f"},
    [SIM_DEED_REVERT] = {"revert", NODE, "f"},
    [SIM_DEED_SNAPSHOT] = {"snapshot", NODE, ""},
    [SIM_DEED_FLUSH] = {"flush", NODE, ""},
    [SIM_DEED_UNLEARN] = {"unlearn", NODE, ""},
    [SIM_DEED_BUSY] = {"busy", NODE, "f"},
    [SIM_DEED_LOSE_KEY] = {"lose-key", NODE, "r"},
    [SIM_DEED_KEY] = {"key", NODE, "nrtm"},
    [SIM_DEED_LOADING] = {"loading", NODE, "f"},
    [SIM_DEED_READONLY] = {"readonly", NODE, "f"},
    [SIM_DEED_OOM] = {"oom", NODE, "f"},
    [SIM_DEED_MISCONF] = {"misconf", NODE, "f"},
    [SIM_DEED_NOPERM] = {"noperm", NODE, "f"},
    [SIM_DEED_NO_KILL] = {"no-kill", NODE, "f"},
    [SIM_DEED_STEP] = {"step", NODE, "f"},
    [SIM_DEED_FAILBACK] = {"failback", NODE, ""},
    [SIM_DEED_SWITCH] = {"switch", NODE, ""},
    [SIM_DEED_FAILOVER] = {"failover", NODE, "f"},
    [SIM_DEED_SWITCHOVER] = {"switchover", NODE, ""},
    [SIM_DEED_SLOW_THERE] = {"slow-there", PATH, "f"},
    [SIM_DEED_SLOW_BACK] = {"slow-back", PATH, "f"},
    [SIM_DEED_LOSE_THERE] = {"lose-there", PATH, ""},
    [SIM_DEED_LOSE_BACK] = {"lose-back", PATH, ""},
    [SIM_DEED_CUT] = {"cut", PATH, ""},
    [SIM_DEED_REFUSE] = {"refuse", PATH, "f"},
    [SIM_DEED_LOSE_HANDOFFS] = {"lose-handoffs", PATH, ""},
    [SIM_DEED_CUT_HANDOFFS] = {"cut-handoffs", PATH, ""},
};

#define OTHER_TTL_MAX 2 /* the option that most plans leave out */

static const struct {
    const char *name;
    size_t offset;
} spans[] = {
    {"node-timeout", offsetof(struct sim_plan, node_timeout)},
    {"ttl-max", offsetof(struct sim_plan, ttl_max)},
    {"other-ttl-max", offsetof(struct sim_plan, other_ttl_max)},
    {"length", offsetof(struct sim_plan, length)},
    {"delay", offsetof(struct sim_plan, noise.delay)},
    {"tail", offsetof(struct sim_plan, noise.tail)},
    {"late", offsetof(struct sim_plan, noise.late)},
};

static const struct {
    const char *name;
    size_t offset;
} parts[] = {
    {"tail-ppm", offsetof(struct sim_plan, noise.tail_ppm)},
    {"lose-ppm", offsetof(struct sim_plan, noise.lose_ppm)},
    {"cut-ppm", offsetof(struct sim_plan, noise.cut_ppm)},
};

static const struct {
    const char *name;
    enum sim_broken broken;
} assumptions[] = {
    {"memory", SIM_BROKEN_MEMORY},
    {"steps", SIM_BROKEN_STEPS},
    {"rates", SIM_BROKEN_RATES},
    {"suspend", SIM_BROKEN_SUSPEND},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

const char *sim_deed_name(enum sim_deed deed)
{
    return deeds[deed].name;
}

/* --- printing --------------------------------------------------------------
 */

static void print_span(FILE *out, int64_t span)
{
    int64_t ns = span < 0 ? -span : span;

    fprintf(out, "%s%" PRId64, span < 0 ? "-" : "", ns / RLK_NS_PER_MS);
    if (ns % RLK_NS_PER_MS != 0)
        fprintf(out, ".%06" PRId64, ns % RLK_NS_PER_MS);
    fputs("ms", out);
}

static void print_word(FILE *out, const char *word, int64_t span)
{
    fprintf(out, " %s ", word);
    print_span(out, span);
}

static void print_actor(FILE *out, char letter, int number)
{
    if (number == SIM_ALL)
        fprintf(out, "%c* ", letter);
    else
        fprintf(out, "%c%d ", letter, number + 1);
}

static void print_deed(FILE *out, const struct sim_action *action)
{
    const struct deed *deed = &deeds[action->deed];

    if (deed->about != NODE)
        print_actor(out, 'c', action->client);
    if (deed->about != CLIENT)
        print_actor(out, 'n', action->node);
    fprintf(out, "%s", deed->name);
    if (strchr(deed->words, 'r') != NULL)
        fprintf(out, " r%d", action->resource + 1);
    if (strchr(deed->words, 's') != NULL && action->slot > 0)
        fprintf(out, " slot %d", action->slot + 1);
    if (strchr(deed->words, 't') != NULL)
        print_word(out, "ttl", action->ttl);
    if (strchr(deed->words, 'w') != NULL && action->wait > 0)
        print_word(out, "wait", action->wait);
    if (strchr(deed->words, 'h') != NULL && action->hold > 0)
        print_word(out, "hold", action->hold);
    if (strchr(deed->words, 'l') != NULL && action->least > 0)
        print_word(out, "least", action->least);
    if (strchr(deed->words, 'i') != NULL && action->notice > 0)
        print_word(out, "notice", action->notice);
    if (strchr(deed->words, 'n') != NULL)
        fprintf(out, " nth %d", action->nth);
    if (action->modes > 0)
        fprintf(out, " modes %d", action->modes);
    if (strchr(deed->words, 'f') != NULL)
        print_word(out, "for", action->span);
    if (strchr(deed->words, 'k') != NULL && action->keep)
        fputs(" keep", out);
    if (strchr(deed->words, 'u') != NULL && action->no_repair)
        fputs(" no-repair", out);
    if (strchr(deed->words, 'm') != NULL && action->shared)
        fputs(" shared", out);
    if (strchr(deed->words, 'm') != NULL && action->bare)
        fputs(" bare", out);
    if (strchr(deed->words, 'm') != NULL && action->owner > 0)
        fprintf(out, " owner %d%s", action->owner,
                action->stale ? " stale" : "");
    if (strchr(deed->words, 'm') != NULL && action->slots > 0)
        fprintf(out, " slots %d", action->slots);
}

void sim_plan_print_action(FILE *out, const struct sim_action *action)
{
    print_span(out, action->at);
    fputc(' ', out);
    print_deed(out, action);
}

static int earlier(const void *left, const void *right)
{
    const struct sim_action *a = left;
    const struct sim_action *b = right;

    return (a->at > b->at) - (a->at < b->at);
}

static void print_rates(FILE *out, const char *name, const int64_t *ppm,
                        int count)
{
    fputs(name, out);
    for (int i = 0; i < count; i++)
        fprintf(out, " %" PRId64, ppm[i]);
    fputc('\n', out);
}

static void print_wishers(FILE *out, const char *name,
                          const struct sim_wishers *wishers)
{
    if (wishers->count == 0)
        return;
    fputs(name, out);
    for (int i = 0; i < wishers->count; i++)
        fprintf(out, " c%d", wishers->clients[i] + 1);
    fputc('\n', out);
}

static void print_some(FILE *out, const char *name, unsigned clients)
{
    if (clients == 0)
        return;
    fputs(name, out);
    for (int i = 0; i < SIM_CLIENTS_MAX; i++) {
        if ((clients >> i & 1) != 0)
            fprintf(out, " c%d", i + 1);
    }
    fputc('\n', out);
}

static void print_setup(FILE *out, const struct sim_plan *plan)
{
    const char *base = (const char *)plan;

    fprintf(out, "seed %" PRIu64 "\nnodes %d\nquorum %d\nclients %d\n",
            plan->seed, plan->nodes, plan->quorum, plan->clients);
    if (plan->parallel)
        fputs("parallel\n", out);
    if (plan->fenced)
        fputs("fenced\n", out);
    if (plan->careful)
        fputs("careful\n", out);
    if (plan->informed)
        fputs("informed\n", out);
    if (plan->agreeing)
        fputs("agreeing\n", out);
    if (plan->shares)
        fputs("shares\n", out);
    if (plan->owns)
        fputs("owns\n", out);
    if (plan->slots > 0)
        fprintf(out, "slots %d\n", plan->slots);
    print_some(out, "older", plan->older);
    print_some(out, "unguarded", plan->unguarded);
    if (plan->prompt)
        fputs("prompt\n", out);
    if (plan->chosen)
        fputs("chosen\n", out);
    if (plan->guard != SIM_GUARD_NONE)
        fprintf(out, "guard %s\n", plan->guard == SIM_GUARD_ON ? "on" : "auto");
    if (plan->slack > 0) {
        fputs("slack", out);
        print_word(out, "", plan->slack);
        fputc('\n', out);
    }
    if (plan->slack == SIM_SLACK_DEFAULT)
        fputs("slack default\n", out);
    for (size_t i = 0; i < COUNT(spans); i++) {
        if (i == OTHER_TTL_MAX && plan->other_ttl_max == 0)
            continue;
        fputs(spans[i].name, out);
        print_word(out, "",
                   *(const int64_t *)(const void *)(base + spans[i].offset));
        fputc('\n', out);
    }
    for (size_t i = 0; i < COUNT(parts); i++)
        fprintf(out, "%s %" PRId64 "\n", parts[i].name,
                *(const int64_t *)(const void *)(base + parts[i].offset));
    print_rates(out, "node-ppm", plan->node_ppm, plan->nodes);
    print_rates(out, "client-ppm", plan->client_ppm, plan->clients);
    if (plan->chosen)
        print_rates(out, "counters", plan->counters, plan->nodes);
    print_wishers(out, "first", &plan->first);
    print_wishers(out, "begun", &plan->begun);
    for (size_t i = 0; i < COUNT(assumptions); i++) {
        if ((plan->broken & assumptions[i].broken) != 0)
            fprintf(out, "broken %s\n", assumptions[i].name);
    }
    for (int i = 0; i < plan->muted_count; i++)
        fprintf(out, "muted %" PRIu64 "\n", plan->muted[i]);
}

static void print_chosen(FILE *out, const struct sim_plan *plan)
{
    print_setup(out, plan);
    for (int i = 0; i < plan->actions_count; i++) {
        print_deed(out, &plan->actions[i]);
        fputc('\n', out);
    }
    for (int i = 0; i < plan->choices_count; i++)
        sim_choice_print(out, plan, &plan->choices[i]);
}

void sim_plan_print(FILE *out, const struct sim_plan *plan)
{
    struct sim_plan sorted;

    if (plan->chosen) {
        print_chosen(out, plan);
        return;
    }
    sim_plan_copy(&sorted, plan);
    qsort(sorted.actions, (size_t)sorted.actions_count, sizeof(*sorted.actions),
          earlier);
    print_setup(out, plan);
    for (int i = 0; i < sorted.actions_count; i++) {
        sim_plan_print_action(out, &sorted.actions[i]);
        fputc('\n', out);
    }
    sim_plan_clear(&sorted);
}

/* --- reading ---------------------------------------------------------------
 */

struct reader {
    char *words[WORDS_MAX];
    int count;
    const char *wrong; /* the word that was not understood */
};

static int64_t read_span(struct reader *reader, int word)
{
    const char *text = word < reader->count ? reader->words[word] : "";
    char *end;
    double number = strtod(text, &end);

    if (end != text && strcmp(end, "ms") == 0)
        return (int64_t)(number * (double)RLK_NS_PER_MS +
                         (number < 0 ? -0.5 : 0.5));
    if (end != text && strcmp(end, "s") == 0)
        return (int64_t)(number * (double)RLK_NS_PER_S);
    reader->wrong = text;
    return 0;
}

static int64_t read_number(struct reader *reader, int word)
{
    const char *text = word < reader->count ? reader->words[word] : "";
    char *end;
    long long number = strtoll(text, &end, 10);

    if (end == text || *end != '\0')
        reader->wrong = text;
    return number;
}

/* "c2", "n*": an index from 0, or SIM_ALL. */
static int8_t read_actor(struct reader *reader, int word, char letter, int most)
{
    const char *text = word < reader->count ? reader->words[word] : "";
    int number = text[0] == letter ? atoi(text + 1) : 0;

    if (text[0] == letter && strcmp(text + 1, "*") == 0)
        return SIM_ALL;
    if (number < 1 || number > most)
        reader->wrong = text;
    return (int8_t)(number - 1);
}

static void read_words(struct reader *reader, int word,
                       struct sim_action *action)
{
    for (; word < reader->count; word++) {
        const char *text = reader->words[word];
        if (strcmp(text, "keep") == 0)
            action->keep = true;
        else if (strcmp(text, "slot") == 0)
            action->slot = (int8_t)(read_number(reader, ++word) - 1);
        else if (strcmp(text, "no-repair") == 0)
            action->no_repair = true;
        else if (strcmp(text, "shared") == 0)
            action->shared = true;
        else if (strcmp(text, "bare") == 0)
            action->bare = true;
        else if (strcmp(text, "owner") == 0)
            action->owner = (int8_t)read_number(reader, ++word);
        else if (strcmp(text, "stale") == 0)
            action->stale = true;
        else if (strcmp(text, "slots") == 0)
            action->slots = (int8_t)read_number(reader, ++word);
        else if (strcmp(text, "modes") == 0)
            action->modes = (uint8_t)read_number(reader, ++word);
        else if (strcmp(text, "nth") == 0)
            action->nth = (int)read_number(reader, ++word);
        else if (strcmp(text, "least") == 0)
            action->least = read_span(reader, ++word);
        else if (strcmp(text, "notice") == 0)
            action->notice = read_span(reader, ++word);
        else if (strcmp(text, "ttl") == 0)
            action->ttl = read_span(reader, ++word);
        else if (strcmp(text, "wait") == 0)
            action->wait = read_span(reader, ++word);
        else if (strcmp(text, "hold") == 0)
            action->hold = read_span(reader, ++word);
        else if (strcmp(text, "for") == 0)
            action->span = read_span(reader, ++word);
        else
            action->resource = read_actor(reader, word, 'r', SIM_RESOURCES);
    }
    if (action->slot < 0 || action->slot >= SIM_USER_SLOTS)
        reader->wrong = "slot";
    if (action->owner < 0 || action->owner > SIM_OWNERS)
        reader->wrong = "owner";
    if (action->modes >= 1 << SIM_RESOURCES)
        reader->wrong = "modes";
}

static void read_action(struct reader *reader, struct sim_plan *plan)
{
    struct sim_action action = {0};
    int word = 0;

    if (!plan->chosen)
        action.at = read_span(reader, word++);

    if (word < reader->count && reader->words[word][0] == 'c' &&
        strlen(reader->words[word]) == 2)
        action.client = read_actor(reader, word++, 'c', SIM_CLIENTS_MAX);
    if (word < reader->count && reader->words[word][0] == 'n' &&
        strlen(reader->words[word]) == 2)
        action.node = read_actor(reader, word++, 'n', SIM_NODES_MAX);
    for (int deed = 0; word < reader->count && deed < SIM_DEEDS; deed++) {
        if (strcmp(reader->words[word], deeds[deed].name) != 0)
            continue;
        action.deed = (enum sim_deed)deed;
        read_words(reader, word + 1, &action);
        if (reader->wrong == NULL)
            sim_plan_add(plan, &action);
        return;
    }
    reader->wrong = word < reader->count ? reader->words[word] : "deed";
}

static void read_choice(struct reader *reader, struct sim_plan *plan)
{
    struct sim_choice choice;

    if (sim_choice_read(plan, reader->words + 1, reader->count - 1, &choice))
        sim_plan_choose(plan, &choice);
    else
        reader->wrong = reader->count > 1 ? reader->words[1] : "choose";
}

static void read_wishers(struct reader *reader, struct sim_wishers *wishers,
                         int clients)
{
    for (int i = 1; i < reader->count; i++) {
        if (wishers->count == SIM_FIRST_MAX)
            reader->wrong = reader->words[i];
        else
            wishers->clients[wishers->count++] =
                read_actor(reader, i, 'c', clients);
    }
}

/* Reads a set of clients, one bit each. */
static unsigned read_some(struct reader *reader, const struct sim_plan *plan)
{
    unsigned clients = 0;

    for (int i = 1; i < reader->count; i++) {
        int8_t client = read_actor(reader, i, 'c', plan->clients);
        if (client >= 0)
            clients |= 1U << client;
    }
    return clients;
}

static void add_muted(struct sim_plan *plan, uint64_t message)
{
    uint64_t *more =
        sim_memory(((size_t)plan->muted_count + 1) * sizeof(*more));

    if (plan->muted_count > 0)
        memcpy(more, plan->muted, (size_t)plan->muted_count * sizeof(*more));
    more[plan->muted_count++] = message;
    free(plan->muted);
    plan->muted = more;
}

static bool read_listed(struct reader *reader, struct sim_plan *plan)
{
    const char *name = reader->words[0];
    char *base = (char *)plan;

    for (size_t i = 0; i < COUNT(spans); i++) {
        if (strcmp(name, spans[i].name) != 0)
            continue;
        *(int64_t *)(void *)(base + spans[i].offset) = read_span(reader, 1);
        return true;
    }
    for (size_t i = 0; i < COUNT(parts); i++) {
        if (strcmp(name, parts[i].name) != 0)
            continue;
        *(int64_t *)(void *)(base + parts[i].offset) = read_number(reader, 1);
        return true;
    }
    for (size_t i = 0; i < COUNT(assumptions); i++) {
        if (strcmp(name, "broken") != 0 || reader->count != 2 ||
            strcmp(reader->words[1], assumptions[i].name) != 0)
            continue;
        plan->broken |= assumptions[i].broken;
        return true;
    }
    return false;
}

/*
 * The setup of an explored plan: messages take no time unless chosen, timeouts
 * are short, clocks differ by the most that is allowed, and agree at the start.
 */
static void choose_setup(struct sim_plan *plan)
{
    plan->chosen = true;
    plan->agreeing = true;
    plan->node_timeout = 20 * RLK_NS_PER_MS;
    plan->ttl_max = 100 * RLK_NS_PER_MS;
    plan->noise.delay = 0;
    for (int i = 0; i < SIM_NODES_MAX; i++)
        plan->node_ppm[i] = CHOSEN_PPM;
    for (int i = 0; i < SIM_CLIENTS_MAX; i++)
        plan->client_ppm[i] = -CHOSEN_PPM;
}

static bool read_setup(struct reader *reader, struct sim_plan *plan)
{
    const char *name = reader->words[0];

    if (strcmp(name, "seed") == 0)
        plan->seed = (uint64_t)read_number(reader, 1);
    else if (strcmp(name, "nodes") == 0)
        plan->nodes = (int)read_number(reader, 1);
    else if (strcmp(name, "quorum") == 0)
        plan->quorum = (int)read_number(reader, 1);
    else if (strcmp(name, "clients") == 0)
        plan->clients = (int)read_number(reader, 1);
    else if (strcmp(name, "parallel") == 0)
        plan->parallel = true;
    else if (strcmp(name, "fenced") == 0)
        plan->fenced = true;
    else if (strcmp(name, "careful") == 0)
        plan->careful = true;
    else if (strcmp(name, "informed") == 0)
        plan->informed = true;
    else if (strcmp(name, "agreeing") == 0)
        plan->agreeing = true;
    else if (strcmp(name, "shares") == 0)
        plan->shares = true;
    else if (strcmp(name, "owns") == 0)
        plan->owns = true;
    else if (strcmp(name, "slots") == 0)
        plan->slots = (int)read_number(reader, 1);
    else if (strcmp(name, "older") == 0)
        plan->older = read_some(reader, plan);
    else if (strcmp(name, "unguarded") == 0)
        plan->unguarded = read_some(reader, plan);
    else if (strcmp(name, "prompt") == 0)
        plan->prompt = true;
    else if (strcmp(name, "chosen") == 0)
        choose_setup(plan);
    else if (strcmp(name, "counters") == 0)
        for (int i = 1; i < reader->count && i <= SIM_NODES_MAX; i++)
            plan->counters[i - 1] = read_number(reader, i);
    else if (strcmp(name, "choose") == 0 && plan->chosen)
        read_choice(reader, plan);
    else if (strcmp(name, "first") == 0 && plan->chosen)
        read_wishers(reader, &plan->first, plan->clients);
    else if (strcmp(name, "begun") == 0 && plan->chosen)
        read_wishers(reader, &plan->begun, plan->clients);
    else if (strcmp(name, "guard") == 0 && reader->count == 2)
        plan->guard =
            strcmp(reader->words[1], "on") == 0 ? SIM_GUARD_ON : SIM_GUARD_AUTO;
    else if (strcmp(name, "slack") == 0)
        plan->slack =
            reader->count == 2 && strcmp(reader->words[1], "default") == 0
                ? SIM_SLACK_DEFAULT
                : read_span(reader, 1);
    else if (strcmp(name, "muted") == 0 && reader->count == 2)
        add_muted(plan, strtoull(reader->words[1], NULL, 10));
    else if (strcmp(name, "node-ppm") == 0)
        for (int i = 1; i < reader->count && i <= SIM_NODES_MAX; i++)
            plan->node_ppm[i - 1] = read_number(reader, i);
    else if (strcmp(name, "client-ppm") == 0)
        for (int i = 1; i < reader->count && i <= SIM_CLIENTS_MAX; i++)
            plan->client_ppm[i - 1] = read_number(reader, i);
    else
        return read_listed(reader, plan);
    return true;
}

static void split(struct reader *reader, char *line)
{
    char *save = NULL;

    *reader = (struct reader){0};
    for (char *word = strtok_r(line, " \t\n", &save);
         word != NULL && reader->count < WORDS_MAX;
         word = strtok_r(NULL, " \t\n", &save))
        reader->words[reader->count++] = word;
}

static bool sound(const struct sim_plan *plan)
{
    return plan->nodes >= 1 && plan->nodes <= SIM_NODES_MAX &&
           plan->clients >= 1 && plan->clients <= SIM_CLIENTS_MAX &&
           plan->quorum > plan->nodes / 2 && plan->quorum <= plan->nodes &&
           plan->node_timeout > 0 && plan->ttl_max > 0 && plan->length > 0;
}

bool sim_plan_read(struct sim_plan *plan, FILE *in, char *complaint,
                   size_t size)
{
    char line[512];
    struct reader reader;

    *plan = (struct sim_plan){
        .seed = 1,
        .node_timeout = 50 * RLK_NS_PER_MS,
        .noise.delay = RLK_NS_PER_MS / 10,
    };
    for (int number = 1; fgets(line, sizeof(line), in) != NULL; number++) {
        if (strncmp(line, "---", 3) == 0)
            break;
        split(&reader, line);
        if (reader.count == 0 || strchr("#@", reader.words[0][0]) != NULL)
            continue;
        if (!read_setup(&reader, plan))
            read_action(&reader, plan);
        if (reader.wrong == NULL)
            continue;
        snprintf(complaint, size, "line %d: '%s'", number, reader.wrong);
        return false;
    }
    if (plan->quorum == 0)
        plan->quorum = plan->nodes / 2 + 1;
    if (sound(plan))
        return true;
    snprintf(complaint, size, "a number of the set-up is missing or wrong");
    return false;
}
