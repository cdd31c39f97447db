using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Trees;

namespace PlayHouse.Lab.Reporting.Allocations;

/// <summary>
/// A tree as lines: figures in columns, then the calls. The largest nodes are shown; what is left out under a node is one line
/// with its sum. Calls without a branch between them share a line, since they share all figures. Pure.
/// </summary>
internal sealed class AllocationTreeText
{
    private const int BarColumns = 6;
    private const int NameColumnsMin = 16;
    private readonly AllocationView _view;
    private readonly ViewTree _tree;
    private readonly int _width;
    private readonly bool[] _isShown;
    private readonly List<Row> _rows = [];

    private AllocationTreeText(AllocationView view, int width)
    {
        _view = view;
        _width = width;
        _tree = ViewTree.Of(view);
        _isShown = Largest(_tree.Tree, view.RowLimit);
    }

    private readonly record struct Row(AllocationEstimator Estimate, string First, string Other, string Text);

    public static IEnumerable<string> Lines(AllocationView view, int width)
    {
        var text = new AllocationTreeText(view, width);
        text.Add(AllocationTree.Root, "", "");
        return text.Lines();
    }

    /// <summary>A parent has at least what its child has, so the largest nodes are a tree.</summary>
    private static bool[] Largest(AllocationTree tree, int nodesMax)
    {
        var isShown = new bool[tree.Count];
        var open = new PriorityQueue<int, (double, int)>();
        open.Enqueue(AllocationTree.Root, (0, 0));
        for (int lines = 0; lines < nodesMax && open.TryDequeue(out int node, out _);)
        {
            isShown[node] = true;
            ReadOnlySpan<int> children = tree.ChildrenOf(node);
            // A node whose only child has all of it shares its line with that child.
            lines += IsThrough(tree, node) ? 0 : 1;
            foreach (int child in children)
            {
                open.Enqueue(child, (-tree.TotalOf(child).Bytes, child));
            }
        }

        return isShown;
    }

    private static bool IsThrough(AllocationTree tree, int node)
        => node != AllocationTree.Root && tree.ChildrenOf(node).Length == 1 && tree.SelfOf(node).Samples == 0;

    private void Add(int node, string first, string other)
    {
        var chain = new List<int> { node };
        for (; IsThrough(_tree.Tree, node) && _isShown[_tree.Tree.ChildrenOf(node)[0]]; chain.Add(node))
        {
            node = _tree.Tree.ChildrenOf(node)[0];
        }

        _rows.Add(new Row(_tree.Tree.TotalOf(node), first, other, Names(chain)));
        AddChildren(node, other);
    }

    private void AddChildren(int node, string indent)
    {
        ReadOnlySpan<int> children = _tree.Tree.ChildrenOf(node);
        var hidden = new AllocationEstimator();
        int hiddenCount = 0;
        int shown = 0;
        foreach (int child in children)
        {
            shown += _isShown[child] ? 1 : 0;
            if (!_isShown[child])
            {
                hidden.Add(_tree.Tree.TotalOf(child));
                hiddenCount++;
            }
        }

        // With every child hidden the node is simply where the drawing ends.
        if (shown == 0)
        {
            return;
        }

        AllocationEstimator self = _tree.Tree.SelfOf(node);
        bool hasRest = hiddenCount > 0 || self.Samples > 0;
        int left = shown;
        foreach (int child in children)
        {
            if (!_isShown[child])
            {
                continue;
            }

            bool isLast = --left == 0 && !hasRest;
            Add(child, indent + (isLast ? "└ " : "├ "), indent + (isLast ? "  " : "│ "));
        }

        if (hasRest)
        {
            AddRest(indent, self, hidden, hiddenCount);
        }
    }

