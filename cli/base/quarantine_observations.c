/* SPDX-License-Identifier: MIT */
/*
 * The file "observations". Its first line has the version and the boot. Each
 * further line has one marker: since when it was seen, when the node's clock
 * was last read, the least and the most that it was ahead, and the marker.
 */

#include "cli/base/quarantine_observations.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/options.h"

/* --- state folder --------------------------------------------------------- */

static bool is_ours_alone(int folder)
{
    struct stat found;

    return fstat(folder, &found) == 0 && S_ISDIR(found.st_mode) &&
           found.st_uid == geteuid() && (found.st_mode & 077) == 0;
}

static int open_at(const char *path, bool make)
{
    int folder;

    if (make && mkdir(path, 0700) == -1 && errno != EEXIST)
        return -1;
    folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder != -1 && !is_ours_alone(folder)) {
        (void)close(folder);
        folder = -1;
    }
    return folder;
}

/* Opens the folder of this name in another one. -1: also if that is NULL. */
static int open_in(const char *folder, const char *name, bool make)
{
    char path[PATH_MAX];
    int length;

    if (folder == NULL || *folder != '/')
        return -1;
    length = snprintf(path, sizeof(path), "%s/%s", folder, name);
    return length < (int)sizeof(path) ? open_at(path, make) : -1;
}

static int open_at_home(bool make)
{
    static const char *const parents[] = {".local", ".local/state"};
    const char *folder = home_folder();
    char path[PATH_MAX];

    for (size_t i = 0; make && folder != NULL && i < 2; i++) {
        if (snprintf(path, sizeof(path), "%s/%s", folder, parents[i]) <
            (int)sizeof(path))
            (void)mkdir(path, 0700);
    }
    return open_in(folder, ".local/state/redlock", make);
}

/*
 * Opens this user's folder for state that the next command needs:
 * $REDLOCK_STATE_DIR if that is set; otherwise the first usable one of
 * $XDG_RUNTIME_DIR/redlock, /run/redlock and ~/.local/state/redlock. A folder
 * is not usable if another user owns it, if others may enter it, or if it is a
 * link.
 *
 * make  create it if it is missing.
 *
 * Returns a descriptor to be closed, or -1.
 */
static int state_folder_open(bool make)
{
    const char *named = getenv("REDLOCK_STATE_DIR");
    int folder;

    if (named != NULL && *named != '\0')
        return open_at(named, make);
    folder = open_in(getenv("XDG_RUNTIME_DIR"), "redlock", make);
    if (folder == -1)
        folder = open_in("/run", "redlock", make);
    return folder == -1 ? open_at_home(make) : folder;
}

#define VERSION "redlock observations 1 "
#define LINE_MAX_BYTES (REDLOCK_MARKER_MAX + 4 * 21)
#define FILE_MAX_BYTES                                                         \
    ((REDLOCK_QUARANTINE_OBSERVATIONS_MAX + 1) * LINE_MAX_BYTES)
#define OFFSET_MAX 40
#define BOOT_MAX 160

/* How often the lock of the folder is tried before observations are dropped. */
#define TRIES 20
#define PAUSE_US 5000

static const char name[] = "observations";

static const char fresh[] = "observations.new";

/*
 * The offset of this time namespace's boot clock, as text. A namespace's number
 * cannot identify it: the kernel gives the number to a later one.
 */
static void name_offset(char offset[static OFFSET_MAX])
{
    FILE *file = fopen("/proc/self/timens_offsets", "re");
    char seconds[OFFSET_MAX / 2];
    char rest[OFFSET_MAX / 2];
    char line[128];

    (void)snprintf(offset, OFFSET_MAX, "0");
    while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
        if (sscanf(line, "boottime %19s %19s", seconds, rest) == 2)
            (void)snprintf(offset, OFFSET_MAX, "%s.%s", seconds, rest);
    }
    if (file != NULL)
        (void)fclose(file);
}

/* Identifies the boot clock: the boot, and the time namespace. */
static bool name_boot(char *boot)
{
    char space[64];
    char offset[OFFSET_MAX];
    ssize_t length = readlink("/proc/self/ns/time", space, sizeof(space) - 1);
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");
    char id[40] = "";
    bool known;

    space[length > 0 ? length : 0] = '\0';
    known = file != NULL && fscanf(file, "%39s", id) == 1;
    if (file != NULL)
        (void)fclose(file);
    name_offset(offset);
    (void)snprintf(boot, BOOT_MAX, "%s %s %s", id, space, offset);
    return known;
}

/* Not on the stack, where a guard touches each page even if there is no file.
 */
static char content[FILE_MAX_BYTES];

/* Reads the file as text. It must belong to us and have a valid size. */
static bool read_file(int folder)
{
    int file =
        openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat found;
    ssize_t length = -1;

    if (file == -1)
        return false;
    if (fstat(file, &found) == 0 && S_ISREG(found.st_mode) &&
        found.st_uid == geteuid() && found.st_size < FILE_MAX_BYTES)
        length = read(file, content, sizeof(content) - 1);
    (void)close(file);
    content[length > 0 ? length : 0] = '\0';
    return length > 0;
}

