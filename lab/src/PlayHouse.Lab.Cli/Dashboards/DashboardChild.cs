using System.Diagnostics;
using System.Globalization;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Cli.Dashboards;

/// <summary>The dashboard's process. It ends when its standard input ends, so it goes with this process however that goes.</summary>
internal sealed class DashboardChild : IAsyncDisposable
{
    private static readonly TimeSpan ExitMax = TimeSpan.FromSeconds(10);
    private readonly Process _process;

    private DashboardChild(Process process) => _process = process;

    /// <summary>Starts the program on a workspace.</summary>
    /// <param name="program">The dashboard.</param>
    /// <param name="lab">This program: what the dashboard starts runs with.</param>
    /// <param name="workspace">Where the data lie.</param>
    /// <param name="port">Port to listen on.</param>
    public static DashboardChild Start(string program, IReadOnlyList<string> lab, LabWorkspace workspace, int port)
    {
        ProcessStartInfo start = new(program) { RedirectStandardInput = true, RedirectStandardOutput = true, UseShellExecute = false };
        start.ArgumentList.Add("--port");
        start.ArgumentList.Add(port.ToString(CultureInfo.InvariantCulture));
        foreach (string part in lab)
        {
            start.ArgumentList.Add("--lab");
            start.ArgumentList.Add(part);
        }

        start.Environment[LabWorkspace.HomeVariable] = workspace.Root;
        return new DashboardChild(Process.Start(start) ?? throw new InvalidOperationException("The dashboard did not start."));
    }

    /// <summary>Where it is. Throws <see cref="LabInputException"/> when it says why it cannot start.</summary>
    public async Task<DashboardLine> ReadyAsync(CancellationToken ct)
    {
        while (await _process.StandardOutput.ReadLineAsync(ct) is { } text)
        {
            switch (DashboardLine.Parse(text))
            {
                case { Event: "ready", Url: not null, Link: not null } ready:
                    return ready;
                case { Event: "error", Text: { } problem }:
                    throw new LabInputException([problem]);
            }
        }

        await _process.WaitForExitAsync(ct);
        throw new InvalidOperationException($"The dashboard ended with exit code {_process.ExitCode} before it was ready.");
    }

    /// <summary>Asks for a new link with every line that is read. The reader is left behind when the command ends: a read cannot be taken back.</summary>
    public void PassEnter(TextReader? input)
    {
        if (input is not null)
        {
            _ = Task.Run(() => PassAsync(input));
        }
    }

    /// <summary>Gives every new link until the process ends or the command is interrupted.</summary>
    public async Task FollowAsync(Action<DashboardLine> link, CancellationToken ct)
    {
        try
        {
            while (await _process.StandardOutput.ReadLineAsync(ct) is { } text)
            {
                if (DashboardLine.Parse(text) is { Event: "link", Link: not null } line)
                {
                    link(line);
                }
            }

            await _process.WaitForExitAsync(ct);
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested)
        {
            // The way this command ends.
            return;
        }

        if (_process.ExitCode != 0)
        {
            throw new InvalidOperationException($"The dashboard ended with exit code {_process.ExitCode}.");
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        using (_process)
        using (CancellationTokenSource deadline = new(ExitMax))
        {
            try
            {
                _process.StandardInput.Close();
                await _process.WaitForExitAsync(deadline.Token);
            }
            catch (Exception e) when (e is OperationCanceledException or IOException)
            {
                _process.Kill(entireProcessTree: true);
            }
        }
    }

    private async Task PassAsync(TextReader input)
    {
        try
        {
            while (await input.ReadLineAsync() is not null)
            {
                await _process.StandardInput.WriteLineAsync("link");
                await _process.StandardInput.FlushAsync();
            }
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException or InvalidOperationException)
        {
            // The process has gone.
        }
    }
}
