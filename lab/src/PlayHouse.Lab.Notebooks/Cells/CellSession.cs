using System.Diagnostics.CodeAnalysis;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Scripting;
using Microsoft.CodeAnalysis.Scripting;
using PlayHouse.Lab.Notebooks.Api;
using PlayHouse.Lab.Notebooks.Display;

namespace PlayHouse.Lab.Notebooks.Cells;

/// <summary>
/// The state of a notebook: cells run one after the other and see what earlier ones declared. One at a time; assemblies of scripts are
/// never unloaded, so a process has one session.
/// </summary>
public sealed class CellSession
{
    private static readonly string[] Imports =
    [
        "System", "System.Collections.Generic", "System.Globalization", "System.IO", "System.Linq", "System.Text", "System.Threading", "System.Threading.Tasks",
        "PlayHouse.Lab.Model.Runs", "PlayHouse.Lab.Notebooks.Api", "PlayHouse.Lab.Notebooks.Display", "PlayHouse.Lab.Reporting.Charts",
        "PlayHouse.Lab.Reporting.Charts.Runs",
    ];

    private readonly CellGlobals _globals;
    private readonly ScriptOptions _options;
    private ICellOutput? _output;
    private ScriptState<object>? _state;

    /// <summary>Makes an empty session.</summary>
    /// <param name="lab">The lab that cells use.</param>
    /// <param name="folder">Folder that relative paths of <c>#r</c> start from.</param>
    public CellSession(LabApi lab, string folder)
    {
        ConsoleRouter.Install();
        _globals = new CellGlobals(lab, () => _output ?? throw new InvalidOperationException("Nothing is shown before the first cell runs."));
        _options = ScriptOptions.Default
            .WithReferences(References())
            .WithImports(Imports)
            .WithEmitDebugInformation(true)
            .WithMetadataResolver(ScriptMetadataResolver.Default.WithBaseDirectory(Path.GetFullPath(folder)))
            .WithLanguageVersion(Microsoft.CodeAnalysis.CSharp.LanguageVersion.Preview);
    }

    /// <summary>Runs a cell to its end. Its errors are in the result; nothing is thrown for them.</summary>
    /// <param name="source">Text of the cell.</param>
    /// <param name="name">How the cell is called in traces, <c>cell[3]</c>.</param>
    /// <param name="output">Where its output goes.</param>
    /// <param name="cancellation">Interrupts it: cells that pass their token on end, others continue.</param>
    [SuppressMessage("Design", "CA1031", Justification = "whatever a cell throws is its result")]
    public async Task<CellResult> ExecuteAsync(string source, string name, ICellOutput output, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(output);
        string? code = CellSource.ToCSharp(source, out int line, out string problem);
        if (code is null)
        {
            return Failed(CellErrors.Refused(name, line, problem));
        }

        (_output, ConsoleRouter.Cell, _globals.Cancellation) = (output, output, cancellation);
        try
        {
            return await RunAsync(code, name, cancellation);
        }
        catch (CompilationErrorException e)
        {
            return Failed(CellErrors.OfCompiler(name, e.Diagnostics));
        }
        catch (Exception e)
        {
            return Failed(CellErrors.OfException(name, e, cancellation));
        }
        finally
        {
            ConsoleRouter.Cell = null;
        }
    }

    /// <summary>
    /// What the compiler says of cells that follow those that have run and one another, without running any: an entry per cell, null
    /// where it compiles. A cell that does not is left out for those after it.
    /// </summary>
    public IReadOnlyList<CellError?> Check(IEnumerable<(string Source, string Name)> cells)
    {
        ArgumentNullException.ThrowIfNull(cells);
        List<CellError?> found = [];
        Script<object>? last = _state?.Script as Script<object>;
        foreach ((string source, string name) in cells)
        {
            string? code = CellSource.ToCSharp(source, out int line, out string problem);
            if (code is null)
            {
                found.Add(CellErrors.Refused(name, line, problem));
                continue;
            }

            Script<object> script = After(last, code, name);
            Diagnostic[] errors = [.. script.Compile().Where(d => d.Severity == DiagnosticSeverity.Error)];
            found.Add(errors.Length == 0 ? null : CellErrors.OfCompiler(name, errors));
            last = errors.Length == 0 ? script : last;
        }

        return found;
    }

    /// <summary>What the compiler knows of code that follows the cells that have run, whole or not.</summary>
    internal SemanticModel Model(string code)
    {
        Compilation compilation = After(_state?.Script as Script<object>, code, "cell").GetCompilation();
        return compilation.GetSemanticModel(compilation.SyntaxTrees.Single());
    }

    private async Task<CellResult> RunAsync(string code, string name, CancellationToken cancellation)
    {
        Script<object> script = After(_state?.Script as Script<object>, code, name);
        // Off the caller's thread: a cell may block for as long as it likes.
        ScriptState<object> state = await Task.Run(
            () => _state is null ? script.RunAsync(_globals, _ => true, cancellation) : script.RunFromAsync(_state, _ => true, cancellation), CancellationToken.None);
        _state = state;
        return state.Exception is { } thrown
            ? Failed(CellErrors.OfException(name, thrown, cancellation))
            : new CellResult(ValueDisplay.Of(state.ReturnValue), null);
    }

    private Script<object> After(Script<object>? last, string code, string name)
    {
        ScriptOptions options = _options.WithFilePath(name).WithFileEncoding(System.Text.Encoding.UTF8);
        return last is null ? CSharpScript.Create<object>(code, options, typeof(CellGlobals)) : last.ContinueWith<object>(code, options);
    }

    private static CellResult Failed(CellError error) => new(null, error);

    // Every assembly that the program itself may use, but the compiler: cells need no list of references.
    private static IEnumerable<MetadataReference> References() =>
        ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
            .Where(p => !Path.GetFileName(p).StartsWith("Microsoft.CodeAnalysis", StringComparison.Ordinal))
            .Select(p => MetadataReference.CreateFromFile(p, documentation: new AssemblyDocs(Path.ChangeExtension(p, ".xml"))));
}
