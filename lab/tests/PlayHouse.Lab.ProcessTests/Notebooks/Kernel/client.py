"""Drives the lab's kernel with Jupyter's own client; says what it saw, one JSON object a line. The test judges."""
import json
import queue
import sys
import time

from jupyter_client import BlockingKernelClient, KernelManager

DEADLINE = 120


def say(what, **facts):
    print(json.dumps({"what": what, **facts}), flush=True)


def run(client, code):
    """Executes a cell: its status, its console text and the plain text of what it showed."""
    texts, shown = [], []

    def hear(message):
        kind, content = message["msg_type"], message["content"]
        if kind == "stream":
            texts.append(content["text"])
        elif kind in ("display_data", "update_display_data", "execute_result"):
            shown.append(content["data"]["text/plain"])

    reply = client.execute_interactive(code, output_hook=hear, timeout=DEADLINE)["content"]
    return {"status": reply["status"], "count": reply["execution_count"], "text": "".join(texts), "shown": shown, "error": reply.get("ename")}


def ready(client):
    client.start_channels()
    client.wait_for_ready(timeout=DEADLINE)
    return client


def connect(manager):
    """A client of the manager: all of them go by one name."""
    return ready(manager.client())


def stranger(manager):
    """A client with a name of its own, as another page is."""
    client = BlockingKernelClient(connection_file=manager.connection_file)
    client.load_connection_file()
    return ready(client)


def interrupted(manager, client):
    """Interrupts a cell that waits; how long it took until the kernel had answered."""
    asked = client.execute('Console.WriteLine("waits");\nawait Task.Delay(Timeout.Infinite, Cancellation);')
    while True:
        message = client.get_iopub_msg(timeout=DEADLINE)
        if message["parent_header"].get("msg_id") == asked and message["msg_type"] == "stream":
            break
    begun = time.monotonic()
    manager.interrupt_kernel()
    reply = client.get_shell_msg(timeout=DEADLINE)
    return {"seconds": round(time.monotonic() - begun, 3), "status": reply["content"]["status"], "error": reply["content"].get("ename")}


def answer(client, request, *arguments):
    """The content of the answer to a request on the shell."""
    asked = request(*arguments)
    while True:
        reply = client.get_shell_msg(timeout=DEADLINE)
        if reply["parent_header"]["msg_id"] == asked:
            return reply["content"]


def main():
    manager = KernelManager(kernel_name="playhouse-lab")
    manager.start_kernel()
    try:
        first = connect(manager)
        info = answer(first, first.kernel_info)
        say("info", protocol=info["protocol_version"], language=info["language_info"]["name"])
        say("state", **run(first, "int n = 41;"))
        say("value", **run(first, "n++;\nConsole.WriteLine(n);\nn"))
        say("error", **run(first, 'throw new InvalidOperationException("meant");'))
        say("complete", matches=answer(first, first.complete, "Lab.Verd", 8)["matches"])
        say("inspect", text=answer(first, first.inspect, "Lab.Verdicts", 8)["data"].get("text/plain", ""))
        say("whole", status=answer(first, first.is_complete, "1 + 1")["status"])
        say("open", status=answer(first, first.is_complete, "if (true) {")["status"])
        say("history", cells=[cell[2] for cell in answer(first, first.history)["history"]])
        second = stranger(manager)
        say("second", **run(second, "n"))
        say("first", **run(first, "n"))
        same = connect(manager)
        say("same", **run(same, "n"))
        first.stop_channels()
        first = same
        say("interrupt", **interrupted(manager, first))
        say("after", **run(first, "n"))
        manager.restart_kernel(now=False)
        first.stop_channels()
        second.stop_channels()
        again = connect(manager)
        say("restarted", **run(again, "n"))
        say("asked", **run(again, "Console.ReadLine() is null"))
        again.stop_channels()
        manager.shutdown_kernel(now=False)
        say("gone", alive=manager.is_alive())
    finally:
        if manager.is_alive():
            manager.shutdown_kernel(now=True)


if __name__ == "__main__":
    try:
        main()
    except queue.Empty:
        sys.exit("the kernel did not answer in time")
