using System.Text.Json.Nodes;
using Net.Zmq;
using PlayHouse.Lab.Notebooks.Cells;
using PlayHouse.Lab.Notebooks.Kernel.Code;

namespace PlayHouse.Lab.Notebooks.Kernel;

/// <summary>Answers requests one after the other. One thread.</summary>
internal sealed class ShellLoop(KernelChannel channel, Publisher publisher, CellExecutor executor, CellSession session, Action stop, DropCount dropped)
{
    public void Run()
    {
        while (true)
        {
            foreach (WireMessage queued in Take(channel.Receive(waits: true)!, aborts: false))
            {
                Take(queued, aborts: true);
            }
        }
    }

    /// <summary>Answers one; gives those that waited behind it when it was a cell that failed: cells among them are not to run.</summary>
    private List<WireMessage> Take(WireMessage request, bool aborts)
    {
        publisher.Status(request, "busy");
        List<WireMessage> queued = [];
        JsonObject? reply;
        try
        {
            bool hasFailed = false;
            reply = aborts && request.Type == "execute_request" ? KernelReplies.Aborted() : Answer(request, out hasFailed);
            queued = hasFailed && request.Flag("stop_on_error", otherwise: true) ? Queued() : [];
        }
        catch (Exception e) when (e is not ZmqException)
        {
            // A request that no code here foresaw, or code that the compiler stumbles over: the next one is answered all the same.
            reply = KernelReplies.Error(new CellError(e.GetType().Name, e.Message, null, [$"{e.GetType().Name}: {e.Message}"]));
        }

        Reply(request, reply);
        publisher.Status(request, "idle");
        if (request.Type == "shutdown_request")
        {
            stop();
        }

        return queued;
    }

    // Taken before the failure is answered: what a client sends once it knows of it runs.
    private List<WireMessage> Queued()
    {
        List<WireMessage> queued = [];
        while (queued.Count < KernelLimits.QueuedMessagesMax && channel.Receive(waits: false) is { } next)
        {
            queued.Add(next);
        }

        return queued;
    }

    private void Reply(WireMessage request, JsonObject? reply)
    {
        if (reply is null)
        {
            dropped.Add();
        }
        else
        {
            channel.Reply(request, request.Type.Replace("_request", "_reply", StringComparison.Ordinal), reply);
        }
    }

    private JsonObject? Answer(WireMessage request, out bool hasFailed)
    {
        hasFailed = false;
        switch (request.Type)
        {
            case "execute_request":
                return executor.Execute(request, out hasFailed);
            case "kernel_info_request":
                return KernelReplies.KernelInfo();
            case "complete_request":
                return CodeCompletion.Reply(session, request.Text("code"), request.Number("cursor_pos"));
            case "inspect_request":
                return CodeInspection.Reply(session, request.Text("code"), request.Number("cursor_pos"));
            case "is_complete_request":
                return CodeCompleteness.Reply(request.Text("code"));
            case "history_request":
                return executor.History.Reply(request);
            case "comm_info_request":
                JsonObject comms = KernelReplies.Ok();
                comms["comms"] = new JsonObject();
                return comms;
            case "shutdown_request":
                return KernelReplies.Shutdown(request);
            default:
                return null;
        }
    }
}
