/* SPDX-License-Identifier: MIT */
/* Reads the files of a scenario's run. */

#include "tests/chaos/history.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BATCH 1024

char *file_read(const char *dir, const char *name, size_t *length)
{
    char path[4096];
    struct stat found;
    char *text = NULL;
    ssize_t count = -1;
    int fd;

    snprintf(path, sizeof(path), "%s/%s", dir, name);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd == -1)
        return NULL;
    if (fstat(fd, &found) == 0)
        text = malloc((size_t)found.st_size + 1);
    if (text != NULL)
        count = read(fd, text, (size_t)found.st_size);
    close(fd);
    if (count < 0) {
        free(text);
        return NULL;
    }
    text[count] = '\0';
    *length = (size_t)count;
    return text;
}

const char *value_text(const char *keys, const char *key, char *text,
                       size_t room)
{
    size_t length = strlen(key);

    text[0] = '\0';
    while (*keys != '\0') {
        if (strncmp(keys, key, length) == 0 && keys[length] == '=') {
            keys += length + 1;
            snprintf(text, room, "%.*s", (int)strcspn(keys, " \n"), keys);
            return text;
        }
        keys += strcspn(keys, " \n");
        keys += strspn(keys, " \n");
    }
    return text;
}

int64_t value_number(const char *keys, const char *key)
{
    char text[32];

    return strtoll(value_text(keys, key, text, sizeof(text)), NULL, 10);
}

/* -1: there is no event with that name. */
static int what_named(const char *name)
{
    static const char *const names[] = {
        "try",      "acquired", "with",    "refused",   "wrote",    "read",
        "extended", "lost",     "expired", "releasing", "released", "ended",
        "start",    "stop",     "begin",   "end",       "left"};

    for (int i = 0; i <= WHAT_LEFT; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

static int append(struct history *history, const struct event *event)
{
    if (history->count % BATCH == 0) {
        struct event *more =
            realloc(history->events, (history->count + BATCH) * sizeof(*more));

        if (more == NULL)
            return -1;
        history->events = more;
    }
    history->events[history->count++] = *event;
    return 0;
}

static int parse_line(struct history *history, const char *line)
{
    struct event event;
    char name[16];
    long long at;
    int length = 0;

    if (sscanf(line, "%lld %47s %15s%n", &at, event.who, name, &length) < 3 ||
        what_named(name) == -1) {
        if (history->bad++ == 0)
            snprintf(history->bad_line, sizeof(history->bad_line), "%s", line);
        return 0;
    }
    event.at = at;
    event.what = (enum what)what_named(name);
    event.keys = line + length + strspn(line + length, " ");
    return append(history, &event);
}

static int parse_text(struct history *history, char *text)
{
    char *next = text;
    char *line;

    while ((line = strsep(&next, "\n")) != NULL)
        if (*line != '\0' && parse_line(history, line) == -1)
            return -1;
    return 0;
}

static int load_file(struct history *history, const char *dir, const char *name)
{
    size_t length;
    char *text = file_read(dir, name, &length);
    char **more;

    if (text == NULL)
        return -1;
    more = realloc(history->texts,
                   (history->text_count + 1) * sizeof(*history->texts));
    if (more == NULL) {
        free(text);
        return -1;
    }
    history->texts = more;
    history->texts[history->text_count++] = text;
    return parse_text(history, text);
}

static int by_instant(const void *a, const void *b)
{
    const struct event *left = a;
    const struct event *right = b;

    if (left->at != right->at)
        return left->at < right->at ? -1 : 1;
    return left->keys < right->keys ? -1 : left->keys > right->keys;
}

static bool is_history(const char *name)
{
    const char *end = strrchr(name, '.');

    return end != NULL && strcmp(end, ".history") == 0;
}

int history_load(struct history *history, const char *dir)
{
    struct dirent *entry;
    size_t length;
    int status = 0;
    DIR *folder;

    *history = (struct history){0};
    history->scenario = file_read(dir, "scenario", &length);
    if (history->scenario == NULL)
        return -1;
    folder = opendir(dir);
    if (folder == NULL)
        status = -1;
    while (status == 0 && (entry = readdir(folder)) != NULL)
        if (is_history(entry->d_name))
            status = load_file(history, dir, entry->d_name);
    if (folder != NULL)
        closedir(folder);
    if (status == 0 && history->count > 0)
        qsort(history->events, history->count, sizeof(*history->events),
              by_instant);
    if (status == -1)
        history_free(history);
    return status;
}

void history_free(struct history *history)
{
    for (size_t i = 0; i < history->text_count; i++)
        free(history->texts[i]);
    free(history->texts);
    free(history->events);
    free(history->scenario);
    *history = (struct history){0};
}
