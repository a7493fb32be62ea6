/* SPDX-License-Identifier: MIT */
/* Configuration files, read line by line into the table of options. */

#include "cli/base/options.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/option_table.h"

#define SYSTEM_FILE "/etc/redlock.conf"

/* A larger file is not a configuration file of redlock. */
#define SIZE_MAX_BYTES 65536

/* A path and a line. */
#define WHERE_MAX (PATH_MAX + 16)

static const char blanks[] = " \t\r";

/* The options that make sense for every call; --token or --json do not. */
#define OF_EVERY_CALL                                                          \
    (OPTIONS_CLIENT | OPTIONS_TTL | OPTIONS_ACQUIRE | OPTIONS_FENCE |          \
     OPTIONS_COMMAND | OPTIONS_KILL)

/* NULL: the file is trusted, as only this user or root can write to it. */
static const char *distrust(const struct stat *found)
{
    if (!S_ISREG(found->st_mode))
        return "not a regular file";
    if (found->st_uid != 0 && found->st_uid != geteuid())
        return "the file belongs to another user";
    if ((found->st_mode & 022) != 0)
        return "other users may write to it: chmod go-w";
    if (found->st_size >= SIZE_MAX_BYTES)
        return "the file is too long";
    return NULL;
}

static char *read_all(int fd, size_t size)
{
    char *text = calloc(1, size + 1);
    size_t length = 0;
    ssize_t got = 1;

    while (text != NULL && length < size && got > 0) {
        got = read(fd, text + length, size - length);
        if (got > 0)
            length += (size_t)got;
    }
    if (got >= 0)
        return text;
    free(text);
    return NULL;
}

/* Returns -1 with the text, or with NULL if the file is missing and may be. */
static int load(const char *path, bool may_be_missing, char **text)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat found;
    const char *problem = NULL;

    *text = NULL;
    if (fd < 0 && may_be_missing && (errno == ENOENT || errno == ENOTDIR))
        return -1;
    if (fd >= 0 && fstat(fd, &found) == 0) {
        problem = distrust(&found);
        if (problem == NULL)
            *text = read_all(fd, (size_t)found.st_size);
        if (*text != NULL && strlen(*text) != (size_t)found.st_size) {
            free(*text);
            *text = NULL;
            problem =
                "the file has a zero byte, or was truncated while it was read";
        }
    }
    if (*text == NULL)
        message_always(path, "cannot use this file: %s",
                       problem != NULL ? problem : strerror(errno));
    if (fd >= 0)
        (void)close(fd);
    return *text == NULL ? EXITS_UNSAFE : -1;
}

static char *trim(char *text)
{
    size_t length;

    text += strspn(text, blanks);
    length = strlen(text);
    while (length > 0 && strchr(blanks, text[length - 1]) != NULL)
        length--;
    text[length] = '\0';
    return text;
}

/*
 * A line that is not a name may be the second line of a URI with a password,
 * and is therefore not printed.
 */
static bool is_name(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz-";

    return *text != '\0' && text[strspn(text, letters)] == '\0';
}

/* The row of an option that is allowed in a file, or NULL. */
static const struct option_row *row_of(const char *name)
{
    const struct option_row *row = option_named(name);

    return row != NULL && row->takers != 0 &&
                   (row->takers & ~(unsigned)(OF_EVERY_CALL)) == 0
               ? row
               : NULL;
}

static bool in_environment(const struct option_row *row)
{
    for (int i = 0; i < OPTION_VARIABLES_MAX && row->variables[i] != NULL;
         i++) {
        const char *value = getenv(row->variables[i]);

        if (value != NULL && *value != '\0')
            return true;
    }
    return false;
}

/* A file that is being read. */
struct reading {
    const struct subcommand *taker;
    int file; /* index into options->files */
    int line;
    uint64_t here;         /* one bit for each row that this file has set */
    char where[WHERE_MAX]; /* the file and the line, for messages */
};

/* Was the option given by the command line or by an earlier file? */
static bool is_given(const struct reading *reading,
                     const struct option_row *row,
                     const struct options *options)
{
    const struct option_source *source = &options->sources[row - option_table];

    return source->given && (source->line == 0 || source->file < reading->file);
}

static bool is_skipped(const struct reading *reading,
                       const struct option_row *row,
                       const struct options *options)
{
    return is_given(reading, row, options) ||
           (row->fellow != NULL &&
            is_given(reading, option_named(row->fellow), options)) ||
           (row->takers & ~reading->taker->takes) != 0 || in_environment(row);
}

