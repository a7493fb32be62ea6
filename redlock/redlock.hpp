/* SPDX-License-Identifier: MIT */
#ifndef REDLOCK_HPP
#define REDLOCK_HPP

/*
 * The blocking face of redlock/redlock.h for C++11 and later: a client that
 * closes itself, and a lock that is released when its scope is left, however
 * that happens. There is nothing of it in the library: each call here is one of
 * the C calls, whose headers say what it blocks for and what each status means.
 *
 *     redlock::client client = redlock::open("local:5");
 *     redlock::lock job = redlock::acquire(client, "job");
 *     while (job.held() && work_is_left())
 *         do_some_work();
 *
 * Errors: members answer with a status and never throw. redlock::open(),
 * redlock::acquire() and redlock::check() throw redlock::error, and are not
 * there where the compiler has no exceptions (-fno-exceptions).
 *
 * Ownership: client and lock can be moved and not copied; one that was moved
 * from has nothing. A lock does not outlive its client: of two that are
 * declared one after the other in a scope, the client is the first.
 *
 * Threads: a client is for any number of threads, while nobody moves or closes
 * it; a lock likewise, while nobody moves or releases it or acquires into it.
 *
 * What is not here is had with get(). Callbacks in a request are called by C
 * and may not throw. Spans are milliseconds, and instants milliseconds on the
 * boot clock (CLOCK_BOOTTIME).
 */

#include <cstdint>
#include <exception>

#include "redlock/redlock.h"

namespace redlock
{

/* Thrown where something else than REDLOCK_OK came of a call. */
class error : public std::exception
{
  public:
    /* detail: a sentence; "": the words for the status. Copied. */
    explicit error(redlock_status status, const char *detail = "") noexcept
        : status_(status), detail_()
    {
        for (unsigned i = 0; i + 1 < sizeof(detail_) && detail[i] != '\0'; i++)
            detail_[i] = detail[i];
    }

    redlock_status status() const noexcept
    {
        return status_;
    }

    /* What is wrong with the settings, or the words for the status. */
    const char *what() const noexcept override
    {
        return detail_[0] != '\0' ? detail_ : redlock_strerror(status_);
    }

  private:
    redlock_status status_;
    char detail_[sizeof(redlock_problem::text)];
};

/* redlock_settings with its size; all else is zero, which is the default. */
struct settings : redlock_settings {
    /* The nodes; borrowed until the client is opened, as all strings are. */
    settings(const char *list) noexcept : redlock_settings()
    {
        size = sizeof(redlock_settings);
        nodes = list;
    }

    /* A copy of what was written as in C; a size of 0 becomes the whole. */
    settings(const redlock_settings &given) noexcept : redlock_settings(given)
    {
        if (size == 0)
            size = sizeof(redlock_settings);
    }
};

/*
 * redlock_request with its size; all else is zero, which is the default. Its
 * members are set as in C:
 *
 *     redlock::request catalogue("catalogue");
 *     catalogue.mode = REDLOCK_SHARED;
 *     catalogue.wait_ms = 2000;
 *
 * Names are borrowed until the lock is acquired.
 */
class request : public redlock_request
{
  public:
    request(const char *name) noexcept : redlock_request(), names_()
    {
        size = sizeof(redlock_request);
        resource = name;
    }

    /* A copy of what was written as in C; a size of 0 becomes the whole. */
    request(const redlock_request &given) noexcept
        : redlock_request(given), names_()
    {
        if (size == 0)
            size = sizeof(redlock_request);
    }

    request(const request &other) noexcept : redlock_request(other), names_()
    {
        copy_names(other);
    }

    request &operator=(const request &other) noexcept
    {
        if (this != &other) {
            redlock_request::operator=(other);
            copy_names(other);
        }
        return *this;
    }

    /*
     * One resource more, which is locked together with the first: all of them
     * or none. Takes the place of what more and more_count were set to by hand.
     * With more than REDLOCK_SET_MAX the request is a BAD_REQUEST.
     */
    request &also(const char *name) noexcept
    {
        if (more != names_)
            more_count = 0;
        more = names_;
        if (more_count < most)
            names_[more_count] = name;
        if (more_count <= most)
            more_count++;
        return *this;
    }

