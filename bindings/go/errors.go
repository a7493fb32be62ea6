// SPDX-License-Identifier: MIT

package libredlock

// #include "shim.h"
import "C"

import (
	"strings"
	"time"
	"unsafe"
)

// Status is the outcome of a call. Each constant below is an error that
// errors.Is finds in the *Error of a call.
type Status int

// The outcomes that a program may want to distinguish. Other statuses are those
// of redlock/redlock.h.
const (
	ErrClosed        Status = -1                        // the client is closed
	ErrBusy          Status = C.REDLOCK_BUSY            // another client holds the lock
	ErrNoQuorum      Status = C.REDLOCK_NO_QUORUM       // too many nodes failed: see Nodes
	ErrNoRights      Status = C.REDLOCK_NO_RIGHTS       // a majority refuses the user or a right
	ErrTooSlow       Status = C.REDLOCK_TOO_SLOW        // a quorum granted it, too late
	ErrCancelled     Status = C.REDLOCK_CANCELLED       // the context was cancelled
	ErrDeadline      Status = C.REDLOCK_DEADLINE        // the wait ended before a quorum voted
	ErrLost          Status = C.REDLOCK_LOST            // the lock is not held any more
	ErrGone          Status = C.REDLOCK_GONE            // to be released, but not held any more
	ErrUnreachable   Status = C.REDLOCK_UNREACHABLE     // no quorum got the release; the keys expire
	ErrNoMemory      Status = C.REDLOCK_NO_MEMORY       // of this process
	ErrBadNodes      Status = C.REDLOCK_BAD_NODES       // a wrong list of nodes
	ErrBadSetting    Status = C.REDLOCK_BAD_SETTING     // a wrong ClientOption
	ErrBadRequest    Status = C.REDLOCK_BAD_REQUEST     // a wrong name, or a number out of range
	ErrTTLTooShort   Status = C.REDLOCK_TTL_TOO_SHORT   // nothing of it is left to use
	ErrTTLTooLong    Status = C.REDLOCK_TTL_TOO_LONG    // longer than WithTTLMax
	ErrSystem        Status = C.REDLOCK_SYSTEM          // the system refused a descriptor or a thread
	ErrDisagrees     Status = C.REDLOCK_DISAGREES       // it is held with another number of slots
	ErrUnsafe        Status = C.REDLOCK_UNSAFE          // sentinel:// without WithGuard(GuardOn)
	ErrTTLMaxDiffers Status = C.REDLOCK_TTL_MAX_DIFFERS // the nodes were marked with another WithTTLMax
	ErrNoDowngrade   Status = C.REDLOCK_NO_DOWNGRADE    // Downgrade needs an exclusive lock of one resource
)

// Error returns the library's sentence for the status.
func (s Status) Error() string {
	if s == ErrClosed {
		return "the client is closed"
	}
	return C.GoString(C.redlock_strerror(C.enum_redlock_status(s)))
}

// Vote is a node's vote: a number of enum redlock_vote.
type Vote int

func (v Vote) String() string { return C.GoString(C.redlock_vote_text(C.enum_redlock_vote(v))) }

// Reason is the reason of a node's vote: a number of enum redlock_reason.
type Reason int

func (r Reason) String() string { return C.GoString(C.redlock_reason_text(C.enum_redlock_reason(r))) }

// NodeReport is one node's answer in the last round of a call.
type NodeReport struct {
	Name       string // the node's URI, without its password
	Vote       Vote
	Reason     Reason
	Message    string        // the server's own message, if any
	Holder     string        // the label of the holder, if another client has the key
	Latency    time.Duration // until it answered; negative: it did not answer
	Remaining  time.Duration // until its key expires; negative: unknown
	Quarantine time.Duration // the rest of its quarantine; 0: none
}

// Error is the error of every call that fails. errors.Is finds its Status, and
// the error of the context that ended the call.
type Error struct {
	Op       string // "open", "lock", "extend", "downgrade" or "unlock"
	Resource string // the first resource
	Status   Status
	Detail   string       // what is wrong with the options or the name, if known
	Granted  int          // nodes that granted the call in its last round
	Quorum   int          // nodes that were needed
	Nodes    []NodeReport // the answer of each node; empty: none was asked
	cause    error
}

// Is reports whether target is the error's Status.
func (e *Error) Is(target error) bool {
	status, ok := target.(Status)
	return ok && status == e.Status
}

// Unwrap returns the context's error, if the context ended the call.
func (e *Error) Unwrap() error { return e.cause }

// Holder returns the label of a client that has the key at a node, or "".
func (e *Error) Holder() string {
	for _, node := range e.Nodes {
		if node.Holder != "" {
			return node.Holder
		}
	}
	return ""
}

func (e *Error) Error() string {
	var text strings.Builder
	text.WriteString("libredlock: " + e.Op)
	if e.Resource != "" {
		text.WriteString(" " + e.Resource)
	}
	text.WriteString(": " + e.Status.Error())
	if e.Detail != "" {
		text.WriteString(": " + e.Detail)
	}
	if e.Status == ErrBusy {
		if holder := e.Holder(); holder != "" {
			text.WriteString(" (" + holder + ")")
		}
	} else {
		for _, node := range e.Nodes {
			if node.Reason != C.REDLOCK_REASON_NONE {
				text.WriteString("; " + node.Name + ": " + node.Reason.String())
			}
		}
	}
	if e.cause != nil {
		text.WriteString(": " + e.cause.Error())
	}
	return text.String()
}

// read copies the answers of a report.
func (e *Error) read(report *C.struct_redlock_report) {
	e.Granted, e.Quorum = int(report.granted), int(report.quorum)
	for i := range report.node[:report.nodes] {
		node := &report.node[i]
		e.Nodes = append(e.Nodes, NodeReport{
			Name:       C.GoString(&node.name[0]),
			Vote:       Vote(node.vote),
			Reason:     Reason(node.reason),
			Message:    C.GoString(&node.message[0]),
			Holder:     C.GoString(C.redlock_token_label(&node.holder[0])),
			Latency:    time.Duration(node.latency_us) * time.Microsecond,
			Remaining:  time.Duration(node.remaining_ms) * time.Millisecond,
			Quarantine: time.Duration(node.quarantine_ms) * time.Millisecond,
		})
	}
}

// strings of C, freed together.
type cstrings []*C.char

// add returns a copy of text for C, or NULL for an empty one.
func (s *cstrings) add(text string) *C.char {
	if text == "" {
		return nil
	}
	*s = append(*s, C.CString(text))
	return (*s)[len(*s)-1]
}

func (s cstrings) free() {
	for _, one := range s {
		C.free(unsafe.Pointer(one))
	}
}