static int take_flag(const struct reading *reading,
                     const struct option_row *row, const char *value,
                     struct options *options)
{
    if (strcmp(value, "yes") == 0)
        return row->read(row, reading->where, NULL, options);
    if (strcmp(value, "no") == 0)
        return -1;
    return message_fail(EXITS_UNSAFE, reading->where, "%s must be yes or no",
                        row->name);
}

static int take_line(struct reading *reading, char *line,
                     struct options *options)
{
    char *value = strchr(line, '=');
    const struct option_row *row;
    uint64_t bit;

    if (value != NULL)
        *value++ = '\0';
    line = trim(line);
    if (value == NULL || !is_name(line))
        return message_fail(EXITS_UNSAFE, reading->where,
                            "not a line of the form \"name = value\"");
    row = row_of(line);
    if (row == NULL)
        return message_fail(EXITS_UNSAFE, reading->where,
                            "%s is not an option for a file; see man redlock",
                            line);
    bit = UINT64_C(1) << (row - option_table);
    if ((reading->here & bit) != 0)
        return message_fail(EXITS_UNSAFE, reading->where,
                            "%s is set twice; remove one line", row->name);
    reading->here |= bit;
    if (is_skipped(reading, row, options))
        return -1;
    options->sources[row - option_table] = (struct option_source){
        .given = true, .file = reading->file, .line = reading->line};
    value = trim(value);
    if (row->argument == NULL)
        return take_flag(reading, row, value, options);
    return row->read(row, reading->where, value, options);
}

/* file: its index in options->files. */
static int read_file(const struct subcommand *taker, const char *path,
                     bool may_be_missing, int file, struct options *options)
{
    struct reading reading = {.taker = taker, .file = file};
    int status = load(path, may_be_missing, &options->files[file]);
    char *text = options->files[file];
    char *line;

    if (text == NULL)
        return status;
    options->paths[file] = strdup(path);
    while ((line = strsep(&text, "\n")) != NULL) {
        reading.line++;
        line = trim(line);
        if (*line == '\0' || *line == '#')
            continue;
        (void)snprintf(reading.where, sizeof(reading.where), "%s:%d", path,
                       reading.line);
        if (take_line(&reading, line, options) >= 0)
            return EXITS_UNSAFE;
    }
    return -1;
}

/* false: this user has no home folder. */
static bool users_file(char path[static PATH_MAX])
{
    const char *folder = getenv("XDG_CONFIG_HOME");
    const char *below = "";
    int length;

    if (folder == NULL || *folder != '/') {
        folder = home_folder();
        below = "/.config";
    }
    if (folder == NULL)
        return false;
    length = snprintf(path, PATH_MAX, "%s%s/redlock.conf", folder, below);
    return length < PATH_MAX;
}

int config_read(const struct subcommand *taker, struct options *options)
{
    const char *named = getenv("REDLOCK_CONFIG");
    static char path[PATH_MAX];
    int status = -1;

    if ((taker->takes & OPTIONS_CLIENT) == 0 ||
        (named != NULL && (*named == '\0' || strcmp(named, "/dev/null") == 0)))
        return -1;
    if (named != NULL)
        return read_file(taker, named, false, 0, options);
    if (users_file(path))
        status = read_file(taker, path, true, 0, options);
    return status < 0 ? read_file(taker, SYSTEM_FILE, true, 1, options)
                      : status;
}

const char *config_where(const struct options *options, const char *name)
{
    static char where[WHERE_MAX];
    const struct option_source *source =
        &options->sources[option_named(name) - option_table];
    const char *path = options->paths[source->file];

    if (source->line == 0)
        return NULL;
    (void)snprintf(where, sizeof(where), "%s:%d", path == NULL ? "" : path,
                   source->line);
    return where;
}

void config_clear(struct options *options)
{
    for (int i = 0; i < OPTIONS_FILES; i++) {
        free(options->paths[i]);
        free(options->files[i]);
        options->paths[i] = options->files[i] = NULL;
    }
}

const char *home_folder(void)
{
    const char *named = getenv("HOME");
    const struct passwd *user;

    if (named != NULL && *named == '/')
        return named;
    user = getpwuid(geteuid());
    return user == NULL ? NULL : user->pw_dir;
}
