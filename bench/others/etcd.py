# SPDX-License-Identifier: MIT
"""etcd, by its lock service and a lease that is kept alive.

By HTTP and JSON, which the server itself turns into its gRPC calls. Further
verb: leader, the place of the leader among the ports.
"""

import base64
import http.client
import json
import threading
import time

import contender

ASK_S = 5  # for requests that are answered immediately
TROUBLE = (OSError, http.client.HTTPException, RuntimeError)


class Server:
    """A connection to the first server that answers."""

    def __init__(self, ports):
        error = None
        for port in ports:
            self.http = http.client.HTTPConnection("127.0.0.1", port, ASK_S)
            try:
                self.status = self.ask("/v3/maintenance/status", {})
                return
            except TROUBLE as e:
                self.http.close()
                error = e
        raise error

    def ask(self, path, body):
        self.http.request("POST", path, json.dumps(body).encode())
        answer = self.http.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise RuntimeError(text)
        return json.loads(text)


class Lease:
    """Kept alive by a thread, at a third of its time.

    A lease without an answer for that time is lost: etcd's own client in Go judges
    by its clock, too.
    """

    def __init__(self, ports):
        self.ports = ports
        self.seconds = contender.ttl_ms() / 1000
        self.server = Server(ports)
        self.until = time.monotonic() + self.seconds
        self.id = self.server.ask("/v3/lease/grant",
                                  {"TTL": int(self.seconds)})["ID"]
        self.over = threading.Event()
        threading.Thread(target=self.keep, daemon=True).start()

    def stands(self):
        return time.monotonic() < self.until

    def keep(self):
        pause = self.seconds / 3
        while self.stands() and not self.over.wait(pause):
            asked = time.monotonic()
            try:
                answer = self.server.ask("/v3/lease/keepalive",
                                         {"ID": self.id})
                lives = "TTL" in answer["result"]
                self.until = asked + self.seconds if lives else 0
                pause = self.seconds / 3
            except TROUBLE:
                self.connect_again()
                pause = 0.1

    def connect_again(self):
        try:
            self.server = Server(self.ports)
        except TROUBLE:
            pass

    def end(self):
        self.over.set()
        Server(self.ports).ask("/v3/lease/revoke", {"ID": self.id})


class Session:
    """Asks again while its lease stands, another server if need be: what it
    asks for may be asked twice."""

    def __init__(self, ports, resource):
        self.ports = ports
        self.name = base64.b64encode(resource.encode()).decode()
        self.key = None
        self.connect()
        self.lease = Lease(ports)

    def connect(self):
        self.server = Server(self.ports)
        # Longer than another client may hold the lock.
        self.server.http.sock.settimeout(3600)

    def ask(self, path, body):
        while True:
            try:
                return self.server.ask(path, body)
            except TROUBLE:
                if not self.lease.stands():
                    raise
            time.sleep(0.02)
            try:
                self.connect()
            except TROUBLE:
                pass

    def acquire(self):
        self.key = self.ask("/v3/lock/lock", {
            "name": self.name, "lease": self.lease.id})["key"]

    def release(self):
        self.ask("/v3/lock/unlock", {"key": self.key})

    def holds(self):
        return self.lease.stands()

    def close(self):
        self.server.http.close()
        self.lease.end()


def leader():
    for index, port in enumerate(contender.ports()):
        status = Server([port]).status
        if status["leader"] == status["header"]["member_id"]:
            print(index)


contender.run(Session, leader=leader)
