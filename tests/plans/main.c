/* SPDX-License-Identifier: MIT */
/*
 * Runs plans: plans [--fail-fast] [NAME [TEXT]]: the cases of NAME.plan whose
 * names contain the text; by default all cases of all plans. Each case is one
 * test, in TAP.
 *
 * After a case everything that the core has allocated must be freed. A short
 * case is repeated with each of its allocations failing. Nothing is expected of
 * these runs except that they end and free everything.
 */

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "redlock/runtime/memory.h"
#include "tests/plans/play.h"

/* The longest time of a case, in seconds. */
#define LONGEST 600

/* A case with more allocations is not repeated. */
#define STARVED_MOST 200

struct line {
    char *text;
    int number;
};

/* A case, or "--- NAME": lines that cases begin with. */
struct section {
    const char *name;
    bool given;
    int first;
    int count;
};

struct plan {
    char name[64];
    char path[512];
    char *text;
    struct line *lines;
    int lines_count;
    /* The first has the lines in front of all cases. */
    struct section *sections;
    int sections_count;
    const struct subject *subject;
};

static const struct subject cores = {
    play_begin, play_setting, play_open,          play_event,
    play_end,   expect_state, expect_said_so_far, expect_said,
};

static const struct subject rounds = {
    round_begin, round_setting, round_open,        round_event,
    round_end,   round_expect,  round_said_so_far, round_said,
};

/* The progress of a case: written by its process, read by the parent. */
struct progress {
    const struct line *at;
    uint64_t starving; /* the number of the failing allocation; 0: none */
    char complaint[4096];
};

static struct plan *plan; /* the present plan */
static struct progress *progress;
static int tests;
static int failures;
static bool fail_fast;
static jmp_buf *failing; /* the target of a failure */
static char **copies; /* of lines that were split, until the end of the case */
static size_t copies_count;

void play_fail(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(progress->complaint, sizeof(progress->complaint), format,
              arguments);
    va_end(arguments);
    longjmp(*failing, 1);
}

static void *memory(void *old, size_t size)
{
    void *more = realloc(old, size);

    if (more == NULL)
        abort();
    return more;
}

/* --- reading ---------------------------------------------------------------
 */

static void add_section(struct plan *of, const char *name, bool given)
{
    of->sections = memory(of->sections, ((size_t)of->sections_count + 1) *
                                            sizeof(*of->sections));
    of->sections[of->sections_count++] = (struct section){
        .name = name, .given = given, .first = of->lines_count};
}

/* An indented line continues the previous one. */
static void add_line(struct plan *of, char *text, int number)
{
    struct section *section = &of->sections[of->sections_count - 1];

    if (text[0] == ' ' && section->count > 0) {
        char *before = of->lines[of->lines_count - 1].text;
        size_t length = strlen(before);
        memmove(before + length, text, strlen(text) + 1);
        return;
    }
    of->lines =
        memory(of->lines, ((size_t)of->lines_count + 1) * sizeof(*of->lines));
    of->lines[of->lines_count++] = (struct line){text, number};
    section->count++;
}

static bool read_text(struct plan *of)
{
    FILE *in = fopen(of->path, "r");
    size_t length = 0;
    FILE *all;
    int c;

    if (in == NULL)
        return false;
    all = open_memstream(&of->text, &length);
    while (all != NULL && (c = getc(in)) != EOF)
        putc(c, all);
    fclose(in);
    return all != NULL && fclose(all) == 0;
}

static void read_plan(struct plan *of)
{
    char *rest;
    int number = 0;

    if (!read_text(of)) {
        perror(of->path);
        exit(1);
    }
    add_section(of, "", true);
    rest = of->text;
    for (char *line; (line = strsep(&rest, "\n")) != NULL;) {
        number++;
        if (line[0] == '\0' || line[0] == '#')
            continue;
        if (strcmp(line, "of rounds") == 0)
            of->subject = &rounds;
        else if (strncmp(line, "=== ", 4) == 0)
            add_section(of, line + 4, false);
        else if (strncmp(line, "--- ", 4) == 0)
            add_section(of, line + 4, true);
        else
            add_line(of, line, number);
    }
}

static void forget_plan(struct plan *of)
{
    free(of->text);
    free(of->lines);
    free(of->sections);
}

/* --- playing ---------------------------------------------------------------
 */

static char *copy_of(const char *text)
{
    copies = memory(copies, (copies_count + 1) * sizeof(*copies));
    copies[copies_count] = strdup(text);
    if (copies[copies_count] == NULL)
        abort();
    return copies[copies_count++];
}

static void forget_copies(void)
{
    while (copies_count > 0)
        free(copies[--copies_count]);
}

static void play_section(const struct section *section, bool settings);

static const struct section *given(const char *name)
{
    for (int i = 1; i < plan->sections_count; i++) {
        if (plan->sections[i].given &&
            strcmp(plan->sections[i].name, name) == 0)
            return &plan->sections[i];
    }
    play_fail("nothing is given as \"%s\"", name);
}

static void play_words(struct words *words)
{
    if (strcmp(words->word[0], "expect") == 0)
        plan->subject->expect(words);
    else if (strcmp(words->word[0], "asked") == 0)
        expect_asked(words);
    else
        plan->subject->event(words);
}

