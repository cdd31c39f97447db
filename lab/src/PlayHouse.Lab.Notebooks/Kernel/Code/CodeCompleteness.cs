using System.Text.Json.Nodes;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PlayHouse.Lab.Notebooks.Cells;

namespace PlayHouse.Lab.Notebooks.Kernel.Code;

/// <summary>Whether code can run as it stands or continues in the next line. Pure functions, any thread.</summary>
internal static class CodeCompleteness
{
    private const string Indent = "    ";
    private static readonly CSharpParseOptions Script = new(LanguageVersion.Preview, DocumentationMode.None, SourceCodeKind.Script);

    /// <summary>The answer to a client.</summary>
    public static JsonObject Reply(string code)
    {
        string status = Of(code);
        JsonObject reply = new() { ["status"] = status };
        if (status == "incomplete")
        {
            reply["indent"] = Indent;
        }

        return reply;
    }

    private static string Of(string code)
    {
        if (CellSource.ToCSharp(code, out _, out _) is null)
        {
            return "invalid";
        }

        SyntaxTree tree = CSharpSyntaxTree.ParseText(CodeText.WithoutMagics(code), Script);
        return !SyntaxFactory.IsCompleteSubmission(tree) ? "incomplete"
            : tree.GetDiagnostics().Any(d => d.Severity == DiagnosticSeverity.Error) ? "invalid"
            : "complete";
    }
}
