using PlayHouse.Lab.Runner.Doctor;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Cli.Tests.Fakes;

/// <summary>A command line around a fake lab, with its output in strings and a workspace of its own.</summary>
internal sealed class CliRig : IDisposable
{
    private readonly StringWriter _out = new();
    private readonly StringWriter _error = new();

    public CliRig(bool isLive = false, bool hasColour = false, string? dotnet = null)
    {
        Interrupts = new Interrupts(code => ExitedWith = code);
        Directory.CreateDirectory(Path.Combine(Root, "experiments"));
        Context = new CommandContext
        {
            Console = new CliConsole { Out = _out, Error = _error, IsLive = isLive, HasColour = hasColour },
            Services = _ => Task.FromResult<Lab.Runner.ILabService>(Service),
            Interrupts = Interrupts,
            Workspace = () => new LabWorkspace(Root),
            WatchPeriod = TimeSpan.FromMilliseconds(1),
            Machine = (_, _) => Task.FromResult(Machine),
            RequireQuiet = static () => { },
            Dotnet = Path.Combine(Root, dotnet ?? "no-dotnet"),
            Detach = (run, log, _) =>
            {
                Detached = (run, log);
                return Task.CompletedTask;
            },
        };
    }

    public string Root { get; } = Directory.CreateTempSubdirectory("plab-cli-").FullName;

    public FakeLabService Service { get; } = new();

    public Interrupts Interrupts { get; }

    public CommandContext Context { get; }

    public MachineFacts Machine { get; set; } = Machines.Fit;

    public (string Run, string Log)? Detached { get; private set; }

    public int? ExitedWith { get; private set; }

    public string Out => _out.ToString();

    public string Error => _error.ToString();

    public Task<int> RunAsync(params string[] arguments) => new LabCommandLine(Context).RunAsync(arguments);

    public void Dispose()
    {
        Interrupts.Dispose();
        Directory.Delete(Root, recursive: true);
    }
}
