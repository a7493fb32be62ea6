/* SPDX-License-Identifier: MIT */
#ifndef REDLOCK_HPP
#define REDLOCK_HPP

/*
 * The blocking API of redlock/redlock.h for C++11 and later: a client that
 * closes itself, and a lock that is released at the end of its scope. It is
 * only a header. Each member is one of the C calls; redlock.h has its blocking
 * time and its statuses.
 *
 *     redlock::client client = redlock::open("local:5");
 *     redlock::lock job = redlock::acquire(client, "job");
 *     while (job.held() && work_is_left())
 *         do_some_work();
 *
 * Errors: members return a status and never throw. redlock::open(),
 * redlock::acquire() and redlock::check() throw redlock::error; they do not
 * exist without exceptions (-fno-exceptions).
 *
 * Ownership: client and lock can be moved and not copied; one that was moved
 * from is empty. A lock must not outlive its client: declare the client first.
 *
 * Threads: any number of threads may use a client while no thread moves or
 * closes it, and a lock while no thread moves it, releases it or acquires into
 * it.
 *
 * get() returns the C handle for all other calls. C calls the callbacks of a
 * request, so they may not throw. Durations are milliseconds, and instants
 * milliseconds on the boot clock (CLOCK_BOOTTIME).
 */

#include <cstdint>
#include <exception>

#include "redlock/redlock.h"

namespace redlock
{

/* Thrown if a call returns another status than REDLOCK_OK. */
class error : public std::exception
{
  public:
    /* detail: a sentence; "": the text of the status. Copied. */
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

    /* The fault of the settings, or the text of the status. */
    const char *what() const noexcept override
    {
        return detail_[0] != '\0' ? detail_ : redlock_strerror(status_);
    }

  private:
    redlock_status status_;
    char detail_[sizeof(redlock_problem::text)];
};

/* redlock_settings with its size; all other members have their default. */
struct settings : redlock_settings {
    /* The nodes; like all strings borrowed until the client is opened. */
    settings(const char *list) noexcept : redlock_settings()
    {
        size = sizeof(redlock_settings);
        nodes = list;
    }

    /* A copy of a C struct; a size of 0 becomes the size of the struct. */
    settings(const redlock_settings &given) noexcept : redlock_settings(given)
    {
        if (size == 0)
            size = sizeof(redlock_settings);
    }
};

/*
 * redlock_request with its size; all other members have their default. Set them
 * as in C:
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

    /* A copy of a C struct; a size of 0 becomes the size of the struct. */
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
     * Adds a resource, which is locked together with the first: all or none. It
     * replaces more and more_count. With more than REDLOCK_SET_MAX resources
     * the request is BAD_REQUEST.
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
 * A cancel handle, or none. It ends acquisitions from another thread or a
 * signal handler, and must outlive them.
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

    /* Frees the previous handle. */
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

    /* redlock_cancel_new(). ALREADY: there is a handle, and it stays. */
    REDLOCK_CHECK redlock_status create() noexcept
    {
        return handle_ != nullptr ? REDLOCK_ALREADY
                                  : redlock_cancel_new(&handle_);
    }

    /* redlock_cancel_trigger(); nothing without a handle. */
    void trigger() noexcept
    {
        if (handle_ != nullptr)
            redlock_cancel_trigger(handle_);
    }

    /* redlock_cancel_reset(); nothing without a handle. */
    void reset() noexcept
    {
        if (handle_ != nullptr)
            redlock_cancel_reset(handle_);
    }

    /* For redlock_request.cancel; null without a handle. */
    redlock_cancel *get() const noexcept
    {
        return handle_;
    }

  private:
    redlock_cancel *handle_;
};

/* A client of the blocking API, or none. */
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

    /* Closes the previous client. */
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

    /* redlock_open(). problem may be null. ALREADY: a client is open here, and
     * stays. */
    REDLOCK_CHECK redlock_status
    open(const settings &settings, redlock_problem *problem = nullptr) noexcept
    {
        if (handle_ != nullptr)
            return REDLOCK_ALREADY;
        return redlock_open(&settings, &handle_, problem);
    }

    /* redlock_close(); allowed without a client. */
    void close() noexcept
    {
        redlock_close(handle_);
        handle_ = nullptr;
    }

    /* For the C calls; null for none. Owned by this object. */
    redlock_client *get() const noexcept
    {
        return handle_;
    }

  private:
    redlock_client *handle_;
};

