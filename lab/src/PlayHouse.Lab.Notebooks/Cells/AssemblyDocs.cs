using System.Globalization;
using System.Xml;
using System.Xml.Linq;
using Microsoft.CodeAnalysis;

namespace PlayHouse.Lab.Notebooks.Cells;

/// <summary>The documentation file next to an assembly, read at the first request; nothing where there is none. Any thread.</summary>
internal sealed class AssemblyDocs : DocumentationProvider
{
    private readonly string _file;
    private readonly Lazy<Dictionary<string, string>> _members;

    public AssemblyDocs(string file)
    {
        _file = file;
        _members = new Lazy<Dictionary<string, string>>(Read);
    }

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is AssemblyDocs other && other._file == _file;

    /// <inheritdoc/>
    public override int GetHashCode() => _file.GetHashCode(StringComparison.Ordinal);

    /// <inheritdoc/>
    protected override string GetDocumentationForSymbol(string documentationMemberID, CultureInfo preferredCulture, CancellationToken cancellationToken = default) =>
        _members.Value.GetValueOrDefault(documentationMemberID, "");

    private Dictionary<string, string> Read()
    {
        try
        {
            return File.Exists(_file)
                ? XDocument.Load(_file).Descendants("member").Where(m => m.Attribute("name") is not null)
                    .DistinctBy(m => m.Attribute("name")!.Value).ToDictionary(m => m.Attribute("name")!.Value, m => m.ToString(), StringComparer.Ordinal)
                : [];
        }
        catch (Exception e) when (e is XmlException or IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
