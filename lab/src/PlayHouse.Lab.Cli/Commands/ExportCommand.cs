using System.CommandLine;
using System.Text;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Cli.Allocations;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Profiling.Export;
using PlayHouse.Lab.Profiling.Folding;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Html;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab export</c>: a run as one HTML file, or its stacks for other programs.</summary>
internal sealed class ExportCommand : ICommandSource
{
    /// <summary>Name and version of the JSON that says what was written.</summary>
    public const string Schema = "playhouse-lab/export/1";

    private const string Html = "html";

    private readonly Argument<string> _source = new("SOURCE") { Description = "A run, a .stacks file, or a .nettrace file of any tool" };
    private readonly Option<string> _format = new("--format") { Description = "html for a whole run; speedscope, folded, pprof, csv or json for its stacks", HelpName = "FORMAT", Required = true };
    private readonly Option<string> _out = new("--out") { Description = "File to write; one that exists is replaced", HelpName = "FILE", Required = true };
    private readonly Option<string?> _arm = new("--arm") { Description = "Only this arm of the run", HelpName = "ARM" };
    private readonly FoldingOptions _folding = new("show");
    private readonly Option<bool> _anyway = new("--anyway") { Description = "Write a trace that may not be used, marked as such" };
    private readonly Option<bool> _json = CommonArguments.Json();

    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab export r-20250101-1 --format html --out r.html", "the run as one file for a browser, without scripts"),
        ("plab export r-20250101-1 --format speedscope --out r.speedscope.json", "for the speedscope page, one profile per trace"),
        ("plab export r-20250101-1 --format pprof --out r.pb.gz", "for go tool pprof: alloc_objects, alloc_space"),
        ("plab export server.nettrace --format folded --out server.folded", "for flame graph scripts"),
        ("plab export r-20250101-1 --format csv --out r.csv --framework fold", "for a spreadsheet"),
    ];

    public Command Create(CommandContext context)
    {
        _format.AcceptOnlyFromAmong(Html, "speedscope", "folded", "pprof", "csv", "json");
        Command command = new("export", "Write a run as HTML, or the stacks of a run or a trace for other programs") { _source, _format, _out, _arm };
        _folding.AddTo(command);
        command.Add(_anyway);
        command.Add(_json);
        command.SetAction((parsed, ct) => RunAsync(context, parsed, ct));
        return command;
    }

    private Task<int> RunAsync(CommandContext context, ParseResult parsed, CancellationToken ct) =>
        parsed.GetRequiredValue(_format) == Html ? HtmlAsync(context, parsed, ct) : StacksAsync(context, parsed, ct);

    private async Task<int> HtmlAsync(CommandContext context, ParseResult parsed, CancellationToken ct)
    {
        if (parsed.GetValue(_arm) is not null)
        {
            throw new LabInputException(["--arm chooses stacks; an HTML report shows both arms of its run."]);
        }

        string path = parsed.GetRequiredValue(_out);
        ILabService service = await context.ServiceAsync(ct);
        RunReport report = await service.ReportAsync(parsed.GetRequiredValue(_source), ct);
        string html = HtmlReport.Of(report, await service.RuntimeProfilesAsync(report.Run.Id, ct), await service.LatencyCurvesAsync(report.Run.Id, ct));
        long bytes = ExportFile.Write(path, file => file.Write(Encoding.UTF8.GetBytes(html)));
        context.Console.Result(parsed.GetValue(_json)
            ? Json(path, Html, bytes, report.Profiles.Count, report.Profiles.Sum(p => p.Samples))
            : $"Wrote {PlainText.Clean(path)}: {Numbers.Size(bytes)}. Open it in a browser; it needs nothing else.\n");
        return ExitCodes.Decided;
    }

    private async Task<int> StacksAsync(CommandContext context, ParseResult parsed, CancellationToken ct)
    {
        StackFolding folding = _folding.Of(parsed);
        StackExportFormat format = Enum.Parse<StackExportFormat>(parsed.GetRequiredValue(_format), ignoreCase: true);
        string path = parsed.GetRequiredValue(_out);
        StackSource source = await StackSource.LoadAsync(context, parsed.GetRequiredValue(_source), parsed.GetValue(_arm), parsed.GetValue(_anyway), ct);
        AllocationStacks[] windows = FoldingOptions.Guard(() => source.Windows.Select(w => folding.Apply(w).Stacks).ToArray());
        long bytes = ExportFile.Write(path, file => StackExport.Write(format, windows, file));
        int samples = windows.Sum(w => w.Total().Samples);
        context.Console.Result(parsed.GetValue(_json)
            ? Json(path, LabJson.Word(format), bytes, windows.Length, samples)
            : Text(path, format, bytes, windows.Length, samples));
        return ExitCodes.Decided;
    }

    private static string Text(string path, StackExportFormat format, long bytes, int windows, int samples) =>
        $"Wrote {PlainText.Clean(path)}: {Numbers.Size(bytes)}, {Numbers.Counted(windows, "trace")}, {Numbers.Counted(samples, "sample")}.\n"
        + (HowToOpen(path, format) is { } how ? $"Open it: {how}\n" : "");

    private static string? HowToOpen(string path, StackExportFormat format) => format switch
    {
        StackExportFormat.Speedscope => $"npx speedscope {PlainText.Clean(path)}",
        StackExportFormat.Pprof => $"go tool pprof -top {PlainText.Clean(path)}",
        _ => null,
    };

    private static string Json(string path, string format, long bytes, int windows, int samples) => JsonText.Write(new JsonObject
    {
        ["schema"] = Schema,
        ["file"] = path,
        ["format"] = format,
        ["bytes"] = bytes,
        ["traces"] = windows,
        ["samples"] = samples,
    });
}