/* A lock that is released at the end of its scope, or none. */
class lock
{
  public:
    lock() noexcept : handle_(nullptr)
    {
    }

    /*
     * Takes ownership of the handle of a C call of the blocking API: from
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

    /* Releases the previous lock. */
    lock &operator=(lock &&other) noexcept
    {
        if (this != &other) {
            release();
            handle_ = other.take();
        }
        return *this;
    }

    /* Releases the lock. Call release() instead to get the status. */
    ~lock()
    {
        release();
    }

    /*
     * redlock_acquire(). ALREADY: this object has a lock, which stays.
     * BAD_REQUEST: also for a client that is not open.
     */
    REDLOCK_CHECK redlock_status acquire(const client &client,
                                         const request &request) noexcept
    {
        if (client.get() == nullptr)
            return REDLOCK_BAD_REQUEST;
        return redlock_acquire(client.get(), &request, &handle_);
    }

    /* redlock_extend(); LOST without a lock. report may be null. */
    REDLOCK_CHECK redlock_status
    extend(std::int64_t ttl_ms, redlock_report *report = nullptr) noexcept
    {
        if (handle_ == nullptr)
            return REDLOCK_LOST;
        return redlock_extend(handle_, ttl_ms, report);
    }

    /*
     * redlock_release(). This object has no lock afterwards, except with
     * BAD_REQUEST. GONE without a lock. report may be null.
     */
    redlock_status release(redlock_report *report = nullptr) noexcept
    {
        return redlock_release(&handle_, report);
    }

    /* Whether the lock is held now: redlock_held(). */
    bool held() const noexcept
    {
        return redlock_held(handle_);
    }

    /* The remaining validity in milliseconds; 0: not held, or no lock. */
    std::int64_t remaining_ms() const noexcept
    {
        return redlock_remaining_ms(handle_);
    }

    /* The end of the validity, an instant of the boot clock; 0: lost, or no
     * lock. */
    std::int64_t valid_until_ms() const noexcept
    {
        return redlock_valid_until_ms(handle_);
    }

    /* redlock_lost_fd(): polls readable from the warning or an earlier loss on.
     * -1: refused, or no lock. */
    int lost_fd() const noexcept
    {
        return handle_ == nullptr ? -1 : redlock_lost_fd(handle_);
    }

    /* redlock_fence(), which has the promise and its exceptions; 0 also without
     * a lock. */
    std::int64_t fence() const noexcept
    {
        return redlock_fence(handle_);
    }

    /* The number of resources; 0: no lock. */
    int count() const noexcept
    {
        return handle_ == nullptr ? 0 : redlock_count(handle_);
    }

    /* The fencing token of a resource, numbered from 0 in the order of the
     * request; 0: no such resource. */
    std::int64_t fence_of(int number) const noexcept
    {
        return handle_ == nullptr ? 0 : redlock_fence_of(handle_, number);
    }

    /* The name of a resource, by the same number; valid as long as the
     * lock. */
    const char *resource_of(int number) const noexcept
    {
        return handle_ == nullptr ? nullptr
                                  : redlock_resource_of(handle_, number);
    }

    /* For the C calls; null for none. Owned by this object. */
    redlock_lock *get() const noexcept
    {
        return handle_;
    }

    /*
     * Gives up ownership: the caller releases or detaches the handle.
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

/* Throws any status but REDLOCK_OK: redlock::check(job.extend(30000)). */
inline void check(redlock_status status)
{
    if (status != REDLOCK_OK)
        throw error(status);
}

/* Opens a client, or throws. */
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
 * Acquires a lock. Throws if it does not get the lock, also for BUSY and
 * DEADLINE. lock::acquire() returns a status instead.
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
