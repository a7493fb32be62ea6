// SPDX-License-Identifier: MIT

package libredlock

// #include "shim.h"
import "C"

import (
	"context"
	"errors"
	"runtime"
	"runtime/cgo"
	"time"
)

// Lock waits for the lock and acquires it. If ctx is done first, no lock is
// held: the error is that of ctx, and errors.Is also finds the reason, such as
// ErrBusy.
func (c *Client) Lock(ctx context.Context, resource string, options ...LockOption) (*Lock, error) {
	return c.acquire(ctx, []string{resource}, false, options)
}

// TryLock acquires the lock if it is free. Otherwise the error is ErrBusy.
func (c *Client) TryLock(ctx context.Context, resource string, options ...LockOption) (*Lock, error) {
	return c.acquire(ctx, []string{resource}, true, options)
}

// RLock is Lock for a read lock: WithShared.
func (c *Client) RLock(ctx context.Context, resource string, options ...LockOption) (*Lock, error) {
	return c.acquire(ctx, []string{resource}, false, append([]LockOption{WithShared()}, options...))
}

// LockAll waits for several resources and acquires all of them or none. If one
// is lost, all are. Callers that held none of them before never wait for each
// other in a circle.
func (c *Client) LockAll(ctx context.Context, resources []string, options ...LockOption) (*Lock, error) {
	return c.acquire(ctx, resources, false, options)
}

// Do calls work while it holds the lock. The context of work is cancelled when
// the lock is lost; work should then return. Do returns the error of work. If
// the lock was lost, it returns ErrLost instead of nil and of the context's
// error.
func (c *Client) Do(ctx context.Context, resource string, work func(context.Context, *Lock) error, options ...LockOption) error {
	lock, err := c.Lock(ctx, resource, options...)
	if err != nil {
		return err
	}
	defer lock.Unlock(context.Background())
	working, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-lock.Lost():
			cancel()
		case <-working.Done():
		}
	}()
	err = work(working, lock)
	lost := !lock.Held()
	if errors.Is(lock.Unlock(context.Background()), ErrGone) {
		lost = true
	}
	if lost && (err == nil || ctx.Err() == nil && errors.Is(err, context.Canceled)) {
		return &Error{Op: "lock", Resource: resource, Status: ErrLost}
	}
	return err
}

// A Lock is a lock that a client has acquired. Keep it until Unlock: the
// garbage collector releases a Lock that cannot be reached any more.
type Lock struct {
	*held
	owner *Client // is not closed by the garbage collector before its locks
}

// held is separate from Lock, as client is from Client.
type held struct {
	client    *client
	c         *C.struct_redlock_lock // nil: released
	handle    cgo.Handle
	ttl       C.int64_t // milliseconds
	resources []string
	fences    []int64
	token     string
	slot      int
	lost      chan struct{}
	isLost    bool
}

// acquired: the client's mu is locked.
func (l *held) acquired(c *C.struct_redlock_lock) {
	var token [C.REDLOCK_TOKEN_MAX]C.char
	l.c = c
	l.token = C.GoString(C.redlock_token(c, &token[0]))
	l.slot = int(C.redlock_slot(c))
	for i := range l.resources {
		l.fences = append(l.fences, int64(C.redlock_fence_of(c, C.int(i))))
	}
	l.client.locks[l] = struct{}{}
}

// lose: the client's mu is locked.
func (l *held) lose() {
	if !l.isLost {
		l.isLost = true
		close(l.lost)
	}
}

// forget: the handle in C has been freed. The client's mu and freeing are
// locked.
func (l *held) forget() {
	l.c = nil
	l.handle.Delete()
	delete(l.client.locks, l)
}

// release starts a release. mu is locked.
func (c *client) release(l *held) (*call, error) {
	if l.c == nil {
		return nil, &Error{Op: "unlock", Resource: l.resources[0], Status: ErrGone}
	}
	return c.begin("unlock", l.resources[0], nil, func(call *call) C.enum_redlock_status {
		c.freeing.Lock()
		defer c.freeing.Unlock()
		status := C.shim_release(l.c, call.report, C.uintptr_t(call.handle))
		if status == C.REDLOCK_OK {
			l.forget()
		}
		return status
	})
}

