// SPDX-License-Identifier: MIT

package libredlock

// #include "shim.h"
import "C"

import (
	"strings"
	"time"
)

// A ClientOption is a setting of a client. All clients of the same nodes use
// the same WithQuorum and WithTTLMax.
type ClientOption interface {
	set(*settings)
}

// A LockOption is a setting of a lock. Passed to Open, it is the default for
// all locks of the client.
type LockOption func(*request)

type clientOption func(*settings)

type settings struct {
	c        C.struct_redlock_settings
	strings  cstrings
	defaults []LockOption
	log      func(LogMessage)
	nul      bool // a string contains a zero byte
}

type request struct{ c C.struct_redlock_request }

func (o clientOption) set(s *settings) { o(s) }
func (o LockOption) set(s *settings)   { s.defaults = append(s.defaults, o) }

// text returns a copy for C, valid until the client is open.
func (s *settings) text(text string) *C.char {
	s.nul = s.nul || strings.IndexByte(text, 0) != -1
	return s.strings.add(text)
}

// milliseconds rounds to whole milliseconds, but not to 0, which stands for a
// default.
func milliseconds(d time.Duration) C.int64_t {
	if d > 0 && d < time.Millisecond {
		return 1
	}
	return C.int64_t(d / time.Millisecond)
}

// WithTTL sets the time to live of the lock's keys. The lock is renewed when a
// third of it has passed. The default is 30 s.
func WithTTL(ttl time.Duration) LockOption {
	return func(r *request) { r.c.ttl_ms = milliseconds(ttl) }
}

// WithoutRenewal leaves the lock to Extend: otherwise the lock is lost when its
// TTL has passed.
func WithoutRenewal() LockOption {
	return func(r *request) { r.c.keep = false }
}

// WithoutFence asks for no fencing token: Fence returns 0, and the user of the
// nodes does not need the rights to TIME and INFO.
func WithoutFence() LockOption {
	return func(r *request) { r.c.fencing = false }
}

// WithShared makes the lock a read lock, which excludes only exclusive holders.
func WithShared() LockOption {
	return func(r *request) { r.c.mode = C.REDLOCK_SHARED }
}

// WithSlots makes the lock a semaphore with this number of holders. All clients
// of the resource use the same number.
func WithSlots(slots int) LockOption {
	return func(r *request) {
		r.c.slots = -1 // refused
		if slots > 0 && slots <= C.REDLOCK_SLOTS_MAX {
			r.c.slots = C.int(slots)
		}
	}
}

// WithFair queues behind existing waiters even if the lock is free.
func WithFair() LockOption {
	return func(r *request) { r.c.fair = true }
}

// WithWarning reports a loss at the latest this long before the validity ends.
// The default is a tenth of the TTL, at most 1 s.
func WithWarning(before time.Duration) LockOption {
	return func(r *request) { r.c.warning_ms = milliseconds(before) }
}

// WithMinValidity sets the least validity that an acquired lock has.
func WithMinValidity(validity time.Duration) LockOption {
	return func(r *request) { r.c.min_validity_ms = milliseconds(validity) }
}

// WithUser sets the name and the password for nodes whose URI has none. An
// empty name is the default user.
func WithUser(name, password string) ClientOption {
	return clientOption(func(s *settings) {
		s.c.username, s.c.password = s.text(name), s.text(password)
	})
}

// WithLabel sets the client's name, by which others see the holder of a lock.
// The default is host:pid.
func WithLabel(label string) ClientOption {
	return clientOption(func(s *settings) { s.c.label = s.text(label) })
}

// WithNodeTimeout sets the timeout of each request to each node. The default is
// 100 ms.
func WithNodeTimeout(timeout time.Duration) ClientOption {
	return clientOption(func(s *settings) { s.c.node_timeout_ms = milliseconds(timeout) })
}

// WithTTLMax sets the longest TTL. The default is 5 minutes.
func WithTTLMax(ttl time.Duration) ClientOption {
	return clientOption(func(s *settings) { s.c.ttl_max_ms = milliseconds(ttl) })
}

