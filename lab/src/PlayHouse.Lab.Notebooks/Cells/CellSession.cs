using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Scripting;
using Microsoft.CodeAnalysis.Scripting;
using Microsoft.DotNet.Interactive;
using Microsoft.DotNet.Interactive.Commands;
using Microsoft.DotNet.Interactive.CSharp;
using Microsoft.DotNet.Interactive.Events;
using Microsoft.DotNet.Interactive.Formatting;
using PlayHouse.Lab.Notebooks.Api;
using PlayHouse.Lab.Notebooks.Display;
using KernelDiagnostic = Microsoft.DotNet.Interactive.Diagnostic;

namespace PlayHouse.Lab.Notebooks.Cells;

/// <summary>
/// The state of a notebook: cells run one after the other in the C# kernel of .NET Interactive and see what earlier ones declared. One at
/// a time; assemblies of scripts are never unloaded, so a process has one session.
/// </summary>
public sealed class CellSession : IDisposable
{
    // The kernel compiles cells without names and lines. Where it has no such field, errors have no line.
    private static readonly FieldInfo? Options = typeof(CSharpKernel).GetField("_scriptOptions", BindingFlags.NonPublic | BindingFlags.Instance);

    private readonly CSharpKernel _csharp = new CSharpKernel().UseKernelHelpers().UseValueSharing().UseWho();
    private readonly CompositeKernel _kernel = new();
    private readonly IDisposable _events;
    private ICellOutput? _output;
    private DisplayData? _value;
    private CommandFailed? _failure;
    private KernelDiagnostic[] _problems = [];

    private CellSession()
    {
        _kernel.Add(_csharp);
        _kernel.DefaultKernelName = _csharp.Name;
        _events = _kernel.KernelEvents.Subscribe(new Observer(Hear));
    }

    /// <summary>
    /// Compiles a script that is not run, so that the compiler itself is compiled while something else starts: it is the greater part of what
    /// a first cell waits for.
    /// </summary>
    public static void WarmCompiler() => CSharpScript.Create("0", ScriptOptions.Default.WithEmitDebugInformation(true)).Compile();

    /// <summary>Starts one.</summary>
    /// <param name="lab">The lab that cells use.</param>
    public static async Task<CellSession> StartAsync(LabApi lab)
    {
        CellSession session = new();
        try
        {
            LabExtension.Add(session._csharp, lab);
            session._csharp.AddAssemblyReferences(LabExtension.Assemblies);
            await session._csharp.SetValueAsync(LabExtension.Variable, lab, typeof(LabApi));
            await session._csharp.SendAsync(new SubmitCode(LabExtension.Usings));
            return session;
        }
        catch
        {
            session.Dispose();
            throw;
        }
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
        if (CellText.Refusal(source, out int line) is { } refusal)
        {
            return Failed(CellErrors.Refused(name, line, refusal));
        }

        (_output, _value, _failure, _problems) = (output, null, null, []);
        NameCell(name);
        try
        {
            // Off the caller's thread: a cell may block for as long as it likes.
            await Task.Run(() => _kernel.SendAsync(new SubmitCode(CellText.WithoutImport(source)), cancellation), CancellationToken.None);
        }
        catch (Exception e)
        {
            return Failed(CellErrors.OfException(name, e, cancellation));
        }

        return _failure is { } failure ? Failed(CellErrors.Of(name, failure.Exception, failure.Message, _problems, cancellation)) : new CellResult(_value, null);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _events.Dispose();
        _kernel.Dispose();
    }

    private void NameCell(string name)
    {
        if (Options?.GetValue(_csharp) is ScriptOptions options)
        {
            Options.SetValue(_csharp, options.WithFilePath(name).WithFileEncoding(Encoding.UTF8).WithEmitDebugInformation(true));
        }
    }

    private void Hear(KernelEvent happened)
    {
        switch (happened)
        {
            case StandardOutputValueProduced text:
                _output?.Write(isError: false, Text(text));
                break;
            case StandardErrorValueProduced text:
                _output?.Write(isError: true, Text(text));
                break;
            case ReturnValueProduced value:
                _value = Data(value);
                break;
            case DisplayedValueUpdated shown when Data(shown) is { } data:
                _output?.Update(data, shown.ValueId);
                break;
            case DisplayedValueProduced shown when Data(shown) is { } data:
                _output?.Show(data, shown.ValueId);
                break;
            case DiagnosticsProduced found:
                _problems = [.. found.Diagnostics.Where(d => d.Severity == DiagnosticSeverity.Error)];
                break;
            case CommandFailed failed:
                _failure = failed;
                break;
            default:
                break;
        }
    }

    private static string Text(DisplayEvent shown) => string.Concat(shown.FormattedValues.Select(v => v.Value));

    // A value has the forms of the lab; a text with a type of its own keeps that.
    private static DisplayData? Data(DisplayEvent shown)
    {
        FormattedValue? typed = shown.FormattedValues.FirstOrDefault(v => v.MimeType != DisplayData.PlainText);
        return shown.Value is string text && typed is not null && typed.Value == text
            ? new DisplayData(text).With(typed.MimeType, text)
            : ValueDisplay.Of(shown.Value);
    }

    private static CellResult Failed(CellError error) => new(null, error);

    private sealed class Observer(Action<KernelEvent> hear) : IObserver<KernelEvent>
    {
        public void OnCompleted()
        {
        }

        public void OnError(Exception error)
        {
        }

        public void OnNext(KernelEvent value) => hear(value);
    }
}
