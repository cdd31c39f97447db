using System.Diagnostics;
using PlayHouse.Lab.Control;

return await ControlChild.RunAsync(new MisbehavingRole());

/// <summary>A child for tests: does on request what a broken target might do.</summary>
internal sealed class MisbehavingRole : IControlHandler
{
    public async ValueTask<ControlReply> HandleAsync(ControlLine request, IControlOutput output, CancellationToken cancellationToken)
    {
        switch (request.Type)
        {
            case ControlTypes.Mark:
                return new ControlReply(ControlTypes.Ack, ControlCodec.Body<MarkBody>(request));
            case "progress":
                output.Progress("half way");
                Console.WriteLine("a stray line of a library");
                return ControlReply.Ack;
            case "flood":
                await Console.Error.WriteAsync(new string('x', 300_000) + "THE END");
                await Console.Error.FlushAsync(cancellationToken);
                return ControlReply.Ack;
            case "wait":
                await Task.Delay(Timeout.Infinite, cancellationToken);
                return ControlReply.Ack;
            case "wait-inline":
                // Resumes inside the canceller, unlike a delay.
                await new TaskCompletionSource().Task.WaitAsync(cancellationToken);
                return ControlReply.Ack;
            case "block":
                // Deaf on purpose: neither the token nor an interrupt ends it.
                new ManualResetEvent(false).WaitOne();
                return ControlReply.Ack;
            case "starve":
                int threads = 200;
                for (int i = 0; i < threads; i++)
                {
                    ThreadPool.QueueUserWorkItem(_ => new ManualResetEvent(false).WaitOne());
                }

                new ManualResetEvent(false).WaitOne();
                return ControlReply.Ack;
            case "die":
                await Console.Error.WriteLineAsync("out of luck");
                Environment.Exit(77);
                return ControlReply.Ack;
            case "daemon":
                // Outlives the process that started it and keeps the inherited stderr open; says its process id on a pipe of its own.
                using (Process shell = Process.Start(new ProcessStartInfo("/bin/sh", ["-c", "sleep 600 >&2 & echo $!"]) { RedirectStandardOutput = true })!)
                {
                    return new ControlReply(ControlTypes.Ack, new MarkBody((await shell.StandardOutput.ReadLineAsync(cancellationToken))!));
                }

            case "garbage":
                using (Stream raw = Console.OpenStandardOutput())
                {
                    raw.Write("Segmentation fault, or so\n"u8);
                }

                await Task.Delay(Timeout.Infinite, cancellationToken);
                return ControlReply.Ack;
            case "refuse":
                throw new ControlException("not-today", "ask again tomorrow");
            case "throw":
                throw new InvalidOperationException("a bug");
            case "allocated":
                return new ControlReply(ControlTypes.Ack, new MarkBody(ControlChild.AllocatedBytes.ToString(System.Globalization.CultureInfo.InvariantCulture)));
            default:
                throw ControlReply.UnknownType(request);
        }
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
