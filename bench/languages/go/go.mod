// SPDX-License-Identifier: MIT

module redlock-bench-languages

go 1.19

require (
	github.com/go-redsync/redsync/v4 v4.8.1
	github.com/gomodule/redigo v1.8.9
	redlock.example/libredlock v0.0.0
)

replace redlock.example/libredlock => REDLOCK
