namespace PlayHouse.Lab.Reporting;

/// <summary>
/// A table of plain text that fits a width. Text columns shrink and mark what they lose; numbers are never cut: a table whose
/// numbers alone are too wide is printed as one "header: value" line per cell. Not thread-safe.
/// </summary>
public sealed class TextTable
{
    private const int Gap = 2;
    private readonly int _width;
    private readonly List<Column> _columns = [];
    private readonly List<string[]?> _rows = [];
    private readonly Dictionary<int, string> _sections = [];

    /// <summary>An empty table for lines of so many columns.</summary>
    public TextTable(int width = PlainText.DefaultWidth) => _width = width;

    private sealed record Column(string Header, bool IsNumber, bool KeepsEnd, int MinWidth);

    /// <summary>Adds a text column, cut at its end when space is short, never below <paramref name="minWidth"/>.</summary>
    public TextTable Text(string header, int minWidth = 8, bool keepsEnd = false)
    {
        _columns.Add(new Column(header, false, keepsEnd, minWidth));
        return this;
    }

    /// <summary>Adds a right-aligned column that is never cut.</summary>
    public TextTable Number(string header)
    {
        _columns.Add(new Column(header, true, false, 0));
        return this;
    }

    /// <summary>Adds a row with one cell per column.</summary>
    public void Row(params string[] cells)
    {
        ArgumentNullException.ThrowIfNull(cells);
        if (cells.Length != _columns.Count)
        {
            throw new ArgumentException($"A row of this table has {_columns.Count} cells, not {cells.Length}.", nameof(cells));
        }

        _rows.Add([.. cells.Select(PlainText.Clean)]);
    }

    /// <summary>Adds a line of its own over the rows that follow.</summary>
    public void Section(string title)
    {
        _sections[_rows.Count] = PlainText.Clean(title);
        _rows.Add(null);
    }

    /// <summary>The lines of the table, without line ends.</summary>
    public IReadOnlyList<string> Lines()
    {
        int[] widths = [.. _columns.Select((c, i) => _rows.Where(r => r is not null)
            .Select(r => PlainText.Columns(r![i])).Append(PlainText.Columns(c.Header)).Max())];
        if (!Shrink(widths))
        {
            return Stacked();
        }

        List<string> lines = [Line([.. _columns.Select(c => c.Header)], widths)];
        for (int i = 0; i < _rows.Count; i++)
        {
            lines.Add(_rows[i] is { } row ? Line(row, widths) : PlainText.CutEnd(_sections[i], _width));
        }

        return lines;
    }

    private bool Shrink(int[] widths)
    {
        int over = widths.Sum() + Gap * (widths.Length - 1) - _width;
        while (over > 0)
        {
            int widest = -1;
            for (int i = 0; i < widths.Length; i++)
            {
                bool mayShrink = !_columns[i].IsNumber && widths[i] > _columns[i].MinWidth;
                if (mayShrink && (widest < 0 || widths[i] > widths[widest]))
                {
                    widest = i;
                }
            }

            if (widest < 0)
            {
                return false;
            }

            widths[widest]--;
            over--;
        }

        return true;
    }

    private string Line(string[] cells, int[] widths)
    {
        IEnumerable<string> padded = cells.Select((cell, i) => Pad(cell, _columns[i], widths[i]));
        return string.Join(new string(' ', Gap), padded).TrimEnd();
    }

    private static string Pad(string cell, Column column, int width)
    {
        if (column.IsNumber)
        {
            return PlainText.PadStart(cell, width);
        }

        string cut = column.KeepsEnd ? PlainText.CutStart(cell, width) : PlainText.CutEnd(cell, width);
        return PlainText.PadEnd(cut, width);
    }

    private List<string> Stacked()
    {
        List<string> lines = [];
        for (int i = 0; i < _rows.Count; i++)
        {
            if (_rows[i] is not { } row)
            {
                lines.Add(PlainText.CutEnd(_sections[i], _width));
                continue;
            }

            lines.Add(PlainText.CutEnd(row[0], _width));
            for (int column = 1; column < row.Length; column++)
            {
                lines.AddRange(PlainText.Wrap(row[column], _width, $"  {_columns[column].Header}: "));
            }
        }

        return lines;
    }
}
