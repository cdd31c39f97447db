using System.Text.Json.Nodes;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PlayHouse.Lab.Notebooks.Cells;
using PlayHouse.Lab.Notebooks.Display;

namespace PlayHouse.Lab.Notebooks.Kernel.Code;

/// <summary>What stands at a place of code: its signature and what its documentation says. Nothing runs.</summary>
internal static class CodeInspection
{
    private static readonly SymbolDisplayFormat Signature = SymbolDisplayFormat.CSharpShortErrorMessageFormat
        .WithMemberOptions(SymbolDisplayMemberOptions.IncludeParameters | SymbolDisplayMemberOptions.IncludeType | SymbolDisplayMemberOptions.IncludeRef | SymbolDisplayMemberOptions.IncludeContainingType)
        .WithParameterOptions(SymbolDisplayParameterOptions.IncludeType | SymbolDisplayParameterOptions.IncludeName | SymbolDisplayParameterOptions.IncludeDefaultValue
            | SymbolDisplayParameterOptions.IncludeOptionalBrackets | SymbolDisplayParameterOptions.IncludeModifiers)
        .WithLocalOptions(SymbolDisplayLocalOptions.IncludeType)
        .WithKindOptions(SymbolDisplayKindOptions.IncludeTypeKeyword | SymbolDisplayKindOptions.IncludeNamespaceKeyword);

    /// <summary>The answer to a client.</summary>
    public static JsonObject Reply(CellSession session, string code, int? cursor)
    {
        int position = CodeText.FromClient(code, cursor);
        string? text = Magic(code, position) ?? Symbol(session, CodeText.WithoutMagics(code), position);
        JsonObject reply = KernelReplies.Ok();
        reply["found"] = text is not null;
        reply["data"] = text is null ? new JsonObject() : new JsonObject { [DisplayData.PlainText] = text };
        reply["metadata"] = new JsonObject();
        return reply;
    }

    private static string? Magic(string code, int position)
    {
        int end = code.IndexOf('\n', position);
        return CodeText.MagicBefore(code, end < 0 ? code.Length : end) is { } line && CodeText.MagicOf(line) is { } magic ? $"{magic.Form}\n{magic.What}" : null;
    }

    private static string? Symbol(CellSession session, string code, int position)
    {
        SemanticModel model = session.Model(code);
        SyntaxToken token = TokenAt(model.SyntaxTree.GetRoot(), position);
        if (token.Parent is not { } node)
        {
            return null;
        }

        SymbolInfo info = model.GetSymbolInfo(node);
        ISymbol? found = info.Symbol ?? (info.CandidateSymbols.Length > 0 ? info.CandidateSymbols[0] : model.GetDeclaredSymbol(node));
        if (found is null || !token.IsKind(SyntaxKind.IdentifierToken) && node is not PredefinedTypeSyntax)
        {
            return null;
        }

        string docs = DocText.Of(found.GetDocumentationCommentXml() ?? "");
        string signature = found.ToDisplayString(Signature);
        return docs.Length == 0 ? signature : $"{signature}\n\n{docs}";
    }

    // Behind the last letter of a name and behind the bracket that opens its call, the name is meant.
    private static SyntaxToken TokenAt(SyntaxNode root, int position)
    {
        SyntaxToken token = root.FindToken(Math.Min(position, root.FullSpan.End));
        if (!token.Span.Contains(position) || !token.IsKind(SyntaxKind.IdentifierToken))
        {
            token = root.FindToken(Math.Max(0, position - 1));
        }

        return token.IsKind(SyntaxKind.OpenParenToken) ? token.GetPreviousToken() : token;
    }
}
