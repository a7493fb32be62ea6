// SPDX-License-Identifier: MIT

package libredlock

// #include <stdint.h>
// struct redlock_lock;
import "C"

import "runtime/cgo"

// The callbacks of the library. They run during a turn, or a call of the event
// API, with the client's mu locked.

//export redlockGoDone
func redlockGoDone(user C.uintptr_t, status C.int, lock *C.struct_redlock_lock) {
	call := cgo.Handle(user).Value().(*call)
	if lock != nil {
		call.lock.acquired(lock)
	}
	call.end(Status(status))
}

//export redlockGoLost
func redlockGoLost(user C.uintptr_t) {
	cgo.Handle(user).Value().(*held).lose()
}

//export redlockGoLogged
func redlockGoLogged(user C.uintptr_t, level C.int, node, text *C.char, dropped C.int64_t) {
	c := cgo.Handle(user).Value().(*client)
	message := LogMessage{LogLevel(level), C.GoString(node), C.GoString(text), int(dropped) + c.dropped}
	select {
	case c.log <- message:
		c.dropped = 0
	default:
		c.dropped = message.Dropped + 1
	}
}