// abandon releases the lock, unless it is released, and waits for nothing.
func (l *Lock) abandon() {
	l.client.mu.Lock()
	defer l.client.mu.Unlock()
	_, _ = l.client.release(l.held)
}

// Unlock releases the lock. It is released whether ctx is done or not: ctx
// limits only the wait for the nodes' answers, which takes at most one node
// timeout. ErrGone: the lock had expired, was lost, or was released already.
func (l *Lock) Unlock(ctx context.Context) error {
	runtime.SetFinalizer(l, nil)
	l.client.mu.Lock()
	call, err := l.client.release(l.held)
	l.client.mu.Unlock()
	if err != nil {
		return err
	}
	return call.wait(ctx)
}

// Extend moves the end of the validity to ttl from now, on a quorum; never
// earlier. ttl also replaces WithTTL for later renewals. 0 stands for the TTL
// of the lock. ErrLost: there was no quorum in time, or the lock was lost
// already. If ctx is done first, the extension continues.
func (l *Lock) Extend(ctx context.Context, ttl time.Duration) error {
	return l.change(ctx, "extend", func(call *call) C.enum_redlock_status {
		ms := milliseconds(ttl)
		if ms == 0 {
			ms = l.ttl
		}
		status := C.shim_extend(l.c, ms, call.report, C.uintptr_t(call.handle))
		if status == C.REDLOCK_OK {
			l.ttl = ms
		}
		return status
	})
}

// Downgrade turns an exclusive lock into a read lock without a gap.
func (l *Lock) Downgrade(ctx context.Context) error {
	return l.change(ctx, "downgrade", func(call *call) C.enum_redlock_status {
		return C.shim_downgrade(l.c, call.report, C.uintptr_t(call.handle))
	})
}

func (l *Lock) change(ctx context.Context, op string, start func(*call) C.enum_redlock_status) error {
	l.client.mu.Lock()
	if l.c == nil {
		l.client.mu.Unlock()
		return &Error{Op: op, Resource: l.resources[0], Status: ErrLost}
	}
	call, err := l.client.begin(op, l.resources[0], nil, start)
	l.client.mu.Unlock()
	if err != nil {
		return err
	}
	return call.wait(ctx)
}

// Held reports whether the lock is held now: it is neither lost nor released,
// and by the clock its validity has not ended. No node is asked.
func (l *Lock) Held() bool {
	l.client.freeing.RLock()
	defer l.client.freeing.RUnlock()
	return l.c != nil && bool(C.redlock_held(l.c))
}

// Remaining returns the time until the validity ends; 0 if the lock is not
// held. A renewal moves the end.
func (l *Lock) Remaining() time.Duration {
	l.client.freeing.RLock()
	defer l.client.freeing.RUnlock()
	if l.c == nil {
		return 0
	}
	return time.Duration(C.redlock_remaining_ms(l.c)) * time.Millisecond
}

// Lost returns a channel that is closed when the client notices that the lock
// is lost, at the latest shortly before its validity ends, and when the client
// is closed while the lock is held. Unlock does not close it.
func (l *Lock) Lost() <-chan struct{} { return l.lost }

// Fence returns the fencing token: greater than that of every earlier holder of
// the resource that had one. Exceptions, such as read locks, are in
// docs/fences.md of the library. 0: WithoutFence, or a lock of several
// resources.
func (l *Lock) Fence() int64 {
	if len(l.fences) > 1 {
		return 0
	}
	return l.fences[0]
}

// Fences returns the fencing token of each resource, in the order of LockAll.
func (l *Lock) Fences() []int64 { return append([]int64(nil), l.fences...) }

// Token returns the value of the first resource's key, which is unique.
func (l *Lock) Token() string { return l.token }

// Slot returns the slot of a semaphore, from 0; -1 for other locks.
func (l *Lock) Slot() int { return l.slot }