  private:
    static constexpr int most = REDLOCK_SET_MAX - 1;

    void copy_names(const request &other) noexcept
    {
        for (int i = 0; i < most; i++)
            names_[i] = other.names_[i];
        if (other.more == other.names_)
            more = names_;
    }

    const char *names_[most];
};

/*
 * A handle that ends acquisitions from another thread or a signal handler; or
 * none. It outlives the calls that have it.
 *
 *     redlock::cancel stop;
 *     redlock::check(stop.create());
 *     job.cancel = stop.get();
 *     ... on another thread: stop.trigger();
 */
class cancel
{
  public:
    cancel() noexcept : handle_(nullptr)
    {
    }

    cancel(const cancel &) = delete;
    cancel &operator=(const cancel &) = delete;

    cancel(cancel &&other) noexcept : handle_(other.handle_)
    {
        other.handle_ = nullptr;
    }

    /* Frees the handle that was there. */
    cancel &operator=(cancel &&other) noexcept
    {
        if (this != &other) {
            redlock_cancel_free(handle_);
            handle_ = other.handle_;
            other.handle_ = nullptr;
        }
        return *this;
    }

    ~cancel()
    {
        redlock_cancel_free(handle_);
    }

    /* redlock_cancel_new(). ALREADY: there is a handle here, and it stays. */
    REDLOCK_CHECK redlock_status create() noexcept
    {
        return handle_ != nullptr ? REDLOCK_ALREADY
                                  : redlock_cancel_new(&handle_);
    }

    /* redlock_cancel_trigger(); nothing where there is no handle. */
    void trigger() noexcept
    {
        if (handle_ != nullptr)
            redlock_cancel_trigger(handle_);
    }

    /* redlock_cancel_reset(); nothing where there is no handle. */
    void reset() noexcept
    {
        if (handle_ != nullptr)
            redlock_cancel_reset(handle_);
    }

    /* For redlock_request.cancel; null where there is none. */
    redlock_cancel *get() const noexcept
    {
        return handle_;
    }

  private:
    redlock_cancel *handle_;
};

/* A client with the blocking face, or none. */
class client
{
  public:
    client() noexcept : handle_(nullptr)
    {
    }

    client(const client &) = delete;
    client &operator=(const client &) = delete;

    client(client &&other) noexcept : handle_(other.handle_)
    {
        other.handle_ = nullptr;
    }

    /* Closes the client that was there. */
    client &operator=(client &&other) noexcept
    {
        if (this != &other) {
            close();
            handle_ = other.handle_;
            other.handle_ = nullptr;
        }
        return *this;
    }

    ~client()
    {
        close();
    }

    /*
     * redlock_open(). problem may be null; filled on BAD_NODES, UNSAFE,
     * BAD_SETTING, SYSTEM. ALREADY: a client is open here, and stays.
     */
    REDLOCK_CHECK redlock_status
    open(const settings &settings, redlock_problem *problem = nullptr) noexcept
    {
        if (handle_ != nullptr)
            return REDLOCK_ALREADY;
        return redlock_open(&settings, &handle_, problem);
    }

    /* redlock_close(): blocks at most one node time-out. Fine for none. */
    void close() noexcept
    {
        redlock_close(handle_);
        handle_ = nullptr;
    }

    /* For the C calls; null where there is none. Stays the client's. */
    redlock_client *get() const noexcept
    {
        return handle_;
    }

  private:
    redlock_client *handle_;
};

/* A lock that is released when its scope is left; or none. */
class lock
{
  public:
    lock() noexcept : handle_(nullptr)
    {
    }

    /*
     * Owns from now on the handle of a C call of the blocking face:
     * redlock_adopt(), or get() of another lock after redlock_retain().
     */
    explicit lock(redlock_lock *handle) noexcept : handle_(handle)
    {
    }

    lock(const lock &) = delete;
    lock &operator=(const lock &) = delete;

    lock(lock &&other) noexcept : handle_(other.take())
    {
    }

    /* Releases the lock that was there. */
    lock &operator=(lock &&other) noexcept
    {
        if (this != &other) {
            release();
            handle_ = other.take();
        }
        return *this;
    }

