namespace PlayHouse.Lab.Reporting.Charts;

/// <summary>
/// A chart as data: one object from which the picture, the table, the sentence, CSV, Markdown and the terminal form are made, so that
/// all of them agree. Checked and cleaned when it is made: no renderer meets an infinite number or a control character. Immutable,
/// any thread.
/// </summary>
public sealed class ChartSpec
{
    /// <summary>Checks the draft.</summary>
    /// <exception cref="ArgumentException">A part is missing, infinite, out of order or beyond <see cref="ChartLimits"/>; the message names it.</exception>
    public ChartSpec(ChartDraft draft)
    {
        ArgumentNullException.ThrowIfNull(draft);
        ChartCheck.Throw(draft);
        Title = ChartWords.Clean(draft.Title);
        Question = ChartWords.Clean(draft.Question);
        At = Clean(draft.At);
        Value = Clean(draft.Value);
        IsSideways = draft.IsSideways;
        ShowsValues = draft.ShowsValues;
        Series = [.. draft.Series.Select(Clean)];
        References = [.. draft.References.Select(r => r with { Label = ChartWords.Clean(r.Label) })];
        Summary = draft.Summary is null ? null : ChartWords.CleanLong(draft.Summary);
        Notes = [.. draft.Notes.Select(ChartWords.CleanLong).Where(n => n.Length > 0)];
        IntervalMethod = ChartWords.Clean(draft.IntervalMethod);
        Provenance = new ChartProvenance
        {
            RunId = ChartWords.Clean(draft.Provenance.RunId),
            Command = ChartWords.Clean(draft.Provenance.Command),
            LaunchIds = [.. draft.Provenance.LaunchIds.Select(ChartWords.Clean)],
        };
        EmptyReason = draft.EmptyReason is null ? null : ChartWords.CleanLong(draft.EmptyReason);
    }

    /// <inheritdoc cref="ChartDraft.Title"/>
    public string Title { get; }

    /// <inheritdoc cref="ChartDraft.Question"/>
    public string Question { get; }

    /// <inheritdoc cref="ChartDraft.At"/>
    public ChartAxis At { get; }

    /// <inheritdoc cref="ChartDraft.Value"/>
    public ChartAxis Value { get; }

    /// <inheritdoc cref="ChartDraft.IsSideways"/>
    public bool IsSideways { get; }

    /// <inheritdoc cref="ChartDraft.ShowsValues"/>
    public bool ShowsValues { get; }

    /// <inheritdoc cref="ChartDraft.Series"/>
    public IReadOnlyList<ChartSeries> Series { get; }

    /// <inheritdoc cref="ChartDraft.References"/>
    public IReadOnlyList<ChartReference> References { get; }

    /// <inheritdoc cref="ChartDraft.Summary"/>
    public string? Summary { get; }

    /// <inheritdoc cref="ChartDraft.Notes"/>
    public IReadOnlyList<string> Notes { get; }

    /// <inheritdoc cref="ChartDraft.IntervalMethod"/>
    public string IntervalMethod { get; }

    /// <inheritdoc cref="ChartDraft.Provenance"/>
    public ChartProvenance Provenance { get; }

    /// <inheritdoc cref="ChartDraft.EmptyReason"/>
    public string? EmptyReason { get; }

    /// <summary>True when there is nothing to draw; <see cref="EmptyReason"/> says why.</summary>
    public bool IsEmpty => EmptyReason is not null;

    private static ChartAxis Clean(ChartAxis axis) => axis with
    {
        Label = ChartWords.Clean(axis.Label),
        Unit = ChartWords.Clean(axis.Unit),
        Categories = [.. axis.Categories.Select(ChartWords.Clean)],
    };

    private static ChartSeries Clean(ChartSeries series) => series with
    {
        Name = ChartWords.Clean(series.Name),
        Data = [.. series.Data.Select(d => d with { Note = ChartWords.Clean(d.Note), Shown = ChartWords.Clean(d.Shown) })],
    };
}