/* "EVENT; EVENT => REQUEST, REQUEST" */
static void play_text(char *text, bool settings)
{
    char *said = strstr(text, "=>");
    int from = plan->subject->said_so_far(said != text);
    struct words words;
    char *event;

    if (strncmp(text, "given ", 6) == 0) {
        play_section(given(text + 6), settings);
        return;
    }
    if (said != NULL)
        *said = '\0';
    while ((event = strsep(&text, ";")) != NULL) {
        words_split(&words, event);
        if (words.count > 0 && !plan->subject->setting(&words) && !settings)
            play_words(&words);
    }
    if (said != NULL && !settings)
        plan->subject->said(from, said + 2);
}

/* "not EXPECTATION": the expectation must fail. */
static void play_wrong(const char *text)
{
    jmp_buf *before = failing;
    jmp_buf here;

    failing = &here;
    if (setjmp(here) == 0) {
        play_text(copy_of(text), false);
        failing = before;
        play_fail("this does not fail");
    }
    failing = before;
}

/* "repeat 300: EVENT; EVENT" */
static void play_line(const struct line *line, bool settings)
{
    char *text = line->text;
    int times = 1;

    progress->at = line;
    if (strncmp(text, "not ", 4) == 0) {
        if (!settings && !play.starved)
            play_wrong(text + 4);
        return;
    }
    if (strncmp(text, "repeat ", 7) == 0) {
        times = (int)strtol(text + 7, &text, 10);
        text += strspn(text, ":");
        if (settings)
            return;
    }
    for (int i = 0; i < times; i++)
        play_text(copy_of(text + strspn(text, " ")), settings);
}

static void play_section(const struct section *section, bool settings)
{
    for (int i = 0; i < section->count; i++)
        play_line(&plan->lines[section->first + i], settings);
}

/*
 * Plays a case once; the nth allocation fails. Returns the number of
 * allocations.
 */
static uint64_t play_case(const struct section *section, uint64_t nth)
{
    int left;

    progress->starving = nth;
    play.starved = nth > 0;
    plan->subject->begin();
    play_section(&plan->sections[0], true);
    play_section(section, true);
    (void)rlk_alloc_fail_at(nth);
    if (plan->subject->open()) {
        play_section(&plan->sections[0], false);
        play_section(section, false);
    }
    plan->subject->end();
    forget_copies();
    left = memory_left();
    if (left != 0)
        play_fail("%d blocks of memory are left", left);
    return rlk_alloc_fail_at(0);
}

/* --- results -------------------------------------------------------------- */

static void tell_failure(const struct section *section)
{
    printf("not ok %d - %s: %s\n# %s:%d: %s\n", tests, plan->name,
           section->name, plan->path, progress->at->number, progress->at->text);
    if (progress->starving > 0)
        printf("# with allocation %d failing\n", (int)progress->starving);
    printf("# %s\n# repeat: ./dev test %s \"%s\"\n", progress->complaint,
           plan->name, section->name);
    failures++;
}

/* Plays the case in a child process. */
static void try_case(const struct section *section)
{
    volatile uint64_t made = 0;
    jmp_buf here;

    failing = &here;
    if (setjmp(here) != 0)
        _exit(1);
    made = play_case(section, 0);
    for (uint64_t nth = 1; made <= STARVED_MOST && nth <= made; nth++)
        (void)play_case(section, nth);
    exit(0);
}

/* A failed assertion or a crash ends only the child process. */
static void run_case(const struct section *section)
{
    int status = 0;
    pid_t child;

    tests++;
    *progress = (struct progress){.at = &plan->lines[section->first]};
    (void)fflush(stdout);
    child = fork();
    if (child == 0) {
        (void)alarm(LONGEST);
        try_case(section);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        abort();
    if (WIFSIGNALED(status))
        snprintf(progress->complaint, sizeof(progress->complaint), "%s",
                 strsignal(WTERMSIG(status)));
    if (status == 0)
        printf("ok %d - %s: %s\n", tests, plan->name, section->name);
    else
        tell_failure(section);
}

static void run_plan(const char *folder, const char *name, const char *text)
{
    struct plan here = {.subject = &cores};

    plan = &here;
    snprintf(here.name, sizeof(here.name), "%s", name);
    snprintf(here.path, sizeof(here.path), "%s/%s.plan", folder, name);
    read_plan(&here);
    for (int i = 1; i < here.sections_count && !(fail_fast && failures > 0);
         i++) {
        if (!here.sections[i].given &&
            strstr(here.sections[i].name, text) != NULL)
            run_case(&here.sections[i]);
    }
    forget_plan(&here);
}

static int is_plan(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');

    return dot != NULL && strcmp(dot, ".plan") == 0;
}

static void run_all(void)
{
    struct dirent **entries;
    int count = scandir(PLANS, &entries, is_plan, alphasort);

    for (int i = 0; i < count; i++) {
        *strrchr(entries[i]->d_name, '.') = '\0';
        run_plan(PLANS, entries[i]->d_name, "");
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

int main(int argc, char **argv)
{
    int first = 1;

    for (; first < argc && strncmp(argv[first], "--", 2) == 0; first++)
        fail_fast |= strcmp(argv[first], "--fail-fast") == 0;
    progress = mmap(NULL, sizeof(*progress), PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (progress == MAP_FAILED)
        abort();
    if (first < argc)
        run_plan(PLANS, argv[first], first + 1 < argc ? argv[first + 1] : "");
    else
        run_all();
    printf("1..%d\n", tests);
    return failures > 0 || tests == 0;
}
