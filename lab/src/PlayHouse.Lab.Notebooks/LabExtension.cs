using System.Net;
using Microsoft.Data.Analysis;
using Microsoft.DotNet.Interactive;
using Microsoft.DotNet.Interactive.CSharp;
using Microsoft.DotNet.Interactive.Directives;
using Microsoft.DotNet.Interactive.Formatting;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Notebooks.Api;
using PlayHouse.Lab.Notebooks.Commands;
using PlayHouse.Lab.Notebooks.Display;
using PlayHouse.Lab.Notebooks.Exporting;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Notebooks;

/// <summary>
/// Makes the lab known to a C# kernel of .NET Interactive: its directives <c>#!lab …</c>, and how what it answers is shown. With the cells' session this is
/// all that knows that package.
/// </summary>
public static class LabExtension
{
    /// <summary>Name of the lab in cells.</summary>
    internal const string Variable = "Lab";

    /// <summary>Head cells of a table sort it. Pages that allow no script, code hosting's for one, show the same table as it comes.</summary>
    internal const string Sorting = """
        <script>document.querySelectorAll('.lab thead th:not([tabindex])').forEach(head => {
          const table = head.closest('table'), at = head.cellIndex, text = row => (row.cells[at]?.innerText ?? '').replace(/\s+/g, ' ').trim(), number = row => parseFloat(text(row).replace(/,/g, ''));
          const sort = () => {
            const sign = head.ariaSort === 'ascending' ? -1 : 1, rows = [...table.tBodies[0].rows], isNumber = rows.every(row => /^([+-]?[\d,]*\.?\d+(?![\d:.-]).*)?$/.test(text(row)));
            rows.sort((a, b) => sign * (isNumber ? (number(a) || 0) - (number(b) || 0) : text(a).localeCompare(text(b))));
            table.tBodies[0].append(...rows);
            table.querySelectorAll('th').forEach(other => other.removeAttribute('aria-sort'));
            head.ariaSort = sign > 0 ? 'ascending' : 'descending';
          };
          head.tabIndex = 0;
          head.style.cursor = 'pointer';
          head.title = 'Sorts';
          head.addEventListener('click', sort);
          head.addEventListener('keydown', event => { if (event.key === 'Enter') { event.stopPropagation(); sort(); } });
        });</script>
        """;

    private const string Css = "<style>.lab td,.lab th{text-align:left;vertical-align:top}.lab .n{white-space:nowrap}</style>";

    private static readonly string[] Own =
        ["PlayHouse.Lab.Model.dll", "PlayHouse.Lab.Notebooks.dll", "PlayHouse.Lab.Profiling.dll", "PlayHouse.Lab.Reporting.dll", "PlayHouse.Lab.Runner.dll", "Microsoft.Data.Analysis.dll"];

    private static readonly string[] Namespaces =
    [
        "System.Globalization", "System.IO", "System.Threading", "Microsoft.Data.Analysis", "PlayHouse.Lab.Model.Runs", "PlayHouse.Lab.Notebooks.Api", "PlayHouse.Lab.Notebooks.Display",
        "PlayHouse.Lab.Reporting.Charts", "PlayHouse.Lab.Reporting.Charts.Runs",
    ];

    /// <summary>What cells need not say themselves.</summary>
    internal static string Usings => string.Concat(Namespaces.Select(n => $"using {n};\n"));

    /// <summary>Assemblies whose types cells use.</summary>
    internal static IEnumerable<string> Assemblies => Own.Select(f => Path.Combine(ProgramFolder.Path, f));

    /// <summary>The text of <c>lab.dib</c>, which a notebook imports to know the lab.</summary>
    /// <param name="folder">Folder of the lab's programs, as the notebook sees it.</param>
    public static string Dib(string folder) =>
        "#!csharp\n\n" + string.Concat(Own.Select(f => $"#r \"{folder}/{f}\"\n")) + Usings
        + $"LabApi {Variable} = await PlayHouse.Lab.Notebooks.LabExtension.LoadAsync(Microsoft.DotNet.Interactive.Kernel.Root);\n";

    /// <summary>Opens the lab of this workspace for a kernel that another program has started; it is closed with the kernel.</summary>
    /// <param name="kernel">The kernel, or one above it.</param>
    public static async Task<LabApi> LoadAsync(Kernel kernel)
    {
        ArgumentNullException.ThrowIfNull(kernel);
        LabWorkspace workspace = LabWorkspace.Find();
        LabService service = await LabService.OpenAsync(workspace, CancellationToken.None);
        LabSource source = await LabSource.OpenAsync(service, workspace, Path.Combine(ProgramFolder.Path, "samples"), null, CancellationToken.None);
        kernel.RegisterForDisposal(new Closing(source, service));
        Add((CSharpKernel)kernel.FindKernelByName("csharp"), source.Api);
        return source.Api;
    }

    /// <summary>Adds the directives and the formatters.</summary>
    internal static void Add(CSharpKernel kernel, LabApi lab)
    {
        lab.CancellationOf = static () => KernelInvocationContext.Current?.CancellationToken ?? CancellationToken.None;
        Show<IDisplayable>(v => v.ToDisplay());
        Show<ChartSpec>(ValueDisplay.Chart);
        Show<DisplayData>(v => v);
        Show<DataFrame>(ValueDisplay.Frame);
        KernelActionDirective all = new("#!lab") { Description = "One call of the lab; '#!lab help' lists them" };
        foreach (LabDirective directive in LabDirectives.All)
        {
            directive.AddTo(all, kernel, lab);
        }

        kernel.AddDirective(all, (_, _) =>
        {
            LabDirectives.Help().Display();
            return Task.CompletedTask;
        });
    }

    private static void Show<T>(Func<T, DisplayData> forms)
    {
        Formatter.Register<T>((value, writer) => writer.Write(forms(value).Plain), DisplayData.PlainText);
        Formatter.Register<T>((value, writer) => writer.Write(Page(forms(value))), DisplayData.Html);
        Formatter.SetPreferredMimeTypesFor(typeof(T), DisplayData.Html, DisplayData.PlainText);
    }

    // Pages of Jupyter show one form: the picture, else the table, else the text.
    private static string Page(DisplayData data) => data.Forms.TryGetValue(DisplayData.Svg, out string? svg) ? svg
        : data.Forms.TryGetValue(DisplayData.Html, out string? html) ? $"{Css}<div class=\"lab\">{html}</div>{Sorting}"
        : data.Forms.TryGetValue(DisplayData.Markdown, out string? markdown) ? $"{Css}<div class=\"lab\">{new HarmlessMarkdown().Of(markdown)}</div>{Sorting}"
        : $"<pre>{WebUtility.HtmlEncode(data.Plain)}</pre>";

    private sealed class Closing(LabSource source, LabService service) : IDisposable
    {
        public void Dispose()
        {
#pragma warning disable VSTHRD002 // The kernel has ended: nothing else runs in this process.
            source.DisposeAsync().AsTask().GetAwaiter().GetResult();
            service.DisposeAsync().AsTask().GetAwaiter().GetResult();
#pragma warning restore VSTHRD002
        }
    }
}
