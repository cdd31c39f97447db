using System.Text.Json.Nodes;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Trees;

namespace PlayHouse.Lab.Reporting.Allocations;

/// <summary>Views of allocations as one JSON document. Bytes are those of one message, second or whole window as <c>per</c> says, never scaled further.</summary>
public static class AllocationViewJson
{
    /// <summary>Name and version of the document.</summary>
    public const string Schema = "playhouse-lab/hotspots/1";

    /// <summary>The document.</summary>
    /// <param name="source">Run or file.</param>
    /// <param name="views">At least one view.</param>
    public static string Of(string source, IReadOnlyList<AllocationView> views)
    {
        ArgumentNullException.ThrowIfNull(views);
        return JsonText.Write(new JsonObject
        {
            ["schema"] = Schema,
            ["source"] = source,
            ["by"] = LabJson.Word(views[0].Kind),
            ["views"] = new JsonArray([.. views.Select(View)]),
        });
    }

    private static JsonNode View(AllocationView view)
    {
        (double divisor, string per) = Per(view);
        var node = new JsonObject
        {
            ["arm"] = view.Arm,
            ["traces"] = view.Windows,
            ["launches"] = view.Stacks.Origin,
            ["messages"] = JsonText.Number(view.Stacks.Messages),
            ["seconds"] = JsonText.Number(view.Seconds),
            ["per"] = per,
            ["isValid"] = view.Stacks.Invalid.Count == 0,
            ["invalid"] = JsonText.Strings(view.Stacks.Invalid),
            ["notes"] = JsonText.Strings(view.Notes),
            ["focus"] = view.Focus,
            ["exactBytes"] = JsonText.Number(view.Stacks.ExactBytes / divisor),
            ["total"] = Figures(view.Stacks.Total(), divisor),
            ["leftOut"] = Figures(view.LeftOut, divisor),
        };
        bool isTable = view.Kind is AllocationViewKind.Sites or AllocationViewKind.Types or AllocationViewKind.Methods;
        node[isTable ? "rows" : "nodes"] = isTable ? Rows(view, divisor) : Nodes(view, divisor);
        return node;
    }

    private static (double Divisor, string Per) Per(AllocationView view)
        => view.Stacks.Messages > 0 ? (view.Stacks.Messages, "message") : view.Seconds > 0 ? (view.Seconds, "second") : (1, "window");

    private static JsonArray Rows(AllocationView view, double divisor)
        => [.. AllocationRow.Of(view).Take(view.RowLimit).Select(r => (JsonNode)Row(r, divisor))];

    private static JsonObject Row(AllocationRow row, double divisor)
    {
        var node = new JsonObject { ["name"] = row.Name, ["source"] = row.Source };
        if (row.Type is not null)
        {
            node["type"] = row.Type;
            node["calledFrom"] = row.CalledFrom;
        }

        if (row.Methods is { } methods)
        {
            node["methods"] = methods;
        }

        node["total"] = Figures(row.Total, divisor);
        if (row.Self is { } self)
        {
            node["self"] = Figures(self, divisor);
        }

        return node;
    }

    /// <summary>Nodes as a list, largest first and parents before children: a nested document would be as deep as the stacks.</summary>
    private static JsonArray Nodes(AllocationView view, double divisor)
    {
        AllocationTree tree = ViewTree.Of(view).Tree;
        int[] shown = [.. Enumerable.Range(0, tree.Count).OrderByDescending(n => tree.TotalOf(n).Bytes).ThenBy(n => n).Take(view.RowLimit)];
        return
        [
            .. shown.Select(n => (JsonNode)new JsonObject
            {
                ["id"] = n,
                ["parent"] = tree.ParentOf(n),
                ["kind"] = LabJson.Word(tree.LabelOf(n).Kind),
                ["name"] = tree.LabelOf(n).Name,
                ["module"] = tree.LabelOf(n).Module,
                ["frame"] = LabJson.Word(tree.LabelOf(n).FrameKind),
                ["source"] = tree.SourceOf(n),
                ["total"] = Figures(tree.TotalOf(n), divisor),
                ["self"] = Figures(tree.SelfOf(n), divisor),
            }),
        ];
    }

    private static JsonObject Figures(in AllocationEstimator estimate, double divisor)
    {
        (double low, double high) = estimate.Interval95();
        return new JsonObject
        {
            ["samples"] = estimate.Samples,
            ["bytes"] = JsonText.Number(estimate.Bytes / divisor),
            ["low"] = JsonText.Number(low / divisor),
            ["high"] = JsonText.Number(high / divisor),
            ["objects"] = JsonText.Number(estimate.Objects / divisor),
            ["variance"] = JsonText.Number(estimate.Variance / (divisor * divisor)),
            ["isInsufficient"] = estimate.IsInsufficient,
        };
    }
}
