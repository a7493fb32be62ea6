/* SPDX-License-Identifier: MIT */
/* Passwords in URIs and files. */

#include "cli/base/secrets.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * In the URI of a socket the credentials end before the path, which may contain
 * at signs.
 */
static char *end_of(char *region, size_t length, bool socket)
{
    char *at = socket ? memmem(region, length, "@/", 2) : NULL;

    return at != NULL ? at : memrchr(region, '@', length);
}

/*
 * Finds the first node with credentials. They begin at *start and end at the
 * returned at sign; NULL: there are none. A region reaches from one "://" to
 * the next, so that a comma in a password does not end it; a region that starts
 * with a slash is a socket's path.
 */
static char *find(char *nodes, char **start)
{
    static const char unix_scheme[] = "unix";
    char *region = nodes;
    bool socket = false;

    while (*region != '\0') {
        char *scheme = strstr(region, "://");
        size_t length =
            scheme == NULL ? strlen(region) : (size_t)(scheme - region);
        char *at = *region == '/' ? NULL : end_of(region, length, socket);
        if (at != NULL) {
            *start = region;
            return at;
        }
        if (scheme == NULL)
            return NULL;
        socket = length >= sizeof(unix_scheme) - 1 &&
                 memcmp(scheme - (sizeof(unix_scheme) - 1), unix_scheme,
                        sizeof(unix_scheme) - 1) == 0;
        region = scheme + 3;
    }
    return NULL;
}

/*
 * Finds the options of the first group of Sentinels with options, which are a
 * user and a password. They begin at the returned question mark and end at
 * *end, the comma before the next scheme or the end of the list. NULL: none.
 */
static char *find_options(char *nodes, char **end)
{
    static const char scheme[] = "sentinel://";
    char *group = strcasestr(nodes, scheme);

    while (group != NULL) {
        char *rest = group + sizeof(scheme) - 1;
        char *next = strstr(rest, "://");
        char *mark = strchr(rest, '?');
        char *comma;
        if (mark == NULL)
            return NULL;
        if (next == NULL) {
            *end = mark + strlen(mark);
            return mark;
        }
        comma = mark < next ? memrchr(mark, ',', (size_t)(next - mark)) : NULL;
        if (comma != NULL) {
            *end = comma;
            return mark;
        }
        group = strcasestr(rest, scheme);
    }
    return NULL;
}

void secrets_hide(char *nodes)
{
    char *rest = nodes;
    char *start;
    char *end;

    while ((end = find(rest, &start)) != NULL) {
        memset(start, '*', (size_t)(end - start));
        rest = end + 1;
    }
    while ((start = find_options(nodes, &end)) != NULL)
        memset(start, '*', (size_t)(end - start));
}

void secrets_strip(char *nodes)
{
    char *rest = nodes;
    char *start;
    char *end;

    while ((end = find(rest, &start)) != NULL) {
        memmove(start, end + 1, strlen(end + 1) + 1);
        rest = start;
    }
    while ((start = find_options(nodes, &end)) != NULL)
        memmove(start, end, strlen(end) + 1);
}

/* Reads the first line, without its newline. Returns NULL, or the error. */
static const char *read_line(int fd, char *password)
{
    size_t length = 0;
    ssize_t got = 1;
    char *end;

    while ((got > 0 && length < SECRETS_PASSWORD_MAX) ||
           (got < 0 && errno == EINTR)) {
        got = read(fd, password + length, SECRETS_PASSWORD_MAX - length);
        length += got > 0 ? (size_t)got : 0;
    }
    if (got < 0)
        return strerror(errno);
    end = memchr(password, '\n', length);
    if (end == NULL && length == SECRETS_PASSWORD_MAX)
        return strerror(EMSGSIZE);
    if (end == NULL)
        end = password + length;
    if (end > password && end[-1] == '\r')
        end--;
    *end = '\0';
    return NULL;
}

const char *secrets_read(const char *path, char *password, bool *exposed)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    const char *wrong;
    struct stat found;

    *exposed = false;
    if (fd < 0 || fstat(fd, &found) < 0) {
        wrong = strerror(errno);
    } else if (S_ISREG(found.st_mode) && (found.st_mode & 022) != 0) {
        wrong = "other users may write to it: chmod go-w";
    } else {
        *exposed = S_ISREG(found.st_mode) && (found.st_mode & S_IROTH) != 0;
        wrong = read_line(fd, password);
    }
    if (fd >= 0)
        (void)close(fd);
    return wrong;
}
