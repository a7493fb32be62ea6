/* SPDX-License-Identifier: MIT */
/* Configuration files, read line by line into the table of options. */

#include "cli/base/config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pwd.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/option_table.h"

#define SYSTEM_FILE "/etc/redlock.conf"

/* A file that is larger is none of ours. */
#define SIZE_MAX_BYTES 65536

static const char blanks[] = " \t\r";

/* What each call may say for all; a token or an output is one call's own. */
#define OF_EVERY_CALL                                                          \
    (OPTIONS_CLIENT | OPTIONS_TTL | OPTIONS_ACQUIRE | OPTIONS_FENCE |          \
     OPTIONS_COMMAND | OPTIONS_NOTICE)

/* Whose files are believed: those that nobody else can write to. */
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

/* Returns -1 with the text, or with NULL where the file may be missing. */
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

/* A word that is not a name may be a URI that went on on a line of its own: it
 * is not shown. */
static bool is_name(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz-";

    return *text != '\0' && text[strspn(text, letters)] == '\0';
}

static int row_named(const char *name)
{
    for (int i = 0; i < option_table_rows; i++) {
        const struct option_row *row = &option_table[i];

        if (row->takers != 0 &&
            (row->takers & ~(unsigned)(OF_EVERY_CALL)) == 0 &&
            strcmp(row->name, name) == 0)
            return i;
    }
    return -1;
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

/* Did the call itself, or a file before this one, say it, or its fellow? */
static bool is_given(int index, uint64_t before)
{
    const char *fellow = option_table[index].fellow;

    if ((before & UINT64_C(1) << index) != 0)
        return true;
    return fellow != NULL && (before & UINT64_C(1) << row_named(fellow)) != 0;
}

/* where: the file and the line, as the subject of messages. */
static int take_flag(const struct option_row *row, const char *where,
                     const char *value, struct options *options)
{
    if (strcmp(value, "yes") == 0)
        return row->read(row, where, NULL, options);
    if (strcmp(value, "no") == 0)
        return -1;
    message_always(where, "%s must be yes or no", row->name);
    return EXITS_UNSAFE;
}

/* The options that were given, a bit for each row of the table. */
struct said {
    uint64_t before; /* by the call, or a file before this one */
    uint64_t here;
    struct options_place place;
};

static int take_line(const struct options_taker *taker, const char *where,
                     struct said *said, char *line, struct options *options)
{
    char *value = strchr(line, '=');
    const struct option_row *row;
    uint64_t bit;
    int index;

    if (value != NULL)
        *value++ = '\0';
    line = trim(line);
    if (value == NULL || !is_name(line)) {
        message_always(where, "not a line of the form \"name = value\"");
        return EXITS_UNSAFE;
    }
    index = row_named(line);
    if (index < 0) {
        message_always(where, "%s is not an option for a file; see man redlock",
                       line);
        return EXITS_UNSAFE;
    }
    row = &option_table[index];
    bit = UINT64_C(1) << index;
    if ((said->here & bit) != 0) {
        message_always(where, "%s is set twice; remove one line", row->name);
        return EXITS_UNSAFE;
    }
    said->here |= bit;
    if (is_given(index, said->before) || (row->takers & ~taker->takes) != 0 ||
        in_environment(row))
        return -1;
    options->given |= bit;
    options->places[index] = said->place;
    value = trim(value);
    if (row->argument == NULL)
        return take_flag(row, where, value, options);
    return row->read(row, where, value, options);
}

static int take_text(const struct options_taker *taker, const char *path,
                     int file, struct options *options)
{
    char where[CONFIG_WHERE_MAX];
    struct said said = {.before = options->given, .place.file = file};
    char *text = options->config[file];
    char *line;

    while ((line = strsep(&text, "\n")) != NULL) {
        said.place.line++;
        line = trim(line);
        if (*line == '\0' || *line == '#')
            continue;
        (void)snprintf(where, sizeof(where), "%s:%d", path, said.place.line);
        if (take_line(taker, where, &said, line, options) >= 0)
            return EXITS_UNSAFE;
    }
    return -1;
}

/* file: which of ours it is. */
static int read_file(const struct options_taker *taker, const char *path,
                     bool may_be_missing, int file, struct options *options)
{
    int status = load(path, may_be_missing, &options->config[file]);

    if (status >= 0 || options->config[file] == NULL)
        return status;
    options->paths[file] = strdup(path);
    return take_text(taker, path, file, options);
}

/* false: this user has no folder for it. */
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

int config_read(const struct options_taker *taker, struct options *options)
{
    const char *named = getenv("REDLOCK_CONFIG");
    char path[PATH_MAX];
    int status = -1;

    if ((taker->takes & OPTIONS_CLIENT) == 0 ||
        (named != NULL && (*named == '\0' || strcmp(named, "/dev/null") == 0)))
        return -1;
    if (named != NULL)
        return read_file(taker, named, false, 0, options);
    if (users_file(path))
        status = read_file(taker, path, true, 0, options);
    if (status >= 0)
        return status;
    return read_file(taker, SYSTEM_FILE, true, 1, options);
}

bool config_where(const struct options *options, const char *name,
                  char where[static CONFIG_WHERE_MAX])
{
    const struct options_place *place = &options->places[row_named(name)];
    const char *path = options->paths[place->file];

    if (place->line == 0)
        return false;
    (void)snprintf(where, CONFIG_WHERE_MAX, "%s:%d", path == NULL ? "" : path,
                   place->line);
    return true;
}

void config_clear(struct options *options)
{
    for (int i = 0; i < OPTIONS_FILES; i++) {
        free(options->paths[i]);
        options->paths[i] = NULL;
        free(options->config[i]);
        options->config[i] = NULL;
    }
}

/* Where the user lives. */

const char *home_folder(void)
{
    const char *named = getenv("HOME");
    const struct passwd *user;

    if (named != NULL && *named == '/')
        return named;
    user = getpwuid(geteuid());
    return user == NULL ? NULL : user->pw_dir;
}
