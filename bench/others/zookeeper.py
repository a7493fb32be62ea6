# SPDX-License-Identifier: MIT
"""ZooKeeper, by the lock of kazoo: an ephemeral node in a sequence.

Further verb: leader, the place of the leader among the ports.
"""

import logging
import socket

import contender
from kazoo.client import KazooClient, KazooState

logging.disable(logging.CRITICAL)


class Session:
    def __init__(self, ports, resource):
        self.lost = False
        self.client = KazooClient(
            ",".join(f"127.0.0.1:{port}" for port in ports),
            timeout=contender.ttl_ms() / 1000, randomize_hosts=False)
        self.client.add_listener(self.hear)
        try:
            self.client.start(timeout=5)
        except Exception:
            self.close()
            raise
        self.lock = self.client.Lock("/bench/" + resource)

    def hear(self, state):
        if state == KazooState.LOST:
            self.lost = True

    def acquire(self):
        self.lock.acquire()

    def release(self):
        self.lock.release()

    def holds(self):
        return not self.lost

    def close(self):
        self.client.stop()
        self.client.close()


def is_leader(port):
    try:
        with socket.create_connection(("127.0.0.1", port), 5) as server:
            server.sendall(b"srvr")
            return b"Mode: leader" in server.recv(4096)
    except OSError:
        return False


def leader():
    for index, port in enumerate(contender.ports()):
        if is_leader(port):
            print(index)


contender.run(Session, leader=leader)
