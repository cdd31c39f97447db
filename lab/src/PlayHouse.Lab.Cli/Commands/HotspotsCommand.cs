using System.CommandLine;
using System.Globalization;
using PlayHouse.Lab.Cli.Allocations;
using PlayHouse.Lab.Profiling.Folding;
using PlayHouse.Lab.Reporting.Allocations;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab hotspots</c>: who allocates, as tables, trees or a flame, always with intervals.</summary>
internal sealed class HotspotsCommand : ICommandSource
{
    private const int RowsOfATable = 15;
    private const int RowsOfATree = 40;

    private readonly Argument<string> _source = new("SOURCE") { Description = "A run, a .stacks file, or a .nettrace file of any tool" };
    private readonly Option<string?> _arm = new("--arm") { Description = "Only this arm of the run", HelpName = "ARM" };
    private readonly Option<string?> _by = new("--by") { Description = "sites, types, methods, tree, callers or callees [default: sites]", HelpName = "VIEW" };
    private readonly Option<bool> _flame = new("--flame") { Description = "The tree as rows of boxes as wide as their bytes" };
    private readonly Option<string?> _focus = new("--focus") { Description = "Only what this method allocates or calls: Encode, Codec.Encode, *.Encode", HelpName = "METHOD" };
    private readonly Option<int?> _top = CommonArguments.Parsed<int>(
        "--top", "N", $"Rows; 0 for all [default: {RowsOfATable}, trees {RowsOfATree}]", "a whole number from 0 on",
        static text => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int n) ? n : null);
    private readonly FoldingOptions _folding = new("fold");
    private readonly Option<bool> _anyway = new("--anyway") { Description = "Show a trace that may not be used, marked as such" };
    private readonly Option<bool> _json = CommonArguments.Json();
    private readonly Option<bool> _csv = new("--csv") { Description = "Comma-separated values on standard output" };

    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab hotspots r-20250101-1", "call sites of every arm, bytes per message"),
        ("plab hotspots r-20250101-1 --arm candidate --by tree", "from Main down to the types"),
        ("plab hotspots r-20250101-1 --by callers --focus Codec.Encode", "who makes it allocate"),
        ("plab hotspots server.nettrace --flame", "a trace of dotnet-trace, per second"),
        ("plab hotspots r-20250101-1 --fold 'Pool.*' --group 'Game.Ai.*->AI'", "less to read"),
    ];

    public Command Create(CommandContext context)
    {
        _by.AcceptOnlyFromAmong("sites", "types", "methods", "tree", "callers", "callees");
        Command command = new("hotspots", "Show who allocates: sites, types, methods, call trees") { _source, _arm, _by, _flame, _focus, _top };
        _folding.AddTo(command);
        foreach (Option option in (Option[])[_anyway, _json, _csv])
        {
            command.Add(option);
        }

        command.Validators.Add(result =>
        {
            if (result.GetValue(_json) && result.GetValue(_csv))
            {
                result.AddError("--json and --csv exclude each other.");
            }

            // The value of an option that is wrong itself cannot be asked for; its word can.
            string? by = result.GetResult(_by) is { Tokens: [{ } word, ..] } ? word.Value : null;
            if (result.GetValue(_flame) && by is not null and not "tree")
            {
                result.AddError($"--flame draws the tree; leave --by {by} out.");
            }

            if (by == "callees" && result.GetResult(_focus) is null)
            {
                result.AddError("--by callees needs --focus METHOD: whose callees?");
            }
        });
        command.SetAction((parsed, ct) => RunAsync(context, parsed, ct));
        return command;
    }

    private async Task<int> RunAsync(CommandContext context, ParseResult parsed, CancellationToken ct)
    {
        StackFolding folding = _folding.Of(parsed);
        FramePattern? focus = parsed.GetValue(_focus) is { } method ? FoldingOptions.Guard(() => FramePattern.Parse(method)) : null;
        AllocationViewKind kind = parsed.GetValue(_flame) ? AllocationViewKind.Flame : Kind(parsed.GetValue(_by));
        StackSource source = await StackSource.LoadAsync(context, parsed.GetRequiredValue(_source), parsed.GetValue(_arm), parsed.GetValue(_anyway), ct);
        bool isTable = kind is AllocationViewKind.Sites or AllocationViewKind.Types or AllocationViewKind.Methods;
        bool isDocument = parsed.GetValue(_json) || parsed.GetValue(_csv);
        // A program filters for itself: it gets everything unless it asks for less.
        int rowsMax = parsed.GetValue(_top) ?? (isDocument ? 0 : isTable ? RowsOfATable : RowsOfATree);
        IReadOnlyList<AllocationView> views = FoldingOptions.Guard(() => ViewMaker.Of(source, folding, kind, focus, rowsMax));
        context.Console.Result(parsed.GetValue(_json) ? AllocationViewJson.Of(source.Name, views)
            : parsed.GetValue(_csv) ? AllocationViewCsv.Of(views)
            : AllocationViewText.Of(views, context.Console.Width));
        return ExitCodes.Decided;
    }

    private static AllocationViewKind Kind(string? by) => by switch
    {
        "types" => AllocationViewKind.Types,
        "methods" => AllocationViewKind.Methods,
        "tree" => AllocationViewKind.Tree,
        "callers" => AllocationViewKind.Callers,
        "callees" => AllocationViewKind.Callees,
        _ => AllocationViewKind.Sites,
    };
}