// WithQuorum sets the number of nodes that make a quorum. The default is a
// majority.
func WithQuorum(nodes int) ClientOption {
	return clientOption(func(s *settings) {
		s.c.quorum = -1 // refused
		if nodes > 0 && nodes <= C.REDLOCK_NODES_MAX {
			s.c.quorum = C.int(nodes)
		}
	})
}

// WithDrift sets the most that a node's clock gains on a client's during one
// TTL, as a part of the TTL. The default is 0.01.
func WithDrift(factor float64) ClientOption {
	return clientOption(func(s *settings) { s.c.drift_factor = C.double(factor) })
}

// WithSlack sets by how much a node's clock may be stepped: keys stay on the
// nodes this much longer than the lock. The default is a tenth of the TTL, at
// least 250 ms. 0 means no slack.
func WithSlack(slack time.Duration) ClientOption {
	return clientOption(func(s *settings) {
		s.c.slack_ms = milliseconds(slack)
		if slack == 0 {
			s.c.slack_ms = C.REDLOCK_NO_SLACK
		}
	})
}

// WithParallel asks all nodes at the same time, not one after the other.
func WithParallel() ClientOption {
	return clientOption(func(s *settings) { s.c.strategy = C.REDLOCK_PARALLEL })
}

// Guard is whether a node that has lost its memory may vote.
type Guard int

// GuardAuto, the default, guards the nodes once one of them has shown the
// marker that "redlock init" writes.
const (
	GuardAuto Guard = C.REDLOCK_GUARD_AUTO
	GuardOn   Guard = C.REDLOCK_GUARD_ON  // from the beginning
	GuardOff  Guard = C.REDLOCK_GUARD_OFF // never
)

// WithGuard sets the guard of the nodes.
func WithGuard(guard Guard) ClientOption {
	return clientOption(func(s *settings) { s.c.guard = C.enum_redlock_guard(guard) })
}

// TLS is for nodes whose URI begins with rediss://. Files are PEM; an empty
// member has its default.
type TLS struct {
	CAFile     string // trusted authorities; default: those of the system
	CAFolder   string // trusted authorities, one file each
	CertFile   string // the client's certificate with its chain
	KeyFile    string // its private key, without a passphrase
	ServerName string // default: the host in each node's URI
	Insecure   bool   // do not verify certificates
}

// WithTLS sets the TLS options of the nodes whose URI has none.
func WithTLS(tls TLS) ClientOption {
	return clientOption(func(s *settings) {
		s.c.tls.ca_file = s.text(tls.CAFile)
		s.c.tls.ca_folder = s.text(tls.CAFolder)
		s.c.tls.cert_file = s.text(tls.CertFile)
		s.c.tls.key_file = s.text(tls.KeyFile)
		s.c.tls.server_name = s.text(tls.ServerName)
		s.c.tls.insecure = C.bool(tls.Insecure)
	})
}

// LogLevel is the severity of a log message.
type LogLevel int

// The levels, from the most severe.
const (
	LogError   LogLevel = C.REDLOCK_LOG_ERROR   // a lock is lost
	LogWarning LogLevel = C.REDLOCK_LOG_WARNING // a node's vote no longer counts
	LogInfo    LogLevel = C.REDLOCK_LOG_INFO    // a node's vote counts again
	LogDebug   LogLevel = C.REDLOCK_LOG_DEBUG   // a request timed out
)

// LogMessage is a message for people. It never contains a password or a token.
type LogMessage struct {
	Level   LogLevel
	Node    string // empty: it concerns no single node
	Text    string
	Dropped int // messages lost before it: log was too slow
}

func (m LogMessage) String() string {
	text := "redlock: "
	if m.Node != "" {
		text += m.Node + ": "
	}
	return text + m.Text
}

// WithLog passes log messages of this severity and above to log, one at a time:
//
//	libredlock.WithLog(libredlock.LogInfo, func(m libredlock.LogMessage) { log.Print(m) })
//
// A slow log delays no lock. Without this option there are no messages.
func WithLog(level LogLevel, log func(LogMessage)) ClientOption {
	return clientOption(func(s *settings) {
		s.c.log_level = C.enum_redlock_log_level(level)
		s.log = log
	})
}