    private void AddRest(string indent, AllocationEstimator self, AllocationEstimator hidden, int hiddenCount)
    {
        if (self.Samples > 0)
        {
            _rows.Add(new Row(self, indent + (hiddenCount > 0 ? "├ " : "└ "), indent + "  ", _tree.IsOutward ? "(no caller)" : "(itself)"));
        }

        if (hiddenCount > 0)
        {
            _rows.Add(new Row(hidden, indent + "└ ", indent + "  ", $"… {Numbers.Count(hiddenCount)} more"));
        }
    }

    /// <summary>The calls of one line; of their places only the innermost known one, since the others are on the way to it.</summary>
    private string Names(List<int> chain)
    {
        int placed = _tree.IsOutward
            ? chain.FindIndex(n => n != AllocationTree.Root && _tree.Tree.SourceOf(n) is not null)
            : chain.FindLastIndex(n => n != AllocationTree.Root && _tree.Tree.SourceOf(n) is not null);
        IEnumerable<string> names = chain.Select((n, i) => i == placed ? $"{_tree.NameOf(n)} ({_tree.Tree.SourceOf(n)})" : _tree.NameOf(n));
        return PlainText.Clean(string.Join(_tree.IsOutward ? " < " : " > ", names));
    }

    private IEnumerable<string> Lines()
    {
        AllocationScale scale = _view.Scale;
        double largest = _tree.Tree.TotalOf(AllocationTree.Root).Bytes;
        int value = Math.Max(scale.Unit.Length, _rows.Max(r => scale.Value(r.Estimate).Length));
        int interval = Math.Max("95 % interval".Length, _rows.Max(r => scale.Interval(r.Estimate).Length));
        int samples = Math.Max("samples".Length, _rows.Max(r => Numbers.Count(r.Estimate.Samples).Length));
        bool hasBar = _width - value - interval - samples - BarColumns - 8 >= 2 * NameColumnsMin;
        string head = $"{PlainText.PadStart(scale.Unit, value)}  {PlainText.PadStart("95 % interval", interval)}  {PlainText.PadStart("samples", samples)}  ";
        yield return head.TrimEnd();
        foreach (Row row in _rows)
        {
            string bar = hasBar ? PlainText.PadEnd(IntervalBar.Of(row.Estimate, largest, BarColumns), BarColumns) + "  " : "";
            string figures = $"{PlainText.PadStart(scale.Value(row.Estimate), value)}  {PlainText.PadStart(scale.Interval(row.Estimate), interval)}  "
                + $"{PlainText.PadStart(Numbers.Count(row.Estimate.Samples), samples)}  {bar}";
            foreach (string line in Named(row, figures))
            {
                yield return line.TrimEnd();
            }
        }

        foreach (string line in Remarks().SelectMany(r => PlainText.Wrap(r, _width)))
        {
            yield return line;
        }
    }

    private IEnumerable<string> Remarks()
    {
        if (Enumerable.Range(0, _tree.Tree.Count).Any(n => _isShown[n] && _tree.Tree.LabelOf(n).FrameKind == FrameKind.Continuation))
        {
            yield return "(continuation): what ran after an await; its callers are not on the stack.";
        }

        if (_tree.Tree.CellsCut > 0)
        {
            yield return $"{Numbers.Counted(_tree.Tree.CellsCut, "rarer path is", "rarer paths are")} cut short: a tree holds {Numbers.Count(AllocationTrees.NodesMax)} nodes.";
        }
    }

    // A deep place in a narrow window keeps some columns for names, however far it is indented.
    private IEnumerable<string> Named(Row row, string figures)
    {
        string blank = new(' ', PlainText.Columns(figures));
        int indent = Math.Min(PlainText.Columns(figures + row.First), _width - NameColumnsMin);
        bool isFirst = true;
        foreach (string line in PlainText.Wrap(row.Text, _width - indent - 2))
        {
            string prefix = isFirst ? figures + row.First : blank + row.Other + "  ";
            yield return (PlainText.Columns(prefix) > indent + 2 ? PlainText.CutEnd(prefix, indent + 2) : prefix) + line;
            isFirst = false;
        }
    }
}
