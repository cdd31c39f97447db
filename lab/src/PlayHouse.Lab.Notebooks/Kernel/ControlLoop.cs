namespace PlayHouse.Lab.Notebooks.Kernel;

/// <summary>Takes interrupt and shutdown while a cell runs. One thread.</summary>
internal sealed class ControlLoop(KernelChannel channel, Publisher publisher, CellExecutor executor, Action stop, DropCount dropped)
{
    public void Run()
    {
        while (true)
        {
            WireMessage request = channel.Receive(waits: true)!;
            // First of all: a slow reader of what is published must not delay it.
            if (request.Type == "interrupt_request")
            {
                executor.Interrupt();
            }

            publisher.Status(request, "busy");
            bool isLast = Answer(request);
            publisher.Status(request, "idle");
            if (isLast)
            {
                stop();
                return;
            }
        }
    }

    private bool Answer(WireMessage request)
    {
        switch (request.Type)
        {
            case "kernel_info_request":
                channel.Reply(request, "kernel_info_reply", KernelReplies.KernelInfo());
                return false;
            case "interrupt_request":
                channel.Reply(request, "interrupt_reply", KernelReplies.Ok());
                return false;
            case "shutdown_request":
                channel.Reply(request, "shutdown_reply", KernelReplies.Shutdown(request));
                publisher.Publish("shutdown_reply", request, KernelReplies.Shutdown(request));
                return true;
            default:
                dropped.Add();
                return false;
        }
    }
}
