using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Doctor;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Cli;

/// <summary>What commands work with; tests replace any part.</summary>
internal sealed class CommandContext
{
    /// <summary>Output.</summary>
    public required CliConsole Console { get; init; }

    /// <summary>Makes the lab's service; called at most once by a command, and only by commands that need it.</summary>
    public required Func<CancellationToken, Task<ILabService>> Services { get; init; }

    /// <summary>Interrupts of this process.</summary>
    public Interrupts Interrupts { get; init; } = new(Environment.Exit);

    /// <summary>Finds the workspace.</summary>
    public Func<LabWorkspace> Workspace { get; init; } = LabWorkspace.Find;

    /// <summary>Throws when a run measures on this machine.</summary>
    public Action RequireQuiet { get; init; } = static () => MachineLock.RequireFree(MachineLock.Name);

    /// <summary>Starts <c>plab resume RUN</c> as a process that outlives this one; the second argument is its log file.</summary>
    public Func<string, string, CancellationToken, Task> Detach { get; init; } = static (run, log, ct) => DetachedRun.StartAsync(DetachedRun.Self(), run, log, ct);

    /// <summary>Reads the facts of the machine.</summary>
    public Func<LabWorkspace, CancellationToken, Task<MachineFacts>> Machine { get; init; } = MachineFactsReader.ReadAsync;

    /// <summary>Finds the program of the dashboard.</summary>
    public Func<string> DashboardProgram { get; init; } = FindDashboard;

    /// <summary>The program of the .NET SDK.</summary>
    public string Dotnet { get; init; } = Environment.GetEnvironmentVariable("DOTNET_ROOT") is { Length: > 0 } root ? Path.Combine(root, "dotnet") : "dotnet";

    /// <summary>Lines the user types; null where no user can type.</summary>
    public TextReader? Input { get; init; }

    /// <summary>Time.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>Pause between two looks at the events of a watched run.</summary>
    public TimeSpan WatchPeriod { get; init; } = TimeSpan.FromMilliseconds(500);

    private static string FindDashboard()
    {
        try
        {
            return LabExecutables.Find("PlayHouse.Dashboard");
        }
        catch (FileNotFoundException)
        {
            throw new LabInputException(["The dashboard is not built. ./plab dashboard, in the lab's folder, builds it."]);
        }
    }

    /// <summary>The workspace, or the error that says what to do.</summary>
    public LabWorkspace FindWorkspace()
    {
        try
        {
            return Workspace();
        }
        catch (DirectoryNotFoundException missing)
        {
            throw new LabInputException([missing.Message]);
        }
    }

    /// <summary>The service, or the error that says what to do when there is no workspace.</summary>
    public async Task<ILabService> ServiceAsync(CancellationToken ct)
    {
        FindWorkspace();
        return await Services(ct);
    }
}
