// SPDX-License-Identifier: MIT

// Package libredlock holds locks on a quorum of independent Redis masters. It
// is a binding of the C library libredlock.
//
// A Client has the connections to the nodes. Lock, TryLock, RLock and LockAll
// acquire a Lock, which is renewed until Unlock:
//
//	lock, err := client.Lock(ctx, "job")
//	if err != nil {
//		return err
//	}
//	defer lock.Unlock(context.Background())
//
// A lock can be lost: too few nodes renewed it in time. Lost is closed when the
// client notices that. Fence returns a fencing token, by which a database can
// refuse a holder that was paused for too long. Do is the shortest way to stop
// the work when the lock is lost.
//
// All methods may be called from any goroutine. A client uses one goroutine,
// and no thread for a waiter.
package libredlock

// #cgo pkg-config: redlock
// #include "shim.h"
import "C"

import (
	"context"
	"os"
	"runtime"
	"runtime/cgo"
	"strings"
	"sync"
	"syscall"
	"time"
	"unsafe"
)

// A Client acquires locks. It is closed by Close, or by the garbage collector
// when neither the client nor a lock of it can be reached.
type Client struct{ *client }

// client is separate from Client, because the goroutine of the loop refers to
// it, and a Client that is referred to is not collected.
type client struct {
	defaults []LockOption

	// mu makes the calls of the event API: one goroutine at a time. It is not
	// held during a wait.
	mu      sync.Mutex
	c       *C.struct_redlock_client // nil: closed
	calls   map[*call]struct{}
	locks   map[*held]struct{}
	closing bool
	idle    chan struct{} // closing: closed when no call is left

	// freeing is write-locked while handles of locks are freed, so that
	// methods that only read a lock need not wait for a turn of the loop.
	freeing sync.RWMutex

	closeOnce sync.Once
	file      *os.File // a copy of the client's descriptor for Go's poller
	stopped   chan struct{}

	handle  cgo.Handle // for log messages; 0: none
	log     chan LogMessage
	dropped int
}

// Open opens a client of the nodes, a comma-separated list of URIs, for example
// "redis://10.0.0.1,redis://10.0.0.2,redis://10.0.0.3". Every client has the
// same list in the same order. "local:5" are the servers that the command
// "redlock local start 5" starts. Open does not wait for any node.
func Open(nodes string, options ...ClientOption) (*Client, error) {
	var s settings
	defer func() { s.strings.free() }()
	for _, option := range options {
		option.set(&s)
	}
	s.c.size = C.sizeof_struct_redlock_settings
	s.c.nodes = s.text(nodes)
	if s.nul {
		return nil, &Error{Op: "open", Status: ErrBadSetting, Detail: "a zero byte in a string"}
	}

	c := &client{
		defaults: s.defaults,
		calls:    map[*call]struct{}{},
		locks:    map[*held]struct{}{},
		idle:     make(chan struct{}),
		stopped:  make(chan struct{}),
	}
	if s.log != nil {
		c.handle = cgo.NewHandle(c)
		c.log = make(chan LogMessage, 64)
		go func() {
			for message := range c.log {
				s.log(message)
			}
		}()
	}
	var fd C.int
	problem := C.struct_redlock_problem{size: C.sizeof_struct_redlock_problem}
	status := C.shim_open(&s.c, C.uintptr_t(c.handle), &c.c, &fd, &problem)
	if status != C.REDLOCK_OK {
		c.free()
		return nil, &Error{Op: "open", Status: Status(status), Detail: C.GoString(&problem.text[0])}
	}
	c.file = os.NewFile(uintptr(fd), "redlock")
	conn, err := c.file.SyscallConn()
	if err == nil {
		err = c.file.SetReadDeadline(time.Time{}) // fails if the poller has refused it
	}
	if err != nil {
		c.file.Close()
		C.redlock_close(c.c)
		c.free()
		return nil, &Error{Op: "open", Status: ErrSystem, Detail: err.Error()}
	}
	go c.run(conn)
	client := &Client{c}
	runtime.SetFinalizer(client, func(client *Client) { go client.client.close() })
	return client, nil
}