    /* Releases. Whoever wants to know what came of it calls release() before.
     */
    ~lock()
    {
        release();
    }

    /*
     * redlock_acquire(). ALREADY: a lock is held here, and stays.
     * BAD_REQUEST: also of a client that is not open.
     */
    REDLOCK_CHECK redlock_status acquire(const client &client,
                                         const request &request) noexcept
    {
        if (client.get() == nullptr)
            return REDLOCK_BAD_REQUEST;
        return redlock_acquire(client.get(), &request, &handle_);
    }

    /* redlock_extend(); LOST where there is no lock. report may be null. */
    REDLOCK_CHECK redlock_status
    extend(std::int64_t ttl_ms, redlock_report *report = nullptr) noexcept
    {
        if (handle_ == nullptr)
            return REDLOCK_LOST;
        return redlock_extend(handle_, ttl_ms, report);
    }

    /*
     * redlock_release(): blocks at most one node time-out; whatever the answer,
     * there is no lock here any more. GONE where there was none. report may be
     * null.
     */
    redlock_status release(redlock_report *report = nullptr) noexcept
    {
        return redlock_release(&handle_, report);
    }

    /* Is it held, right now? From the clock. */
    bool held() const noexcept
    {
        return redlock_held(handle_);
    }

    /* How much of the validity is left; 0: lost, run out, or no lock. */
    std::int64_t remaining_ms() const noexcept
    {
        return redlock_remaining_ms(handle_);
    }

    /* The instant the validity ends; 0: lost, or no lock. */
    std::int64_t valid_until_ms() const noexcept
    {
        return redlock_valid_until_ms(handle_);
    }

    /*
     * redlock_lost_fd(): polls readable before the validity ends, belongs to
     * the lock, and is not to be read from. -1: refused, or no lock.
     */
    int lost_fd() const noexcept
    {
        return handle_ == nullptr ? -1 : redlock_lost_fd(handle_);
    }

    /*
     * The number that is greater than that of every earlier fenced holder; 0:
     * request.fencing was not set, there are several resources, or no lock.
     */
    std::int64_t fence() const noexcept
    {
        return redlock_fence(handle_);
    }

    /* How many resources it is of; 0: no lock. */
    int count() const noexcept
    {
        return handle_ == nullptr ? 0 : redlock_count(handle_);
    }

    /* Of each, from 0 in the order of the request; another number: 0, null. */
    std::int64_t fence_of(int number) const noexcept
    {
        return handle_ == nullptr ? 0 : redlock_fence_of(handle_, number);
    }

    /* Lives as long as the lock. */
    const char *resource_of(int number) const noexcept
    {
        return handle_ == nullptr ? nullptr
                                  : redlock_resource_of(handle_, number);
    }

    /* For the C calls; null where there is none. Stays the lock's. */
    redlock_lock *get() const noexcept
    {
        return handle_;
    }

    /*
     * The same, and there is no lock here any more: whoever calls this owes its
     * release, or redlock_detach().
     */
    redlock_lock *take() noexcept
    {
        redlock_lock *taken = handle_;

        handle_ = nullptr;
        return taken;
    }

  private:
    redlock_lock *handle_;
};

#ifdef __cpp_exceptions

/* Throws what is not REDLOCK_OK: redlock::check(job.extend(30000)). */
inline void check(redlock_status status)
{
    if (status != REDLOCK_OK)
        throw error(status);
}

/* An open client; throws what is wrong with the settings. */
REDLOCK_CHECK inline client open(const settings &settings)
{
    redlock_problem problem = redlock_problem();
    client opened;

    problem.size = sizeof(problem);
    redlock_status status = opened.open(settings, &problem);
    if (status != REDLOCK_OK)
        throw error(status, problem.text);
    return opened;
}

/*
 * A lock that is held; throws every other answer, BUSY and DEADLINE as well.
 * Where to be refused is nothing unusual, lock::acquire() tells it by status.
 */
REDLOCK_CHECK inline lock acquire(const client &client, const request &request)
{
    lock acquired;

    check(acquired.acquire(client, request));
    return acquired;
}

#endif

} // namespace redlock

#endif
