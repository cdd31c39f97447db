using System.Text.Json.Nodes;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PlayHouse.Lab.Notebooks.Cells;

namespace PlayHouse.Lab.Notebooks.Kernel.Code;

/// <summary>Names that fit at a place of code that follows the cells that have run. Nothing runs.</summary>
internal static class CodeCompletion
{
    /// <summary>The answer to a client.</summary>
    public static JsonObject Reply(CellSession session, string code, int? cursor)
    {
        int position = CodeText.FromClient(code, cursor);
        (int start, IEnumerable<string> found) = CodeText.MagicBefore(code, position) is { } magic
            ? (position - magic.Length, MagicsThatBegin(magic))
            : Names(session, CodeText.WithoutMagics(code[..position]));
        JsonObject reply = KernelReplies.Ok();
        reply["matches"] = new JsonArray([.. found.Take(KernelLimits.CompletionsMax).Select(m => (JsonNode)m)]);
        reply["cursor_start"] = CodeText.ToClient(code, start);
        reply["cursor_end"] = CodeText.ToClient(code, position);
        reply["metadata"] = new JsonObject();
        return reply;
    }

    private static IEnumerable<string> MagicsThatBegin(string line) =>
        Magics.All.Select(CodeText.Head).Where(h => h.StartsWith(line, StringComparison.Ordinal)).Distinct();

    // Only what stands before the place is read: what follows would be taken for the rest of an unfinished line.
    private static (int Start, IEnumerable<string> Names) Names(CellSession session, string code)
    {
        int start = code.Length;
        while (start > 0 && SyntaxFacts.IsIdentifierPartCharacter(code[start - 1]))
        {
            start--;
        }

        SemanticModel model = session.Model(code);
        SyntaxNode root = model.SyntaxTree.GetRoot();
        if (start == code.Length && code.Length > 0 && IsText(root, code.Length - 1))
        {
            return (start, []);
        }

        string begun = code[start..];
        IEnumerable<string> names = ExpressionBefore(root, code, start) is { } owner
            ? Members(model, owner, start)
            : IsText(root, Math.Max(0, start - 1)) ? [] : [.. Symbols(model.LookupSymbols(start)), .. Keywords()];
        return (start, names.Where(n => n.StartsWith(begun, StringComparison.OrdinalIgnoreCase)).Distinct(StringComparer.Ordinal)
            .OrderBy(n => !n.StartsWith(begun, StringComparison.Ordinal)).ThenBy(n => n, StringComparer.Ordinal));
    }

    private static ExpressionSyntax? ExpressionBefore(SyntaxNode root, string code, int start)
    {
        int dot = start - 1;
        while (dot >= 0 && char.IsWhiteSpace(code[dot]))
        {
            dot--;
        }

        SyntaxToken token = dot >= 0 && code[dot] == '.' ? root.FindToken(dot) : default;
        return !token.IsKind(SyntaxKind.DotToken) ? null : token.Parent switch
        {
            MemberAccessExpressionSyntax member => member.Expression,
            QualifiedNameSyntax name => name.Left,
            MemberBindingExpressionSyntax binding => binding.FirstAncestorOrSelf<ConditionalAccessExpressionSyntax>()?.Expression,
            _ => null,
        };
    }

    private static IEnumerable<string> Members(SemanticModel model, ExpressionSyntax owner, int position)
    {
        ISymbol? symbol = model.GetSymbolInfo(owner).Symbol;
        if (symbol is INamespaceOrTypeSymbol container)
        {
            return Symbols(model.LookupSymbols(position, container).Where(s => s.IsStatic || s is INamespaceOrTypeSymbol || container.TypeKindOrDefault() == TypeKind.Enum));
        }

        return model.GetTypeInfo(owner).Type is { } type
            ? Symbols(model.LookupSymbols(position, type, includeReducedExtensionMethods: true).Where(s => !s.IsStatic && s is not INamespaceOrTypeSymbol))
            : [];
    }

    private static TypeKind TypeKindOrDefault(this INamespaceOrTypeSymbol symbol) => symbol is ITypeSymbol type ? type.TypeKind : TypeKind.Unknown;

    private static IEnumerable<string> Symbols(IEnumerable<ISymbol> symbols) => symbols.Where(s => s.CanBeReferencedByName).Select(s => s.Name);

    private static IEnumerable<string> Keywords() => SyntaxFacts.GetReservedKeywordKinds().Select(SyntaxFacts.GetText);

    // Inside of a text or a comment nothing is a name.
    private static bool IsText(SyntaxNode root, int position)
    {
        SyntaxTrivia trivia = root.FindTrivia(position);
        SyntaxToken token = root.FindToken(position);
        return trivia.IsKind(SyntaxKind.SingleLineCommentTrivia) || trivia.IsKind(SyntaxKind.MultiLineCommentTrivia)
            || (token.Span.Contains(position) && (token.IsKind(SyntaxKind.StringLiteralToken) || token.IsKind(SyntaxKind.CharacterLiteralToken)
                || token.IsKind(SyntaxKind.InterpolatedStringTextToken)) && !IsClosedAt(token, position));
    }

    private static bool IsClosedAt(SyntaxToken token, int position) =>
        position == token.Span.End - 1 && !token.ContainsDiagnostics && !token.IsKind(SyntaxKind.InterpolatedStringTextToken);
}
