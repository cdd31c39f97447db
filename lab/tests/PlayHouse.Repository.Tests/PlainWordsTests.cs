using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace PlayHouse.Repository.Tests;

/// <summary>
/// Text that a person reads names the actor and uses the field's verb. Read are comments and strings of C#, whole pages of the guide,
/// and scripts; names in code, of fields in files and in addresses are no text, and recorded reports and results stay as they were written.
/// </summary>
public sealed class PlainWordsTests
{
    private static readonly Regex Unclear = new(
        @"\b(nobody|somebody|whoever|anew|beside)\b|\bgo(es|ing)? on\b|\bwent on\b|\bwhat it came to\b|\b(is|are) said\b",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant);

    // A name in text: quoted as code, part of an identifier with a dash, a member or a call, or a documented parameter.
    private static readonly Regex Names = new(
        @"`[^`]*`|-beside\b|^""beside""$|\.beside\b|\bbeside(?=[.(\]}=])|name=""beside""|const \[[^\]]*\]",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant);

    private static readonly string[] Folders = ["engine", "lab", "dashboard", "docs", "experiments"];
    private static readonly string[] Passed = ["bin", "obj", "node_modules", "reports", "results", "vendor", "Golden"];
    private static readonly string[] Texts = [".md", ".razor", ".mjs", ".js", ".css", ".yaml"];

    [Fact]
    public void Files_WhatAPersonReads_IsInPlainWords()
    {
        string root = Checkout.Root;
        string[] files = [.. Folders.SelectMany(f => FilesOf(Path.Combine(root, f))), .. new[] { "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "plab", "test" }.Select(f => Path.Combine(root, f))];

        string[] found = [.. files.AsParallel().AsOrdered().SelectMany(file => Found(file).Select(line => $"{Path.GetRelativePath(root, file)}:{line}"))];

        Assert.True(files.Length > 1_000, $"{files.Length} files were read");
        Assert.True(found.Length == 0, $"{found.Length} places to write in plain words:\n{string.Join('\n', found.Take(40))}");
    }

    [Theory]
    [InlineData("/// <summary>Nobody waits.</summary>\nclass A;", true)]
    [InlineData("class A { string S = $\"it goes on for {1} s\"; }", true)]
    [InlineData("class A { int beside = 1; /* next to it */ }", false)]
    [InlineData("class A { string S = \"loss-beside-open-primary\"; }", false)]
    public void Code_TextAndNames_AreToldApart(string code, bool isFound) => Assert.Equal(isFound, InCode(code).Any());

    private static IEnumerable<string> FilesOf(string folder) => Directory.EnumerateFiles(folder).Where(f => Texts.Append(".cs").Contains(Path.GetExtension(f)))
        .Concat(Directory.EnumerateDirectories(folder).Where(d => !Passed.Contains(Path.GetFileName(d))).SelectMany(FilesOf))
        .Where(f => Path.GetFileName(f) != $"{nameof(PlainWordsTests)}.cs");

    private static IEnumerable<string> Found(string file)
    {
        string text = File.ReadAllText(file);
        return !Unclear.IsMatch(text) ? []
            : file.EndsWith(".cs", StringComparison.Ordinal) ? InCode(text)
            : text.Split('\n').Select((line, i) => (line, i)).Where(l => IsUnclear(l.line)).Select(l => $"{l.i + 1}: {l.line.Trim()}");
    }

    private static IEnumerable<string> InCode(string code)
    {
        SyntaxNode root = CSharpSyntaxTree.ParseText(code).GetRoot();
        IEnumerable<(int At, string Text)> strings = root.DescendantTokens(descendIntoTrivia: false)
            .Where(t => t.Kind() is SyntaxKind.StringLiteralToken or SyntaxKind.InterpolatedStringTextToken or SyntaxKind.Utf8StringLiteralToken
                or SyntaxKind.SingleLineRawStringLiteralToken or SyntaxKind.MultiLineRawStringLiteralToken)
            .Select(t => (t.SpanStart, t.Text));
        IEnumerable<(int At, string Text)> comments = root.DescendantTrivia()
            .Where(t => t.Kind() is SyntaxKind.SingleLineCommentTrivia or SyntaxKind.MultiLineCommentTrivia
                or SyntaxKind.SingleLineDocumentationCommentTrivia or SyntaxKind.MultiLineDocumentationCommentTrivia)
            .Select(t => (t.SpanStart, t.ToFullString()));
        return strings.Concat(comments).Where(t => IsUnclear(t.Text)).OrderBy(t => t.At)
            .Select(t => $"{code.AsSpan(0, t.At).Count('\n') + 1}: {t.Text.ReplaceLineEndings(" ").Trim()}");
    }

    private static bool IsUnclear(string text) => Unclear.IsMatch(Names.Replace(text, ""));
}
