using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;

namespace PlayHouse.Lab.Notebooks.Kernel.Code;

/// <summary>Documentation comments as plain text. Pure functions, any thread.</summary>
internal static partial class DocText
{
    /// <summary>Summary, parameters and result; empty when there is nothing to read.</summary>
    public static string Of(string xml)
    {
        try
        {
            XElement? root = xml.Length == 0 ? null : XElement.Parse(xml);
            return root is null ? "" : string.Join('\n', Lines(root).Where(l => l.Length > 0));
        }
        catch (XmlException)
        {
            return "";
        }
    }

    private static IEnumerable<string> Lines(XElement root) =>
    [
        Words(root.Element("summary")),
        .. root.Elements("param").Select(p => $"{p.Attribute("name")?.Value}: {Words(p)}"),
        root.Element("returns") is { } returns ? $"Returns {Words(returns)}" : "",
    ];

    private static string Words(XElement? element) => element is null ? "" : Blanks().Replace(string.Concat(element.Nodes().Select(Word)), " ").Trim();

    private static string Word(XNode node) => node switch
    {
        XText text => text.Value,
        XElement { Name.LocalName: "see" or "seealso" or "paramref" or "typeparamref" } see when see.Attributes().FirstOrDefault() is { } named => Name(named.Value),
        XElement element => Words(element),
        _ => "",
    };

    private static string Name(string reference) => reference[(reference.Split('(')[0].LastIndexOfAny(['.', ':']) + 1)..];

    [GeneratedRegex(@"\s+", RegexOptions.CultureInvariant)]
    private static partial Regex Blanks();
}
