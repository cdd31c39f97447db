namespace PlayHouse.Lab.Notebooks.Display;

/// <summary>One thing to show in several forms, most telling first to last; a reader takes the best it can draw. Immutable, any thread.</summary>
public sealed record DisplayData
{
    /// <summary>Plain text.</summary>
    public const string PlainText = "text/plain";

    /// <summary>A picture.</summary>
    public const string Svg = "image/svg+xml";

    /// <summary>A piece of a page: complete in itself, without script and address.</summary>
    public const string Html = "text/html";

    /// <summary>Text in Markdown.</summary>
    public const string Markdown = "text/markdown";

    /// <summary>Text in Markdown next to a picture, under a name that only this lab reads.</summary>
    public const string MarkdownBesidePicture = "text/vnd.playhouse-lab.markdown";

    /// <summary>Makes it from its plain text, which every reader has.</summary>
    public DisplayData(string plain) => Forms = new Dictionary<string, string> { [PlainText] = plain };

    /// <summary>Media type to content; plain text is always there.</summary>
    public IReadOnlyDictionary<string, string> Forms { get; private init; }

    /// <summary>
    /// The forms as files and clients are given them, in a fixed order. Pages of Jupyter show one form only, and Markdown rather than a
    /// picture: next to a picture it has a name that they pass over.
    /// </summary>
    public IEnumerable<(string Type, string Content)> ForPages() => Forms
        .Select(f => (f.Key == Markdown && Forms.ContainsKey(Svg) ? MarkdownBesidePicture : f.Key, f.Value))
        .OrderBy(f => f.Item1, StringComparer.Ordinal);

    /// <summary>The plain text.</summary>
    public string Plain => Forms[PlainText];

    /// <summary>The same with one more form.</summary>
    public DisplayData With(string mediaType, string content) => new(Plain)
    {
        Forms = new Dictionary<string, string>(Forms) { [mediaType] = content },
    };

    /// <inheritdoc/>
    public override string ToString() => Plain;
}

/// <summary>A value that knows how it is shown in a notebook.</summary>
public interface IDisplayable
{
    /// <summary>The forms.</summary>
    DisplayData ToDisplay();
}
