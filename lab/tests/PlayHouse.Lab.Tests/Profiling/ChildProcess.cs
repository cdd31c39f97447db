using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using PlayHouse.Lab.Profiling.Reading;
using PlayHouse.Lab.Profiling.Runtime;

namespace PlayHouse.Lab.Profiling.Tests;

/// <summary>The program with known allocations, driven over its stdin and stdout.</summary>
internal sealed class ChildProcess : IDisposable
{
    private static readonly TimeSpan AnswerDeadline = TimeSpan.FromSeconds(60);

    private readonly Process _process;

    private ChildProcess(Process process) => _process = process;

    public int Pid => _process.Id;

    public static ChildProcess Start(params (string Name, string Value)[] environment)
    {
        string dll = Repository.Program("PlayHouse.Lab.Profiling.Child") + ".dll";
        string host = Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet";
        var start = new ProcessStartInfo(host, ["exec", dll]) { RedirectStandardInput = true, RedirectStandardOutput = true };
        foreach ((string name, string value) in environment)
            start.Environment[name] = value;
        return new ChildProcess(Process.Start(start)!);
    }

    public async Task<Truth[]> TruthAsync() => JsonSerializer.Deserialize<Truth[]>(await AskAsync("truth"))!;

    public async Task<Window> RunAsync(string command) => JsonSerializer.Deserialize<Window>(await AskAsync(command))!;

    public async Task<string> AskAsync(string command)
    {
        await _process.StandardInput.WriteLineAsync(command);
        await _process.StandardInput.FlushAsync();
        string? line = await _process.StandardOutput.ReadLineAsync().WaitAsync(AnswerDeadline);
        Assert.True(line is not null, $"The child ended at '{command}'.");
        return line;
    }

    public async Task QuitAsync()
    {
        await _process.StandardInput.WriteLineAsync("quit");
        await _process.StandardInput.FlushAsync();
        await _process.WaitForExitAsync().WaitAsync(AnswerDeadline);
    }

    public void Kill()
    {
        _process.Kill();
        _process.WaitForExit();
        // A killed runtime leaves its diagnostic socket behind.
        foreach (string socket in Directory.GetFiles(Path.GetTempPath(), $"dotnet-diagnostic-{_process.Id}-*"))
            File.Delete(socket);
    }

    /// <summary>Stops or continues every thread of the child, so that it neither answers nor ends.</summary>
    public async Task SignalAsync(string signal)
    {
        using Process kill = Process.Start("kill", [$"-{signal}", _process.Id.ToString(CultureInfo.InvariantCulture)]);
        await kill.WaitForExitAsync();
        Assert.Equal(0, kill.ExitCode);
    }

    public void Dispose()
    {
        if (!_process.HasExited)
            Kill();
        _process.Dispose();
    }

    internal sealed record Truth(string Site, string Type, long BytesPerMessage, string Source);

    /// <summary>Counters of the runtime at a mark; counts of collections include older generations.</summary>
    internal sealed record Counters(long Bytes, double PauseMs, int Gen0, int Gen1, int Gen2, long Contentions, long Compiled);

    internal sealed record Window(
        long BeginBefore, long BeginAfter, long EndBefore, long EndAfter, long Bytes, long Messages, Counters Begin, Counters End)
    {
        public TraceWindow Span => new(BeginBefore, BeginAfter, EndBefore, EndAfter);

        /// <summary>The differences as the lab's target reports them: collections of one generation only.</summary>
        public RuntimeCounters Runtime => new()
        {
            Messages = 1,
            AllocatedBytes = Bytes,
            PauseMs = End.PauseMs - Begin.PauseMs,
            Collections = [Inclusive[0] - Inclusive[1], Inclusive[1] - Inclusive[2], Inclusive[2]],
            CompiledMethods = End.Compiled - Begin.Compiled,
        };

        public double[] Inclusive => [End.Gen0 - Begin.Gen0, End.Gen1 - Begin.Gen1, End.Gen2 - Begin.Gen2];
    }
}
