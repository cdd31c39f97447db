"""An independent client of the connector test server, written from the byte layout alone, with the standard library only.

Usage: connector_check.py HOST HTTP_PORT HTTPS_PORT TCP_PORT TLS_PORT CERTIFICATE
Prints one line per check and ends with 1 when one of them failed.
"""

import base64
import hashlib
import json
import os
import socket
import ssl
import struct
import sys
import threading
import urllib.error
import urllib.request

HOST, HTTP, HTTPS, TCP, TLS, CERTIFICATE = sys.argv[1], *map(int, sys.argv[2:6]), sys.argv[6]
TIMEOUT = 30


# --- protobuf, the four wire shapes that the messages need ---------------------------------------------------------


def varint(value):
    value &= (1 << 64) - 1
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def text(field, value):
    data = value if isinstance(value, bytes) else value.encode()
    return varint(field << 3 | 2) + varint(len(data)) + data


def number(field, value):
    return varint(field << 3) + varint(value)


def fields(data):
    """Field number to the last value: int for numbers, bytes for the rest."""
    found, at = {}, 0

    def take():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(data):
        key = take()
        if key & 7 == 0:
            found[key >> 3] = take()
        elif key & 7 == 2:
            size = take()
            found[key >> 3] = bytes(data[at : at + size])
            at += size
        else:
            raise ValueError("unexpected wire type")
    return found


# --- transports ----------------------------------------------------------------------------------------------------


class Stream:
    """TCP or TLS: frames one behind the other."""

    def __init__(self, port, tls=False):
        self.socket = socket.create_connection((HOST, port), TIMEOUT)
        if tls:
            context = ssl.create_default_context(cafile=CERTIFICATE)
            self.socket = context.wrap_socket(self.socket, server_hostname="localhost")

    def send(self, frame):
        self.socket.sendall(frame)

    def exactly(self, size):
        data = b""
        while len(data) < size:
            more = self.socket.recv(size - len(data))
            if not more:
                raise EOFError("closed")
            data += more
        return data

    def receive(self):
        (size,) = struct.unpack("<i", self.exactly(4))
        return self.exactly(size)

    def close(self):
        self.socket.close()


