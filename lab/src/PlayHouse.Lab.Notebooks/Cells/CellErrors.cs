using System.Globalization;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using PlayHouse.Lab.Runner;
using KernelDiagnostic = Microsoft.DotNet.Interactive.Diagnostic;

namespace PlayHouse.Lab.Notebooks.Cells;

/// <summary>Words and places of what goes wrong in cells. Pure functions, any thread.</summary>
internal static partial class CellErrors
{
    /// <summary>Name of an error that the compiler found.</summary>
    public const string CompileError = "CompileError";

    /// <summary>Name of a cell that was interrupted.</summary>
    public const string Interrupted = "Interrupted";

    public static CellError Refused(string name, int line, string problem) => new(CompileError, problem, line, [$"{name}:line {line}: {problem}"]);

    public static CellError OfCompiler(string name, IEnumerable<Diagnostic> errors) => OfCompiler(
        name, [.. errors.Select(e => (e.Location.GetLineSpan().StartLinePosition.Line + 1, e.Id, e.GetMessage(CultureInfo.InvariantCulture)))]);

    /// <summary>Of a cell that a kernel could not run to its end.</summary>
    public static CellError Of(string name, Exception? thrown, string? message, KernelDiagnostic[] problems, CancellationToken cancellation) =>
        cancellation.IsCancellationRequested ? OfInterrupt()
        : problems.Length > 0 ? OfCompiler(name, [.. problems.Select(p => (p.LinePositionSpan.Start.Line + 1, p.Code, p.Message))])
        : thrown is not null ? OfException(name, thrown, cancellation)
        : new CellError(CompileError, message ?? "", null, [message ?? ""]);

    public static CellError OfException(string name, Exception thrown, CancellationToken cancellation)
    {
        Exception cause = thrown is AggregateException { InnerExceptions.Count: 1 } one ? one.InnerException! : thrown;
        if (cause is OperationCanceledException && cancellation.IsCancellationRequested)
        {
            return OfInterrupt();
        }

        string message = cause is LabInputException input ? string.Join(' ', input.Errors) : cause.Message;
        string[] places = [.. Places(cause.StackTrace ?? "")];
        int? line = Array.Find(places, p => p.Contains($" {name}:line ", StringComparison.Ordinal)) is { } own
            ? int.Parse(own.AsSpan(own.LastIndexOf(' ') + 1), CultureInfo.InvariantCulture)
            : null;
        return new CellError(cause.GetType().Name, message, line, [$"{cause.GetType().Name}: {message}", .. places]);
    }

    private static CellError OfInterrupt() => new(Interrupted, "The cell was interrupted.", null, ["The cell was interrupted."]);

    private static CellError OfCompiler(string name, (int Line, string Code, string Message)[] errors) => new(
        CompileError, errors[0].Message, errors[0].Line,
        [.. errors.Select(e => string.Create(CultureInfo.InvariantCulture, $"{name}:line {e.Line}: error {e.Code}: {e.Message}"))]);

    // The framework's own frames below a cell and the folders of the lab's build do not help a reader.
    private static IEnumerable<string> Places(string trace) => trace.Split('\n').Select(l => l.TrimEnd())
        .Where(l => CellFrame().IsMatch(l)).Select(l => "   in " + CellFrame().Match(l).Groups[1].Value);

    [GeneratedRegex(@" in (?:\S*[/\\])?([^\s/\\]*\[[^\]]*\]:line \d+)$", RegexOptions.CultureInvariant)]
    private static partial Regex CellFrame();
}
