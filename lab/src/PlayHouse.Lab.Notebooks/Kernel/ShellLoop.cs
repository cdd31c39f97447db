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
            bool hasFailed = Take(channel.Receive(waits: true)!, aborts: false);
            // Cells that were sent behind one that failed were sent in the belief that it would not.
            while (hasFailed && channel.Receive(waits: false) is { } queued)
            {
                Take(queued, aborts: true);
            }
        }
    }

    /// <summary>Answers one; true when it was a cell that failed and those behind it are not to run.</summary>
    private bool Take(WireMessage request, bool aborts)
    {
        publisher.Status(request, "busy");
        bool hasFailed = false;
        try
        {
            JsonObject? reply = aborts && request.Type == "execute_request" ? KernelReplies.Aborted(executor.Count) : Answer(request, out hasFailed);
            if (reply is not null)
            {
                channel.Reply(request, request.Type.Replace("_request", "_reply", StringComparison.Ordinal), reply);
            }
            else
            {
                dropped.Add();
            }
        }
        catch (Exception e) when (e is not ZmqException)
        {
            // A request that no code here foresaw, or code that the compiler stumbles over: the next one is answered all the same.
            CellError error = new(e.GetType().Name, e.Message, null, [$"{e.GetType().Name}: {e.Message}"]);
            channel.Reply(request, request.Type.Replace("_request", "_reply", StringComparison.Ordinal), KernelReplies.Error(error));
        }

        publisher.Status(request, "idle");
        if (request.Type == "shutdown_request")
        {
            stop();
        }

        return hasFailed && request.Flag("stop_on_error", otherwise: true);
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
