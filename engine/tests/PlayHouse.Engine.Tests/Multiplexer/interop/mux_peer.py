"""An independent peer of the multiplexer, written from the byte layout alone, with the standard library only.

Usage: mux_peer.py tcp PORT SEED | mux_peer.py pipe SEED
Sends every message back, several at a time, cut and interleaved at random, with messages between them that are given up.
The message "quit" ends it once everything is back. The last line on the error output is "N messages, N aborted, held";
it ends with 1 and says what was wrong when a byte did not fit the layout.
"""

import os
import queue
import random
import socket
import struct
import sys
import threading

START, END, DATA, ABORT = 1, 2, 3, 6
MESSAGE_MAX = 10 * 1024 * 1024
AT_A_TIME = 5


class Broken(Exception):
    pass


def require(condition, what):
    if not condition:
        raise Broken(what)


class Reader:
    """Frames to messages; keeps the announced sizes to check them at the end."""

    def __init__(self, receive):
        self.receive = receive
        self.buffer = bytearray()
        self.at = 0
        self.open = {}
        self.aborted = 0

    def take(self, count):
        while len(self.buffer) - self.at < count:
            if self.at > 1 << 20:
                del self.buffer[: self.at]
                self.at = 0
            piece = self.receive(1 << 16)
            if not piece:
                require(len(self.buffer) == self.at and not self.open, "the stream ended inside a message")
                return None
            self.buffer += piece
        piece = bytes(self.buffer[self.at : self.at + count])
        self.at += count
        return piece

    def message(self):
        """The next whole message, or None at the end."""
        while True:
            header = self.take(9)
            if header is None:
                return None
            kind, ident, length = struct.unpack(">BII", header)
            if kind == START:
                require(ident not in self.open, f"START twice for {ident}")
                require(length <= MESSAGE_MAX, f"START announces {length}")
                self.open[ident] = (length, bytearray())
                continue
            require(ident in self.open, f"type {kind} for {ident}, which has not begun")
            announced, body = self.open[ident]
            if kind == DATA:
                require(length <= MESSAGE_MAX, f"DATA of {length}")
                body += self.take(length) if length else b""
                require(len(body) <= MESSAGE_MAX, "message too large")
            elif kind == ABORT:
                require(length == 0, "ABORT with a length")
                del self.open[ident]
                self.aborted += 1
            else:
                require(kind == END, f"type {kind}")
                require(length == 0, "END with a length")
                require(announced in (0, len(body)), f"announced {announced}, came {len(body)}")
                del self.open[ident]
                return bytes(body)


class Sender:
    """Messages that are under way, each with a position; every step sends one frame of one of them."""

    def __init__(self, send, rng):
        self.send = send
        self.rng = rng
        self.ident = rng.choice([0, 1, 0xFFFFFFFE, 0x7FFFFFFF])
        self.open = []

    def begin(self, body, is_meant):
        announced = self.rng.choice([0, len(body)])
        self.send(struct.pack(">BII", START, self.ident, announced))
        self.open.append([self.ident, body, 0, is_meant])
        self.ident = (self.ident + 1) & 0xFFFFFFFF

    def step(self):
        one = self.rng.choice(self.open)
        ident, body, at, is_meant = one
        if not is_meant and self.rng.random() < 0.3:
            self.send(struct.pack(">BII", ABORT, ident, 0))
            self.open.remove(one)
        elif is_meant and at == len(body):
            self.send(struct.pack(">BII", END, ident, 0))
            self.open.remove(one)
        else:
            # Empty frames and large ones, both are legal; large messages mostly in large ones, for time's sake.
            most = self.rng.choice([0, 1, 100, 1024, 65536, 1 << 20] if len(body) < 100000 else [0, 65536, 1 << 20, 1 << 23])
            piece = body[at : at + most]
            self.send(struct.pack(">BII", DATA, ident, len(piece)) + piece)
            one[2] = at + len(piece)


def serve(receive, send, seed):
    rng = random.Random(seed)
    reader = Reader(receive)
    arrived = queue.Queue()
    failure = []

    def read():
        try:
            while (body := reader.message()) is not None:
                arrived.put(body)
                if body == b"quit":
                    return
            raise Broken("the stream ended before quit")
        except Exception as error:  # the writer reports it
            failure.append(error)
            arrived.put(b"quit")

    threading.Thread(target=read, daemon=True).start()
    sender = Sender(send, rng)
    messages = 0
    is_quitting = False
    while not is_quitting or sender.open:
        while not is_quitting and len(sender.open) < AT_A_TIME:
            try:
                body = arrived.get(block=not sender.open)
            except queue.Empty:
                break
            if body == b"quit":
                is_quitting = True
                break
            messages += 1
            sender.begin(body, True)
            if rng.random() < 0.2:
                sender.begin(rng.randbytes(rng.choice([0, 10, 5000])), False)
        if sender.open:
            sender.step()
    if failure:
        raise failure[0]
    print(f"{messages} messages, {reader.aborted} aborted, held", file=sys.stderr, flush=True)


def write_all(descriptor, data):
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def main():
    try:
        if sys.argv[1] == "tcp":
            with socket.create_connection(("127.0.0.1", int(sys.argv[2])), timeout=120) as peer:
                peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                serve(peer.recv, peer.sendall, int(sys.argv[3]))
        else:
            serve(lambda count: os.read(0, count), lambda data: write_all(1, data), int(sys.argv[2]))
    except Broken as broken:
        print(f"broken: {broken}", file=sys.stderr, flush=True)
        sys.exit(1)


main()
