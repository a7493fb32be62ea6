/* SPDX-License-Identifier: MIT */
/* One tenure: writes or reads while the lock is valid, then releases it. */

#include "tests/chaos/tenure.h"

#include <inttypes.h>
#include <unistd.h>

#include "tests/chaos/journal.h"
#include "tests/chaos/resource.h"

/* The end of the validity in nanoseconds if it has changed, else 0. */
static int64_t moved(struct tenure *tenure)
{
    int64_t until = redlock_valid_until_ms(tenure->lock) * NS_PER_MS;

    if (until == 0 || until == tenure->valid_until)
        return 0;
    tenure->valid_until = until;
    return until;
}

void tenure_note_grant(struct tenure *tenure, int64_t now)
{
    const struct part *first = &tenure->part[0];

    journal_note(
        now, "acquired lock=%s tenure=%s until=%" PRId64 " fence=%" PRId64 "%s",
        first->lock, first->tenure, moved(tenure), first->fence,
        tenure->shared ? " mode=shared" : "");
    for (unsigned i = 1; i < tenure->parts; i++)
        journal_note(now, "with lock=%s tenure=%s set=%s fence=%" PRId64,
                     tenure->part[i].lock, tenure->part[i].tenure,
                     first->tenure, tenure->part[i].fence);
}

static void write_part(struct worker *worker, const struct part *part,
                       int64_t checked, int64_t until)
{
    int64_t at;
    int64_t value =
        resource_write(part->resource, part->tenure, part->fence, &at);

    worker->writes++;
    journal_note(at,
                 "wrote lock=%s tenure=%s value=%" PRId64 " checked=%" PRId64
                 " until=%" PRId64 " fence=%" PRId64,
                 part->lock, part->tenure, value, checked, until, part->fence);
}

static void read_part(struct worker *worker, const struct part *part,
                      int64_t checked, int64_t until)
{
    int64_t at;
    int64_t value = resource_read(part->resource, &at);

    worker->reads++;
    journal_note(at,
                 "read lock=%s tenure=%s value=%" PRId64 " checked=%" PRId64
                 " until=%" PRId64 " fence=%" PRId64,
                 part->lock, part->tenure, value, checked, until, part->fence);
}

/* Uses all parts once if the validity lasts long enough. */
static void use_once(struct worker *worker, struct tenure *tenure)
{
    int64_t checked = boot_ns();
    int64_t until;

    if (redlock_remaining_ms(tenure->lock) < worker->ttl_ms / 5)
        return;
    until = moved(tenure);
    for (unsigned i = 0; i < tenure->parts; i++) {
        if (tenure->shared)
            read_part(worker, &tenure->part[i], checked, until);
        else
            write_part(worker, &tenure->part[i], checked, until);
    }
}

static void extend(const struct worker *worker, struct tenure *tenure)
{
    enum redlock_status status =
        redlock_extend(tenure->lock, worker->ttl_ms, NULL);

    journal_note(boot_ns(),
                 "extended lock=%s tenure=%s status=%d until=%" PRId64,
                 tenure->part[0].lock, tenure->part[0].tenure, (int)status,
                 moved(tenure));
}

void tenure_hold(struct worker *worker, struct tenure *tenure,
                 const volatile sig_atomic_t *stopping)
{
    bool held = redlock_held(tenure->lock);
    int64_t half = worker->ttl_ms / 2;

    while (held && boot_ns() < tenure->hold_until && !*stopping) {
        use_once(worker, tenure);
        if (tenure->style == STYLE_EXTENDED &&
            redlock_remaining_ms(tenure->lock) < half)
            extend(worker, tenure);
        worker_pause(worker);
        held = redlock_held(tenure->lock);
    }
    if (!held)
        journal_note(boot_ns(), "%s lock=%s tenure=%s",
                     tenure->style == STYLE_TO_END ? "expired" : "lost",
                     tenure->part[0].lock, tenure->part[0].tenure);
}

void tenure_give_back(struct tenure *tenure)
{
    const struct part *first = &tenure->part[0];
    int64_t until = moved(tenure);
    int64_t at = boot_ns();
    enum redlock_status status;

    journal_note(at, "releasing lock=%s tenure=%s until=%" PRId64, first->lock,
                 first->tenure, until);
    status = redlock_release(&tenure->lock, NULL);
    journal_note(boot_ns(), "released lock=%s tenure=%s status=%d", first->lock,
                 first->tenure, (int)status);
    for (unsigned i = 0; i < tenure->parts; i++)
        close(tenure->part[i].resource);
}
