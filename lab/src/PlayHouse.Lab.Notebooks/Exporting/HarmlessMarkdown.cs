using Markdig;
using Markdig.Renderers.Html;
using Markdig.Syntax;
using Markdig.Syntax.Inlines;

namespace PlayHouse.Lab.Notebooks.Exporting;

/// <summary>A heading of a page that was made of Markdown.</summary>
/// <param name="Level">Level on that page, 1 to 6.</param>
/// <param name="Text">Its text.</param>
/// <param name="Id">Id of its element.</param>
public sealed record NotebookHeading(int Level, string Text, string Id);

/// <summary>
/// The Markdown of one page as HTML: markup inside it is text, links lead to pages and places only, ids are different all over the page.
/// One instance for a page, in the order of its texts. Not for concurrent use.
/// </summary>
public sealed class HarmlessMarkdown
{
    private const int LevelMax = 6;
    private static readonly MarkdownPipeline Pipeline = new MarkdownPipelineBuilder().DisableHtml().UsePipeTables().UseAutoIdentifiers().Build();
    private readonly HashSet<string> _ids = new(StringComparer.Ordinal);
    private readonly List<NotebookHeading> _headings = [];
    private readonly Stack<int> _open = [];

    /// <summary>Ids that other things on the page have.</summary>
    public IEnumerable<string> Taken { init => _ids.UnionWith(value); }

    /// <summary>Put in front of every id, so that no heading takes the name of something else on the page.</summary>
    public string IdPrefix { get; init; } = "";

    /// <summary>Address of the page, in front of the # of a link to one of its places; empty where the page has no base.</summary>
    public string Page { get; init; } = "";

    /// <summary>True under a heading of the page itself: levels begin at 2 and never skip one.</summary>
    public bool IsBelowTitle { get; init; }

    /// <summary>Where a link without a scheme leads on this page; null takes the link away and leaves its text.</summary>
    public Func<string, string?> Relative { get; init; } = static address => address;

    /// <summary>The headings so far.</summary>
    public IReadOnlyList<NotebookHeading> Headings => _headings;

    /// <summary>A text as HTML.</summary>
    /// <param name="markdown">The text.</param>
    /// <param name="hasTitle">True leaves out a heading of the first level at its beginning: the page says it already.</param>
    public string Of(string markdown, bool hasTitle = false)
    {
        MarkdownDocument parsed = Markdig.Markdown.Parse(markdown, Pipeline);
        Link[] links = [.. parsed.Descendants<LinkInline>().Select(l => new Link(l, l.GetDynamicUrl?.Invoke() ?? l.Url ?? ""))];
        // Found before anything is exchanged: a walk over a tree that changes may end early.
        AutolinkInline[] bare = [.. parsed.Descendants<AutolinkInline>()];
        if (hasTitle && parsed.Count > 0 && parsed[0] is HeadingBlock { Level: 1 } title)
        {
            parsed.Remove(title);
        }

        foreach (HeadingBlock heading in parsed.Descendants<HeadingBlock>())
        {
            Place(heading);
        }

        foreach (Link link in links)
        {
            Aim(link);
        }

        foreach (AutolinkInline link in bare.Where(l => !l.IsEmail && !IsHarmless(Scheme(l.Url))))
        {
            link.ReplaceBy(new LiteralInline(link.Url));
        }

        return MarkdownParts.Html(parsed, Pipeline);
    }

    private void Place(HeadingBlock heading)
    {
        HtmlAttributes attributes = heading.GetAttributes();
        string wanted = IdPrefix + (string.IsNullOrEmpty(attributes.Id) ? "section" : attributes.Id), id = wanted;
        for (int n = 2; !_ids.Add(id); n++)
        {
            id = $"{wanted}-{n}";
        }

        attributes.Id = id;
        if (IsBelowTitle)
        {
            while (_open.TryPeek(out int above) && above >= heading.Level)
            {
                _open.Pop();
            }

            _open.Push(heading.Level);
            heading.Level = Math.Min(LevelMax, 1 + _open.Count);
        }

        string text = string.Concat((heading.Inline?.Descendants() ?? []).Select(Words)).Trim();
        _headings.Add(new NotebookHeading(heading.Level, text.Length == 0 ? "…" : text, id));
    }

    private static string Words(MarkdownObject part) => part switch
    {
        LiteralInline literal => literal.Content.ToString(),
        CodeInline code => code.Content,
        LineBreakInline => " ",
        _ => "",
    };

    private void Aim(Link link)
    {
        link.Inline.GetDynamicUrl = null;
        string scheme = Scheme(link.Url);
        string? address = link.Inline.IsImage ? (scheme == "data" ? link.Url : null)
            : link.Url.StartsWith('#') ? $"{Page}#{IdPrefix}{link.Url[1..]}"
            : scheme.Length == 0 ? Relative(link.Url)
            : IsHarmless(scheme) ? link.Url : null;
        if (address is not null)
        {
            link.Inline.Url = address;
            return;
        }

        // A container of no kind is written as what is in it.
        link.Inline.ReplaceBy(new ContainerInline());
    }

    private static bool IsHarmless(string scheme) => scheme is "" or "http" or "https" or "mailto";

    private static string Scheme(string url)
    {
        int colon = url.IndexOf(':', StringComparison.Ordinal);
        return colon < 0 ? "" : url[..colon].Trim().ToLowerInvariant();
    }

    private sealed record Link(LinkInline Inline, string Url);
}
