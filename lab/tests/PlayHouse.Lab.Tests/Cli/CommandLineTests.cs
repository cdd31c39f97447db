using System.CommandLine;
using PlayHouse.Lab.Cli.Tests.Fakes;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Cli.Tests;

public sealed class CommandLineTests : IDisposable
{
    private readonly CliRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task Help_EveryCommand_HasAnExampleOfItselfWithinTheWidth()
    {
        foreach (Command command in new LabCommandLine(_rig.Context).Commands)
        {
            using CliRig rig = new();
            Assert.Equal(0, await rig.RunAsync(command.Name, "--help"));
            Assert.Contains($"Examples:\n  plab {command.Name}", rig.Out.ReplaceLineEndings("\n"), StringComparison.Ordinal);
            Assert.Contains($"Usage:\n  plab {command.Name}", rig.Out.ReplaceLineEndings("\n"), StringComparison.Ordinal);
            Assert.All(rig.Out.Split('\n'), line => Assert.InRange(line.Length, 0, 80));
        }
    }

    [Fact]
    public async Task Help_Root_DocumentsEveryExitCode()
    {
        Assert.Equal(0, await _rig.RunAsync("--help"));
        Assert.All(new[] { 0, 1, 2, 3, 4, 5, 130 }, code => Assert.Contains($"\n  {code,3}  ", _rig.Out, StringComparison.Ordinal));
        Assert.All(new LabCommandLine(_rig.Context).Commands, c => Assert.Contains($"\n  {c.Name} ", _rig.Out, StringComparison.Ordinal));
    }

    [Fact]
    public async Task NoArguments_IsBadInputWithHelpOnTheErrorStream()
    {
        Assert.Equal(2, await _rig.RunAsync());
        Assert.Equal("", _rig.Out);
        Assert.Contains("plab demo", _rig.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("'run'", "rnu")]
    [InlineData("'strategies'", "strategy")]
    [InlineData("'--design'", "run", "x", "--desgin", "pairs")]
    [InlineData("'--json'", "list", "--jsn")]
    public async Task Unknown_NearWord_IsSuggested(string suggestion, params string[] arguments)
    {
        Assert.Equal(2, await _rig.RunAsync(arguments));
        Assert.Contains($"Did you mean {suggestion}?", _rig.Error, StringComparison.Ordinal);
        Assert.Equal("", _rig.Out);
    }

    [Theory]
    [InlineData("frobnicate")]
    [InlineData("run")]
    [InlineData("run", "x", "--blocks", "5")]
    [InlineData("run", "x", "--blocks", "201")]
    [InlineData("run", "x", "--blocks", "abc")]
    [InlineData("run", "x", "--blocks")]
    [InlineData("run", "x", "--rate", "NaN")]
    [InlineData("run", "x", "--rate", "-1")]
    [InlineData("run", "x", "--seed", "-1")]
    [InlineData("run", "x", "--design", "medium")]
    [InlineData("run", "x", "y")]
    [InlineData("strategies", "malibox")]
    [InlineData("show", "r-none")]
    public async Task BadInput_AnyKind_IsExitCode2WithNothingOnStandardOutput(params string[] arguments)
    {
        Assert.Equal(2, await _rig.RunAsync(arguments));
        Assert.Equal("", _rig.Out);
        Assert.StartsWith("plab: ", _rig.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("System.", _rig.Error, StringComparison.Ordinal);
        Assert.Null(_rig.Service.Prepared);
    }

    [Fact]
    public async Task ResponseFile_NamedWithAt_PutsNothingOnTheCommandLine()
    {
        string file = Path.Combine(_rig.Root, "arguments");
        await File.WriteAllTextAsync(file, "list");
        Assert.Equal(2, await _rig.RunAsync("@" + file));
        Assert.Null(_rig.Service.CountMax);
    }

    [Fact]
    public async Task Unknown_HugeOrHostileWord_IsCutAndCleaned()
    {
        Assert.Equal(2, await _rig.RunAsync("\u001b[2J" + new string('x', 100_000)));
        Assert.DoesNotContain('\u001b', _rig.Error);
        Assert.InRange(_rig.Error.Length, 1, 200);
    }

    [Fact]
    public async Task InputErrors_OfTheService_AreAllPrinted()
    {
        _rig.Service.Failure = new LabInputException(["first\u001b error", "second error"]);
        Assert.Equal(2, await _rig.RunAsync("run", "x"));
        Assert.Contains("plab: first? error\nplab: second error\n", _rig.Error.ReplaceLineEndings("\n"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task InternalError_AnyCommand_IsOneLineAndAFile()
    {
        _rig.Service.Failure = new InvalidOperationException("the message");
        Assert.Equal(1, await _rig.RunAsync("run", "x"));
        string line = Assert.Single(_rig.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries));
        string log = Assert.Single(Directory.GetFiles(Path.Combine(_rig.Root, ".lab", "logs")));
        Assert.Contains(log, line, StringComparison.Ordinal);
        Assert.Contains("System.InvalidOperationException: the message", await File.ReadAllTextAsync(log), StringComparison.Ordinal);
        Assert.DoesNotContain(" at ", line, StringComparison.Ordinal);
    }

    [Fact]
    public async Task NoWorkspace_IsBadInput()
    {
        CommandContext lost = new()
        {
            Console = _rig.Context.Console,
            Services = _rig.Context.Services,
            Workspace = static LabWorkspace () => throw new DirectoryNotFoundException("No folder 'experiments' here."),
        };
        Assert.Equal(2, await new LabCommandLine(lost).RunAsync(["list"]));
        Assert.Equal("plab: No folder 'experiments' here.", _rig.Error.TrimEnd());
    }

    [Fact]
    public async Task Plain_WholeRun_HasNoControlCodes()
    {
        _rig.Service.ExecuteEvents.AddRange(SampleEvents.Run);
        _rig.Service.Reports.Add(SampleReports.KeepReport());
        await _rig.RunAsync("demo");
        Assert.DoesNotContain(_rig.Out + _rig.Error, c => char.IsControl(c) && c is not '\n' and not '\r');
    }

    [Theory]
    [InlineData("run", "x")]
    [InlineData("run", "x", "--json")]
    [InlineData("demo")]
    public async Task Interrupt_DuringARun_SaysHowToResumeAndExits130(params string[] arguments)
    {
        TaskCompletionSource started = new(TaskCreationOptions.RunContinuationsAsynchronously);
        _rig.Service.Execution = async ct =>
        {
            started.SetResult();
            await Task.Delay(Timeout.Infinite, ct);
            return SampleReports.KeepReport();
        };
        Task<int> running = _rig.RunAsync(arguments);
        await started.Task.WaitAsync(TimeSpan.FromSeconds(30));
        _rig.Interrupts.Interrupt();
        Assert.Equal(130, await running.WaitAsync(TimeSpan.FromSeconds(30)));
        Assert.Contains($"Stopping: the running launch is given up. Resume with: plab resume {SampleReports.RunId}", _rig.Error, StringComparison.Ordinal);
        Assert.Equal(arguments.Contains("--json"), _rig.Out.Contains("\"resume\": \"plab resume", StringComparison.Ordinal));
        Assert.Null(_rig.ExitedWith);
    }

    [Fact]
    public void Interrupt_Twice_EndsTheProcessAtOnce()
    {
        _rig.Interrupts.Interrupt();
        Assert.True(_rig.Interrupts.Token.IsCancellationRequested);
        Assert.Null(_rig.ExitedWith);
        _rig.Interrupts.Interrupt();
        Assert.Equal(130, _rig.ExitedWith);
    }
}
