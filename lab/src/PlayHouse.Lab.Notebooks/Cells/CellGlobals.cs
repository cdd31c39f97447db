using PlayHouse.Lab.Notebooks.Api;
using PlayHouse.Lab.Notebooks.Display;

namespace PlayHouse.Lab.Notebooks.Cells;

/// <summary>What every cell can use without a name before it.</summary>
public sealed class CellGlobals
{
    private readonly Func<ICellOutput> _output;

    internal CellGlobals(LabApi lab, Func<ICellOutput> output)
    {
        Lab = lab;
        _output = output;
    }

    /// <summary>The lab.</summary>
    public LabApi Lab { get; }

    /// <summary>Cancelled when the cell is interrupted; long work of a cell hands it on.</summary>
    public CancellationToken Cancellation { get; internal set; }

    /// <summary>Shows a value at once; <paramref name="id"/> names it, so that showing again replaces it.</summary>
    public void Display(object? value, string? id = null)
    {
        if (ValueDisplay.Of(value) is { } data)
        {
            _output().Show(data, id);
        }
    }

    /// <summary>Shows a value in place of the one shown under the name.</summary>
    public void Update(object? value, string id)
    {
        if (ValueDisplay.Of(value) is { } data)
        {
            _output().Update(data, id);
        }
    }

    /// <summary>Text in Markdown.</summary>
    public static DisplayData Markdown(string text) => new DisplayData(text).With(DisplayData.Markdown, text);
}
