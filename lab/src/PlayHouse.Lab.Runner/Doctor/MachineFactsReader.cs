using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using PlayHouse.Lab.Counters;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Doctor;

/// <summary>Reads <see cref="MachineFacts"/> from this machine. What cannot be read is null, never an error.</summary>
internal static class MachineFactsReader
{
    /// <summary>Folder of the experiment that <c>plab demo</c> executes.</summary>
    public const string DemoExperiment = "001-reply-codec";

    private static readonly TimeSpan SampleLength = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan PauseSampleLength = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan SdkTimeout = TimeSpan.FromSeconds(10);
    private static readonly string[] ProgramNames = ["taskset", "nice", "setsid", "chromium-headless-shell", "chromium"];
    private static readonly string[] LibraryFolders = ["/usr/lib", "/lib", "/usr/local/lib", "/usr/lib64", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"];

    /// <summary>Reads everything; takes about two seconds, the length of the samples of noise.</summary>
    public static async Task<MachineFacts> ReadAsync(LabWorkspace workspace, CancellationToken ct)
    {
        ProcessorTimes? before = ProcessorTimes.Read();
        string? sdk = await SdkAsync(ct);
        // The pause is the sample itself, not a wait for anything.
        await Task.Delay(SampleLength, ct);
        ProcessorTimes? after = ProcessorTimes.Read();
        return new MachineFacts
        {
            SdkVersion = sdk,
            Runtime = $"{RuntimeInformation.FrameworkDescription}, {RuntimeInformation.OSDescription}, {RuntimeInformation.ProcessArchitecture}",
            Processors = Environment.ProcessorCount,
            ProcessorModel = ProcessorModel(),
            MemoryBytes = KiB("MemTotal"),
            MemoryAvailableBytes = KiB("MemAvailable"),
            DiskFreeBytes = DiskFree(workspace.Root),
            DescriptorsMax = Descriptors(),
            LoadAverage = Number(Text("/proc/loadavg")?.Split(' ')[0]),
            StealShare = ProcessorTimes.Share(before, after, static t => t.Steal),
            BusyShare = ProcessorTimes.Share(before, after, static t => t.Busy),
            LongestPauseMs = await ClockPauses.LongestMsAsync(PauseSampleLength),
            PressureSome = Pressure(),
            InstructionsRefusal = InstructionsRefusal(),
            Programs = new HashSet<string>(ProgramNames.Where(IsOnPath)),
            HasZmq = LibraryFolders.Any(folder => File.Exists(Path.Combine(folder, "libzmq.so.5"))),
            HasHistogramOracle = Directory.Exists(Path.Combine(
                workspace.Root, "lab", "tests", "PlayHouse.Lab.ProcessTests", "Load", "oracle", "node_modules", "hdr-histogram-js")),
            HasDemoExperiment = File.Exists(Path.Combine(workspace.Experiments, DemoExperiment, "experiment.yaml")),
            HasTarget = HasSibling("PlayHouse.Lab.Target"),
            HasLoad = HasSibling("PlayHouse.Lab.Load"),
            IsWorkspaceWritable = IsWritable(workspace.Data),
            StoreProblems = File.Exists(workspace.Store) ? await StoreProblemsAsync(workspace.Store, ct) : null,
        };
    }

    private static string InstructionsRefusal()
    {
        if (!ProcessCounter.TryOpen(CountedEvent.UserInstructions, out ProcessCounter? counter, out string reason))
        {
            return reason;
        }

        counter.Dispose();
        return "";
    }

    private static async Task<IReadOnlyList<string>> StoreProblemsAsync(string path, CancellationToken ct)
    {
        try
        {
            await using LabStore store = await LabStore.OpenAsync(path, StoreMode.Read, null, ct);
            return await store.CheckAsync(ct);
        }
        catch (StoreException e) when (e.Problem != StoreProblem.SchemaVersion)
        {
            return [e.Message];
        }
        catch (StoreException)
        {
            // A store of an older build is brought up to date by the next run.
            return [];
        }
    }

    /// <summary>What the processor calls itself; null where the system does not tell.</summary>
    public static string? ProcessorModel() => Field("/proc/cpuinfo", "model name");

    private static async Task<string?> SdkAsync(CancellationToken ct)
    {
        string? root = Environment.GetEnvironmentVariable("DOTNET_ROOT");
        string dotnet = string.IsNullOrEmpty(root) ? "dotnet" : Path.Combine(root, "dotnet");
        using CancellationTokenSource deadline = CancellationTokenSource.CreateLinkedTokenSource(ct);
        deadline.CancelAfter(SdkTimeout);
        try
        {
            ProcessStartInfo start = new(dotnet, "--list-sdks") { RedirectStandardOutput = true, RedirectStandardError = true };
            using Process process = Process.Start(start)!;
            Task<string> errors = process.StandardError.ReadToEndAsync(deadline.Token);
            string output = await process.StandardOutput.ReadToEndAsync(deadline.Token);
            await errors;
            return output.Split('\n').Where(l => l.StartsWith("10.", StringComparison.Ordinal)).Select(l => l.Split(' ')[0]).LastOrDefault();
        }
        catch (Exception e) when (e is System.ComponentModel.Win32Exception or IOException
            || (e is OperationCanceledException && !ct.IsCancellationRequested))
        {
            return null;
        }
    }

    // The executables lie next to this one: artifacts/bin/NAME/release/NAME.
    private static bool HasSibling(string name)
    {
        string own = ProgramFolder.Path;
        string configuration = Path.GetFileName(own);
        return File.Exists(Path.Combine(own, "..", "..", name, configuration, name + ".dll")) || File.Exists(Path.Combine(own, name + ".dll"));
    }

    private static bool IsOnPath(string program) => (Environment.GetEnvironmentVariable("PATH") ?? "")
        .Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
        .Any(folder => File.Exists(Path.Combine(folder, program)));

    private static bool IsWritable(string folder)
    {
        try
        {
            Directory.CreateDirectory(folder);
            string probe = Path.Combine(folder, $".doctor-{Environment.ProcessId}");
            File.WriteAllText(probe, "");
            File.Delete(probe);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static long? DiskFree(string folder)
    {
        try
        {
            return new DriveInfo(folder).AvailableFreeSpace;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return null;
        }
    }

    // "Max open files   1024   524288   files": the soft limit is the one that counts.
    private static long? Descriptors()
    {
        string? line = Text("/proc/self/limits")?.Split('\n').FirstOrDefault(l => l.StartsWith("Max open files", StringComparison.Ordinal));
        string[] words = line?["Max open files".Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries) ?? [];
        return words.Length == 0 ? null : words[0] == "unlimited" ? long.MaxValue : (long?)Number(words[0]);
    }

    // "some avg10=1.23 avg60=…": percent.
    private static double? Pressure()
    {
        string? word = Text("/proc/pressure/cpu")?.Split(' ').FirstOrDefault(w => w.StartsWith("avg10=", StringComparison.Ordinal));
        return Number(word?["avg10=".Length..]) / 100;
    }

    private static long? KiB(string key) => (long?)(Number(Field("/proc/meminfo", key)?.Split(' ')[0]) * 1024);

    private static string? Field(string path, string key)
    {
        string? line = Text(path)?.Split('\n').FirstOrDefault(l => l.StartsWith(key, StringComparison.Ordinal));
        int colon = line?.IndexOf(':', StringComparison.Ordinal) ?? -1;
        return colon < 0 ? null : line![(colon + 1)..].Trim();
    }

    private static double? Number(string? text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double value) ? value : null;

    private static string? Text(string path)
    {
        try
        {
            return File.ReadAllText(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
