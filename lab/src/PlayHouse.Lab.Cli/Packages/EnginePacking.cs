using System.Diagnostics;
using System.Text.RegularExpressions;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Packages;

/// <summary>Runs <c>dotnet pack</c> over the engine's libraries. Packages appear in their folder whole, and only when all of them are made.</summary>
/// <param name="context">Output, interrupts, clock.</param>
/// <param name="root">The checkout.</param>
internal sealed partial class EnginePacking(CommandContext context, string root)
{
    private const int ErrorsShownMax = 10;
    private static readonly TimeSpan LookPeriod = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan QuietMax = TimeSpan.FromSeconds(2);

    private readonly string _artifacts = Path.Combine(root, "artifacts");
    private readonly string _solution = Path.Combine(root, "engine", "PlayHouse.Engine.slnf");

    private string Log => Path.Combine(_artifacts, "pack-engine.log");

    /// <summary>Where packages lie when no folder is named.</summary>
    public string DefaultFolder => Path.Combine(_artifacts, "packages");

    /// <summary>Makes the packages; null where the build failed, which was said by then.</summary>
    /// <exception cref="LabInputException">The sources or the SDK are missing, or the folder cannot be written.</exception>
    public async Task<IReadOnlyList<EnginePackage>?> RunAsync(string folder, string? version, CancellationToken ct)
    {
        if (!File.Exists(_solution))
        {
            throw new LabInputException([$"{root} holds no sources of the engine. Let PLAYHOUSE_LAB_HOME name a clone of the lab, or unset it."]);
        }

        string fresh = Path.Combine(folder, ".incomplete");
        try
        {
            Directory.CreateDirectory(_artifacts);
            using FileStream held = Hold();
            try
            {
                Remove(fresh);
                Directory.CreateDirectory(fresh);
                return await BuildAsync(fresh, version, ct) ? [.. Directory.GetFiles(fresh).Order(StringComparer.Ordinal).Select(f => Publish(f, folder)).OfType<EnginePackage>()] : null;
            }
            finally
            {
                Remove(fresh);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new LabInputException([$"The packages cannot be written: {e.Message}"]);
        }
    }

    // Two builds would write the same files. The lock ends with its holder.
    private FileStream Hold()
    {
        try
        {
            return new FileStream(Path.Combine(_artifacts, "pack-engine.lock"), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
        }
        catch (IOException)
        {
            throw new LabInputException(["Another plab pack-engine runs in this checkout. Wait until it has ended."]);
        }
    }

    private static void Remove(string folder)
    {
        if (Directory.Exists(folder))
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static EnginePackage? Publish(string file, string folder)
    {
        string name = Path.GetFileName(file), target = Path.Combine(folder, name);
        bool isReplaced = File.Exists(target);
        File.Move(file, target, overwrite: true);
        Match match = PackageName().Match(name);
        return match.Success ? new EnginePackage(match.Groups["id"].Value, match.Groups["version"].Value, target, new FileInfo(target).Length, isReplaced) : null;
    }

    private async Task<bool> BuildAsync(string output, string? version, CancellationToken ct)
    {
        // What it starts ends with it.
        List<string> arguments = ["pack", _solution, "-c", "Release", "-nologo", "-v", "quiet", "-nodeReuse:false", "-p:UseSharedCompilation=false", $"-p:PackageOutputPath={Escaped(output)}"];
        arguments.AddRange(version is null ? [] : [$"-p:PackageVersion={version}"]);
        ProcessStartInfo start = new(context.Dotnet, arguments) { WorkingDirectory = root, RedirectStandardOutput = true, RedirectStandardError = true };
        start.Environment["DOTNET_CLI_UI_LANGUAGE"] = "en";
        // The compiler's profile is measured while it compiles and pays off only later.
        start.Environment["DOTNET_TieredPGO"] = "0";
        using Process process = Start(start);
        await using CancellationTokenRegistration stop = ct.Register(() => process.Kill(entireProcessTree: true));
        Task<string> lines = process.StandardOutput.ReadToEndAsync(CancellationToken.None), errors = process.StandardError.ReadToEndAsync(CancellationToken.None);
        await ShowAsync(process.WaitForExitAsync(CancellationToken.None));
        // Both end with the last process that could still write a package.
        string said = await lines + await errors;
        ct.ThrowIfCancellationRequested();
        await File.WriteAllTextAsync(Log, said, CancellationToken.None);
        if (process.ExitCode == 0)
        {
            return true;
        }

        foreach (string line in said.Split('\n').Where(l => l.Contains("error", StringComparison.Ordinal)).Select(l => l.Trim()).Distinct().Take(ErrorsShownMax))
        {
            context.Console.Notice(PlainText.Clean(line));
        }

        context.Console.Notice($"plab: the engine could not be packed; the whole log is {PlainText.Clean(Log)}");
        return false;
    }

    private Process Start(ProcessStartInfo start)
    {
        try
        {
            return Process.Start(start)!;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            throw new LabInputException([$"'{context.Dotnet}' could not be started: install the .NET 10 SDK, or let DOTNET_ROOT name its folder."]);
        }
    }

    private async Task ShowAsync(Task ended)
    {
        long since = context.Clock.GetTimestamp();
        bool isTold = false;
        while (await Task.WhenAny(ended, Task.Delay(LookPeriod, context.Clock, CancellationToken.None)) != ended)
        {
            TimeSpan took = context.Clock.GetElapsedTime(since);
            if (took < QuietMax)
            {
                continue;
            }

            if (context.Console.IsLive)
            {
                context.Console.Redraw($"Packing the engine … {took.TotalSeconds:0} s");
            }
            else if (!isTold)
            {
                context.Console.Notice("Packing the engine …");
            }

            isTold = true;
        }

        if (isTold && context.Console.IsLive)
        {
            context.Console.Redraw("");
        }
    }

    // What separates properties on the command line may be part of a path.
    private static string Escaped(string path) =>
        path.Replace("%", "%25", StringComparison.Ordinal).Replace(";", "%3B", StringComparison.Ordinal).Replace(",", "%2C", StringComparison.Ordinal);

    [GeneratedRegex(@"^(?<id>.+?)\.(?<version>\d+\.\d+\.\d+.*)\.nupkg$")]
    private static partial Regex PackageName();
}
