using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.QuickGrid;
using Microsoft.AspNetCore.Components.Rendering;

namespace PlayHouse.Dashboard.Components.Tables;

/// <summary>A column of a <see cref="DataGrid{TItem}"/>: its text, what it is sorted by, and what a page shows in place of the text.</summary>
public sealed class DataColumn<TItem> : ColumnBase<TItem>, IDisposable
{
    private GridSort<TItem>? _sort;

    /// <summary>The cell as text: what the file says, and the page where there is no <see cref="ChildContent"/>.</summary>
    [Parameter, EditorRequired] public Func<TItem, string> Text { get; set; } = null!;

    /// <summary>What the column is sorted by; null for one that is not sorted.</summary>
    [Parameter] public Func<TItem, IComparable?>? By { get; set; }

    /// <summary>What the page shows in place of the text.</summary>
    [Parameter] public RenderFragment<TItem>? ChildContent { get; set; }

    /// <summary>True for figures: they stand at the right, and the largest comes first.</summary>
    [Parameter] public bool IsNumber { get; set; }

    /// <summary>True for the column that names its row.</summary>
    [Parameter] public bool IsHead { get; set; }

    [CascadingParameter] private DataGrid<TItem> Table { get; set; } = null!;

    /// <inheritdoc/>
    public override GridSort<TItem>? SortBy
    {
        get => _sort;
        set => throw new NotSupportedException($"{nameof(By)} says what the column is sorted by.");
    }

    /// <inheritdoc/>
    public void Dispose() => Table.Remove(this);

    /// <inheritdoc/>
    protected override bool IsSortableByDefault() => By is not null;

    /// <inheritdoc/>
    protected override void OnInitialized()
    {
        Table.Add(this);
        Class = IsNumber ? "num" : IsHead ? "row-head" : Class;
        InitialSortDirection = IsNumber ? SortDirection.Descending : SortDirection.Ascending;
        // Asked each time it sorts: a later rendering may bring another.
        _sort = By is null ? null : GridSort<TItem>.ByAscending(item => By!(item));
    }

    /// <inheritdoc/>
    protected override void CellContent(RenderTreeBuilder builder, TItem item)
    {
        ArgumentNullException.ThrowIfNull(builder);
        // Where there is no room for heads, each cell says what it is.
        if (!IsHead)
        {
            builder.OpenElement(0, "span");
            builder.AddAttribute(1, "class", "cell-label");
            builder.AddContent(2, Title);
            builder.CloseElement();
        }

        builder.OpenElement(3, "div");
        if (ChildContent is null)
        {
            builder.AddContent(4, Text(item));
        }
        else
        {
            builder.AddContent(5, ChildContent(item));
        }

        builder.CloseElement();
    }
}
