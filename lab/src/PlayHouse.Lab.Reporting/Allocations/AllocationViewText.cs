using System.Text;

namespace PlayHouse.Lab.Reporting.Allocations;

/// <summary>Views of allocations as text for a terminal. Pure functions, any thread.</summary>
public static class AllocationViewText
{
    /// <summary>The views under each other, in lines of at most <paramref name="width"/> columns.</summary>
    /// <param name="views">At least one view.</param>
    /// <param name="width">Columns.</param>
    public static string Of(IReadOnlyList<AllocationView> views, int width = PlainText.DefaultWidth)
    {
        ArgumentNullException.ThrowIfNull(views);
        var text = new StringBuilder();
        for (int i = 0; i < views.Count; i++)
        {
            text.Append(i == 0 ? "" : "\n");
            foreach (string line in AllocationHead.Lines(views[i], width).Append("").Concat(Body(views[i], width)))
            {
                text.Append(line).Append('\n');
            }
        }

        return text.ToString();
    }

    private static IEnumerable<string> Body(AllocationView view, int width) => view.Kind switch
    {
        AllocationViewKind.Sites or AllocationViewKind.Types or AllocationViewKind.Methods => AllocationTableText.Lines(view, width),
        AllocationViewKind.Flame => AllocationFlameText.Lines(view, width),
        _ => AllocationTreeText.Lines(view, width),
    };
}
