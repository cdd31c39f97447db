using System.CommandLine;
using PlayHouse.Lab.Cli.Notebooks;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab notebook</c>: write-ups that are executed.</summary>
internal sealed class NotebookCommand : ICommandSource
{
    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab notebook run notebooks/tour.ipynb", "executes every cell and writes the outputs back"),
        ("plab notebook run a.ipynb --param run=r-20250101-1 --out b.ipynb", "with a value of your own, into another file"),
        ("plab notebook check notebooks/*.ipynb", "finds what would break elsewhere, compiles every cell, runs none"),
        ("plab notebook check a.ipynb --run", "runs it too and compares the outputs of cells tagged 'deterministic'"),
        ("plab notebook export a.ipynb --format html --out a.html", "one page without script, nothing loaded from anywhere"),
        ("plab notebook new result.ipynb --compare r-20250101-1", "a notebook that writes up a run"),
        ("plab notebook new c.dib --compare r-20250101-1:baseline r-20250102-1:baseline", "one that puts two arms side by side"),
        ("plab notebook install-kernel", "notebook pages of Jupyter execute notebooks of the lab"),
        ("plab notebook install-kernel --remove", "takes that away again"),
    ];

    public Command Create(CommandContext context) => new("notebook", "Run, check, export and start notebooks")
    {
        new NotebookRunPart(context).Create(), new NotebookCheckPart(context).Create(), new NotebookExportPart(context).Create(), new NotebookNewPart(context).Create(),
        new NotebookInstallPart(context).Create(),
    };
}
