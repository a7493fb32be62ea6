# SPDX-License-Identifier: MIT
"""One Redis as redis.c, without the waiting: what Python adds to a pair."""

import os
import socket

import contender

COMPARE_AND_DELETE = (
    "if redis.call('GET', KEYS[1]) == ARGV[1] then "
    "return redis.call('DEL', KEYS[1]) else return 0 end")


class Session:
    def __init__(self, ports, resource):
        self.resource = resource
        self.server = socket.create_connection(("127.0.0.1", ports[0]), 5)
        self.server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.token = None

    def ask(self, *words):
        text = f"*{len(words)}\r\n" + "".join(
            f"${len(word)}\r\n{word}\r\n" for word in words)
        self.server.sendall(text.encode())
        return self.server.recv(4096)

    def acquire(self):
        self.token = os.urandom(16).hex()
        if self.ask("SET", self.resource, self.token, "NX", "PX",
                    str(contender.ttl_ms())) != b"+OK\r\n":
            raise RuntimeError("it is held")

    def release(self):
        if self.ask("EVAL", COMPARE_AND_DELETE, "1", self.resource,
                    self.token) != b":1\r\n":
            raise RuntimeError("it was lost")

    def close(self):
        self.server.close()


contender.run(Session)
