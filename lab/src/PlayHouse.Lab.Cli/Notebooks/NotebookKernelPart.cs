using System.CommandLine;
using PlayHouse.Lab.Notebooks.Api;
using PlayHouse.Lab.Notebooks.Kernel;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Notebooks;

/// <summary><c>plab notebook kernel</c>, which Jupyter starts.</summary>
internal sealed class NotebookKernelPart(CommandContext context)
{
    private readonly Argument<string> _file = new("CONNECTION_FILE") { Description = "Where to listen, written by Jupyter" };

    public Command Create()
    {
        Command command = new("kernel", "Started by Jupyter: executes the cells of a notebook page") { _file };
        command.Hidden = true;
        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        KernelConnection connection = KernelConnection.Load(parsed.GetRequiredValue(_file));
        await using LabSource source = await NotebookFiles.OpenAsync(context, null, ct);
        using KernelHost host = Open(connection, source.Api);
        host.Run(ct);
        if (host.DroppedCount > 0)
        {
            context.Console.Notice($"plab: {host.DroppedCount} messages to the kernel were malformed, wrongly signed or unknown, and were dropped.");
        }

        return ExitCodes.Decided;
    }

    private static KernelHost Open(KernelConnection connection, LabApi lab)
    {
        try
        {
            return new KernelHost(connection, lab, Environment.CurrentDirectory);
        }
        catch (DllNotFoundException e)
        {
            throw new LabInputException([e.Message]);
        }
    }
}