/* Reads a number and the space behind it. */
static bool read_number(const char **line, int64_t *number)
{
    char *end;

    *number = strtoll(*line, &end, 10);
    if (end == *line || *end != ' ')
        return false;
    *line = end + 1;
    return true;
}

static bool read_line(const char *line,
                      struct redlock_quarantine_observation *observation)
{
    size_t length;

    if (!read_number(&line, &observation->since_ms) ||
        observation->since_ms < 0 ||
        !read_number(&line, &observation->answered_ms) ||
        !read_number(&line, &observation->ahead_least_us) ||
        !read_number(&line, &observation->ahead_most_us))
        return false;
    length = strcspn(line, "\n");
    if (line[length] != '\n' || length == 0 ||
        length >= sizeof(observation->marker) || strcspn(line, " ") < length)
        return false;
    memcpy(observation->marker, line, length);
    observation->marker[length] = '\0';
    return true;
}

static int read_text(const char *boot,
                     struct redlock_quarantine_observation *observations)
{
    char first[sizeof(VERSION) + BOOT_MAX];
    const char *line;
    int count = 0;

    (void)snprintf(first, sizeof(first), VERSION "%s\n", boot);
    if (strncmp(content, first, strlen(first)) != 0)
        return 0;
    line = content + strlen(first);
    while (count < REDLOCK_QUARANTINE_OBSERVATIONS_MAX &&
           read_line(line, &observations[count])) {
        count++;
        line = strchr(line, '\n') + 1;
    }
    return count;
}

/* Replaces the file atomically. */
static void write_in(int folder, const char *boot,
                     const struct redlock_quarantine_observation *observations,
                     int count)
{
    FILE *out = NULL;
    bool written;
    int file;

    (void)unlinkat(folder, fresh, 0);
    file = openat(folder, fresh,
                  O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file != -1)
        out = fdopen(file, "w");
    if (out == NULL)
        return;
    (void)fprintf(out, VERSION "%s\n", boot);
    for (int i = 0; i < count; i++)
        (void)fprintf(out,
                      "%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %s\n",
                      observations[i].since_ms, observations[i].answered_ms,
                      observations[i].ahead_least_us,
                      observations[i].ahead_most_us, observations[i].marker);
    written = ferror(out) == 0;
    if (fclose(out) == 0 && written)
        (void)renameat(folder, fresh, folder, name);
}

/*
 * Waits for a moment only: a command that is stopped while it holds the
 * folder's lock must not stop others.
 */
static bool lock_folder(int folder)
{
    for (int i = 0; i < TRIES; i++) {
        if (flock(folder, LOCK_EX | LOCK_NB) == 0)
            return true;
        clock_sleep_us(PAUSE_US);
    }
    return false;
}

/*
 * Keeps the earlier observation whole, with the clock reading of its own
 * observer: the readings of two observers were not compared with each other,
 * and the node's clock may have been stepped between them.
 */
static bool merge(struct redlock_quarantine_observation *kept,
                  const struct redlock_quarantine_observation *observation)
{
    if (observation->since_ms > kept->since_ms ||
        (observation->since_ms == kept->since_ms &&
         observation->answered_ms <= kept->answered_ms))
        return false;
    *kept = *observation;
    return true;
}

/*
 * Appends the observation, and drops the oldest if there is no room. false: it
 * adds nothing new.
 */
static bool
add_or_merge(struct redlock_quarantine_observation *kept, int *count,
             const struct redlock_quarantine_observation *observation)
{
    for (int i = 0; i < *count; i++) {
        if (strcmp(kept[i].marker, observation->marker) == 0)
            return merge(&kept[i], observation);
    }
    if (*count == REDLOCK_QUARANTINE_OBSERVATIONS_MAX)
        memmove(kept, kept + 1, (size_t)-- * count * sizeof(*kept));
    kept[(*count)++] = *observation;
    return true;
}

int observations_read(struct redlock_quarantine_observation *observations)
{
    int folder = state_folder_open(false);
    char boot[BOOT_MAX];
    int count = 0;

    if (folder == -1)
        return 0;
    if (read_file(folder) && name_boot(boot))
        count = read_text(boot, observations);
    (void)close(folder);
    return count;
}

void observations_save(
    const struct redlock_quarantine_observation *observations, int count)
{
    static struct redlock_quarantine_observation
        kept[REDLOCK_QUARANTINE_OBSERVATIONS_MAX];
    int folder = count > 0 ? state_folder_open(true) : -1;
    char boot[BOOT_MAX];
    bool changed = false;
    int all;

    if (folder == -1)
        return;
    if (name_boot(boot) && lock_folder(folder)) {
        all = read_file(folder) ? read_text(boot, kept) : 0;
        for (int i = 0; i < count; i++)
            changed = add_or_merge(kept, &all, &observations[i]) || changed;
        if (changed)
            write_in(folder, boot, kept, all);
    }
    (void)close(folder);
}

bool observations_kept(void)
{
    int folder = state_folder_open(true);
    char boot[BOOT_MAX];

    if (folder == -1)
        return false;
    (void)close(folder);
    return name_boot(boot);
}