// run is the client's loop: Go's poller waits for the descriptor, without a
// thread. The poller reports only that the descriptor has become readable;
// therefore turns are run until it is not.
func (c *client) run(conn syscall.RawConn) {
	defer close(c.stopped)
	_ = conn.Read(func(uintptr) bool {
		for more := true; more; {
			c.mu.Lock()
			more = c.c != nil && bool(C.shim_turn(c.c))
			c.mu.Unlock()
		}
		return false
	})
}

// Close releases all locks that are still held, which are then lost, and ends
// all calls with ErrClosed. It waits at most one second for the nodes.
func (c *Client) Close() error {
	runtime.SetFinalizer(c, nil)
	c.close()
	return nil
}

func (c *client) close() {
	c.closeOnce.Do(func() {
		c.mu.Lock()
		c.closing = true
		for lock := range c.locks {
			lock.lose()
			_, _ = c.release(lock)
		}
		for call := range c.calls {
			call.cancel()
		}
		idle := c.idle
		c.settle()
		c.mu.Unlock()

		timer := time.NewTimer(time.Second)
		defer timer.Stop()
		select {
		case <-idle:
		case <-timer.C:
		}
		c.file.Close()
		<-c.stopped

		c.mu.Lock()
		defer c.mu.Unlock()
		c.freeing.Lock()
		C.redlock_close(c.c)
		c.c = nil
		for lock := range c.locks {
			lock.lose()
			lock.forget()
		}
		c.freeing.Unlock()
		for call := range c.calls {
			call.end(ErrClosed)
		}
		c.free()
	})
}

// settle notes that a client that is being closed has no call left.
func (c *client) settle() {
	if c.closing && len(c.calls) == 0 && c.idle != nil {
		close(c.idle)
		c.idle = nil
	}
}

// free ends the log.
func (c *client) free() {
	if c.log != nil {
		close(c.log)
		c.handle.Delete()
	}
}

// call is a call whose callback has not come yet.
type call struct {
	client  *client
	failure Error // filled if it fails
	lock    *held // the lock that an acquisition makes; else nil
	handle  cgo.Handle
	report  *C.struct_redlock_report
	pending *C.struct_redlock_pending
	done    chan struct{} // closed at its end
	status  Status
}

// begin makes a call of the event API; start returns its status. mu is locked.
func (c *client) begin(op, resource string, lock *held, start func(*call) C.enum_redlock_status) (*call, error) {
	call := &call{client: c, failure: Error{Op: op, Resource: resource}, lock: lock, done: make(chan struct{})}
	if c.c == nil || lock != nil && c.closing {
		call.failure.Status = ErrClosed
		return nil, &call.failure
	}
	c.calls[call] = struct{}{}
	call.handle = cgo.NewHandle(call)
	if lock != nil {
		lock.handle = cgo.NewHandle(lock)
	}
	call.report = (*C.struct_redlock_report)(C.malloc(C.sizeof_struct_redlock_report))
	*call.report = C.struct_redlock_report{size: C.sizeof_struct_redlock_report}
	if status := Status(start(call)); status != C.REDLOCK_OK {
		call.end(status)
		return nil, call.err()
	}
	return call, nil
}

// end ends a call. mu is locked.
func (c *call) end(status Status) {
	c.pending = nil
	c.status = status
	if c.client.closing && status == ErrCancelled {
		c.status = ErrClosed
	}
	if status != C.REDLOCK_OK {
		c.failure.Status = c.status
		c.failure.read(c.report)
		if c.lock != nil {
			c.lock.handle.Delete()
		}
	}
	C.free(unsafe.Pointer(c.report))
	c.handle.Delete()
	delete(c.client.calls, c)
	close(c.done)
	c.client.settle()
}

// cancel cancels an acquisition. mu is locked.
func (c *call) cancel() {
	if c.pending != nil {
		C.redlock_async_cancel(c.pending)
	}
}

func (c *call) err() error {
	if c.status == C.REDLOCK_OK {
		return nil
	}
	return &c.failure
}

