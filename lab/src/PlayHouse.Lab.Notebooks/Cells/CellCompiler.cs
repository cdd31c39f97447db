using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Scripting;
using Microsoft.CodeAnalysis.Scripting;
using PlayHouse.Lab.Notebooks.Api;

namespace PlayHouse.Lab.Notebooks.Cells;

/// <summary>What the compiler says of the cells of a notebook without running any. Pure functions, any thread.</summary>
public static class CellCompiler
{
    // Those of the C# kernel.
    private static readonly string[] KernelImports =
        ["System", "System.Text", "System.Collections", "System.Collections.Generic", "System.Threading.Tasks", "System.Linq", "Microsoft.DotNet.Interactive.Kernel"];

    /// <summary>An entry for each cell, null where it compiles. A cell that does not is left out for those after it.</summary>
    /// <param name="cells">Their texts, and how they are called in errors.</param>
    /// <param name="folder">Folder that relative paths of <c>#r</c> start from.</param>
    public static IReadOnlyList<CellError?> Check(IEnumerable<(string Source, string Name)> cells, string folder)
    {
        ArgumentNullException.ThrowIfNull(cells);
        ScriptOptions options = ScriptOptions.Default.WithReferences(References())
            .WithMetadataResolver(ScriptMetadataResolver.Default.WithBaseDirectory(Path.GetFullPath(folder)))
            .WithImports(KernelImports);
        Script<object> last = CSharpScript.Create<object>(LabExtension.Usings, options, typeof(Globals));
        List<CellError?> found = [];
        foreach ((string source, string name) in cells)
        {
            if (CellText.Refusal(source, out int line) is { } refusal)
            {
                found.Add(CellErrors.Refused(name, line, refusal));
                continue;
            }

            Script<object> script = last.ContinueWith<object>(CellText.CSharp(source), options);
            Diagnostic[] errors = [.. script.Compile().Where(d => d.Severity == DiagnosticSeverity.Error)];
            found.Add(errors.Length == 0 ? null : CellErrors.OfCompiler(name, errors));
            last = errors.Length == 0 ? script : last;
        }

        return found;
    }

    // Every assembly that the program itself may use, but the compiler: cells need no list of references.
    private static IEnumerable<MetadataReference> References() =>
        ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
            .Where(p => !Path.GetFileName(p).StartsWith("Microsoft.CodeAnalysis", StringComparison.Ordinal))
            .Select(p => MetadataReference.CreateFromFile(p));

    /// <summary>What cells know when they begin.</summary>
    public sealed class Globals
    {
        /// <summary>The lab.</summary>
        public LabApi Lab => throw new NotSupportedException("Nothing is run here.");
    }
}