class WebSocket(Stream):
    """RFC 6455 by hand: one binary message per frame, client masking, no extensions."""

    def __init__(self, port, tls=False):
        super().__init__(port, tls)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /ws HTTP/1.1\r\nHost: localhost:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.exactly(1)
        accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        assert b" 101 " in head.split(b"\r\n")[0] and accept in head, head

    def send(self, frame):
        mask = os.urandom(4)
        size = len(frame)
        if size < 126:
            head = bytes([0x82, 128 | size])
        elif size < 65536:
            head = bytes([0x82, 128 | 126]) + struct.pack(">H", size)
        else:
            head = bytes([0x82, 128 | 127]) + struct.pack(">Q", size)
        repeated = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(frame, "big") ^ int.from_bytes(repeated, "big")).to_bytes(size, "big")
        self.socket.sendall(head + mask + masked)

    def receive(self):
        message = b""
        while True:
            first, second = self.exactly(2)
            size = second & 127
            if size == 126:
                (size,) = struct.unpack(">H", self.exactly(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", self.exactly(8))
            data = self.exactly(size)
            if first & 15 == 8:
                raise EOFError("closed")
            if first & 15 in (0, 2):
                message += data
                if first & 128:
                    break
        (size,) = struct.unpack("<i", message[:4])
        assert size == len(message) - 4, "a message that is not exactly one frame"
        return message[4:]


# --- the client ----------------------------------------------------------------------------------------------------


class Reply:
    def __init__(self, body):
        size = body[0]
        self.id = body[1 : 1 + size].decode()
        self.seq, self.stage, self.error, self.original = struct.unpack("<HqHi", body[1 + size : 17 + size])
        self.payload = body[17 + size :]


class Client:
    def __init__(self, transport, stage):
        self.transport, self.stage, self.seq = transport, stage, 0

    def send(self, msg_id, payload=b"", seq=0):
        name = msg_id.encode()
        body = bytes([len(name)]) + name + struct.pack("<Hq", seq, self.stage) + payload
        self.transport.send(struct.pack("<i", len(body)) + body)

    def receive(self):
        return Reply(self.transport.receive())

    def request(self, msg_id, payload=b""):
        self.seq += 1
        self.send(msg_id, payload, self.seq)
        reply = self.receive()
        assert reply.seq == self.seq, (reply.seq, self.seq)
        return reply

    def authenticate(self, user="user", token="token"):
        return self.request("AuthenticateRequest", text(1, user) + text(2, token))

    def close(self):
        self.transport.close()


def http(path, body=None, port=None, raw=None):
    data = raw if raw is not None else None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(
        f"http://{HOST}:{port or HTTP}{path}", data, {"Content-Type": "application/json"}, method="POST" if data is not None else "GET"
    )
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


# --- checks --------------------------------------------------------------------------------------------------------

TRANSPORTS = {
    "tcp": lambda: Stream(TCP),
    "tls": lambda: Stream(TLS, tls=True),
    "ws": lambda: WebSocket(HTTP),
    "wss": lambda: WebSocket(HTTPS, tls=True),
}
PATTERN = bytes(i & 255 for i in range(1 << 20))


def check_conversation(open_transport):
    client = Client(open_transport(), 1001)
    rejected = client.authenticate(token="is-INVALID-x")
    assert (rejected.id, rejected.error, rejected.payload) == ("AuthenticateReply", 5, b""), vars(rejected)
    assert client.authenticate(user="").error == 5
    accepted = client.authenticate("alice", "secret")
    answer = fields(accepted.payload)
    assert accepted.error == 0 and accepted.id == "AuthenticateReply"
    assert answer[2] == 1 and answer[3] == b"alice" and answer[4] == b"secret" and answer[1].isdigit(), answer
    account = int(answer[1])

    echo = client.request("EchoRequest", text(1, "hello") + number(2, 42))
    answer = fields(echo.payload)
    assert (echo.id, echo.error, echo.stage, echo.original) == ("EchoReply", 0, 1001, 0)
    assert answer[1] == b"hello" and answer[2] == 42 and answer[3] > 1_600_000_000_000

    long_text = "한" * 21_845
    assert fields(client.request("EchoRequest", text(1, long_text)).payload)[1] == long_text.encode()

    fail = client.request("FailRequest", number(1, 1234) + text(2, "no"))
    assert (fail.id, fail.error, fields(fail.payload)) == ("FailReply", 0, {1: 1234, 2: b"no"})

    client.send("NoResponseRequest", number(1, 1), 777)
    large = client.request("LargePayloadRequest", number(1, 1))
    assert large.id == "BenchmarkReply" and fields(large.payload)[3] == PATTERN

    bench = client.request("BenchmarkRequest", number(1, 7) + number(2, 70_000))
    answer = fields(bench.payload)
    assert bench.id == "BenchmarkReply" and answer[1] == 7 and answer[3] == PATTERN[:65536] + PATTERN[: 70_000 - 65536]

    client.send("BroadcastRequest", text(1, "all"))
    push = client.receive()
    answer = fields(push.payload)
    assert (push.id, push.seq, push.error) == ("BroadcastNotify", 0, 0) and answer[2] == b"all" and answer[3] == account, (vars(push), answer)

    other = client.request("SomethingElse", PATTERN)
    assert (other.id, other.error, other.payload) == ("SomethingElseReply", 0, b"")

    # Ids of any length are answered; where "Reply" does not fit any more, under the id itself.
    for size in (0, 1, 128, 129, 250, 251, 255):
        unknown = client.request("x" * size)
        expected = "x" * size + "Reply" if size <= 250 else "x" * size
        assert (unknown.id, unknown.error, unknown.payload) == (expected, 0, b""), (size, vars(unknown))

    client.send("@Heart@Beat@")
    beat = client.receive()
    assert (beat.id, beat.seq, beat.error, beat.payload) == ("@Heart@Beat@", 0, 0, b"")
    client.close()


def check_parallel_requests(open_transport):
    client = Client(open_transport(), 1002)
    client.authenticate()
    waiting = {}
    for seq in range(100, 400):
        waiting[seq] = f"text {seq}"
        client.send("EchoRequest", text(1, waiting[seq]), seq)
    while waiting:
        reply = client.receive()
        assert fields(reply.payload)[1] == waiting.pop(reply.seq).encode()
    client.close()


def check_gate(open_transport):
    for msg_id in ("EchoRequest", "@Heart@Beat@"):
        client = Client(open_transport(), 1003)
        client.send(msg_id, b"", 1)
        try:
            client.receive()
        except (EOFError, ConnectionError):
            client.close()
            continue
        raise AssertionError(f"{msg_id} was answered before authentication")


def check_many_connections(open_transport):
    failures = []

    def one(index):
        try:
            client = Client(open_transport(), 2000 + index % 7)
            client.authenticate(f"user{index}")
            for i in range(5):
                assert fields(client.request("EchoRequest", text(1, f"{index}/{i}")).payload)[1] == f"{index}/{i}".encode()
            client.close()
        except Exception as error:  # reported below, with its client
            failures.append((index, repr(error)))

    threads = [threading.Thread(target=one, args=(i,)) for i in range(200)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[:3]


def check_http():
    assert http("/api/health")[0] == 200
    status, body = http("/api/stages", {"stageType": "TestStage", "stageId": 65000})
    answer = json.loads(body)
    assert status == 200 and answer["success"] is True and answer["stageId"] == 65000 and answer["replyPayloadId"], answer
    again = json.loads(http("/api/stages", {"stageType": "TestStage", "stageId": 65000})[1])
    assert again["success"] is False, again
    found = json.loads(http("/api/stages/get-or-create", {"stageType": "TestStage", "stageId": 65000})[1])
    assert found["success"] is True and found["isCreated"] is False, found
    made = json.loads(http("/api/stages/get-or-create", {"stageType": "TestStage", "stageId": 65001})[1])
    assert made["success"] is True and made["isCreated"] is True and made["replyPayloadId"], made
    for wrong in ({"stageType": "TestStage", "stageId": 65536}, {"stageType": "TestStage"}, {"stageId": 1}, {"stageType": "Other", "stageId": 1}):
        status, body = http("/api/stages", wrong)
        assert status in (200, 400) and json.loads(body)["success"] is False, (wrong, status, body)
    assert http("/api/stages", raw=b"{nonsense")[0] == 400
    client = Client(Stream(TCP), 65000)
    assert client.authenticate().error == 0
    client.close()


def main():
    checks = {"http": check_http}
    for name, opener in TRANSPORTS.items():
        for check in (check_conversation, check_parallel_requests, check_gate, check_many_connections):
            checks[f"{name} {check.__name__[6:]}"] = lambda check=check, opener=opener: check(opener)
    failed = 0
    for name, check in checks.items():
        try:
            check()
            print("held  ", name, flush=True)
        except Exception as error:
            failed += 1
            print("BROKEN", name, repr(error), flush=True)
    print(f"{len(checks) - failed} held, {failed} broken")
    return 1 if failed else 0


sys.exit(main())