// wait waits for the end of a call that the context cannot cancel.
func (c *call) wait(ctx context.Context) error {
	select {
	case <-c.done:
		return c.err()
	case <-ctx.Done():
		return &Error{Op: c.failure.Op, Resource: c.failure.Resource, Status: ErrCancelled, cause: ctx.Err()}
	}
}

// acquire acquires a lock, and waits for it unless try is set.
func (c *Client) acquire(ctx context.Context, resources []string, try bool, options []LockOption) (*Lock, error) {
	failure := Error{Op: "lock"}
	if len(resources) > 0 {
		failure.Resource = resources[0]
	}
	if failure.cause = ctx.Err(); failure.cause != nil {
		failure.Status = ErrCancelled
		return nil, &failure
	}
	var r request
	r.c.size = C.sizeof_struct_redlock_request
	r.c.ttl_ms = C.REDLOCK_TTL_DEFAULT_MS
	r.c.keep, r.c.fencing = true, true
	for _, option := range append(c.defaults[:len(c.defaults):len(c.defaults)], options...) {
		option(&r)
	}
	deadline, limited := ctx.Deadline()
	switch {
	case try:
		limited = false
	case limited:
		// Rounded up: the wait does not end before the context.
		if r.c.wait_ms = C.int64_t(time.Until(deadline)/time.Millisecond) + 1; r.c.wait_ms < 1 {
			r.c.wait_ms = 1
		}
	default:
		r.c.wait_ms = C.REDLOCK_FOREVER
	}
	var names cstrings
	defer func() { names.free() }()
	if detail := r.name(resources, &names); detail != "" {
		failure.Status, failure.Detail = ErrBadRequest, detail
		return nil, &failure
	}

	lock := &held{client: c.client, resources: append([]string(nil), resources...), ttl: r.c.ttl_ms, lost: make(chan struct{})}
	c.mu.Lock()
	call, err := c.begin("lock", failure.Resource, lock, func(call *call) C.enum_redlock_status {
		r.c.report = call.report
		return C.shim_acquire(c.c, &r.c, C.uintptr_t(lock.handle), C.uintptr_t(call.handle), &call.pending)
	})
	c.mu.Unlock()
	if err != nil {
		return nil, err
	}

	select {
	case <-call.done:
	case <-ctx.Done():
		// The library ends a wait by its deadline itself, with a status that
		// says why there is no lock.
		if !limited || ctx.Err() != context.DeadlineExceeded {
			c.mu.Lock()
			call.cancel()
			c.mu.Unlock()
		}
		<-call.done
		if call.status == C.REDLOCK_OK {
			c.mu.Lock()
			_, _ = c.release(lock)
			c.mu.Unlock()
			call.status, call.failure.Status = ErrCancelled, ErrCancelled
		}
		call.failure.cause = ctx.Err()
	}
	if call.status != C.REDLOCK_OK {
		if limited && time.Until(deadline) <= 0 && call.failure.cause == nil {
			call.failure.cause = context.DeadlineExceeded
		}
		return nil, call.err()
	}
	made := &Lock{lock, c}
	runtime.SetFinalizer(made, (*Lock).abandon)
	return made, nil
}

// name sets the resources of a request. It returns what is wrong with them.
func (r *request) name(resources []string, names *cstrings) string {
	if len(resources) == 0 || len(resources) > C.REDLOCK_SET_MAX {
		return "no resource, or too many"
	}
	array := C.malloc(C.size_t(len(resources)) * C.size_t(unsafe.Sizeof(r.c.resource)))
	*names = append(*names, (*C.char)(array))
	slice := unsafe.Slice((**C.char)(array), len(resources))
	for i, resource := range resources {
		if resource == "" || strings.IndexByte(resource, 0) != -1 {
			return "an empty name, or a zero byte in a name"
		}
		slice[i] = names.add(resource)
		if problem := C.redlock_resource_problem(slice[i]); problem != nil {
			return C.GoString(problem)
		}
	}
	r.c.resource = slice[0]
	if len(slice) > 1 {
		r.c.more, r.c.more_count = &slice[1], C.int(len(slice)-1)
	}
	return ""
}
