using PlayHouse.Lab.Notebooks.Display;

namespace PlayHouse.Lab.Notebooks.Cells;

/// <summary>Where a cell's output goes while it runs. Called from any thread, also after the cell has ended by tasks it left behind.</summary>
public interface ICellOutput
{
    /// <summary>Text of the console.</summary>
    /// <param name="isError">True for standard error.</param>
    /// <param name="text">The text as written, with its line ends.</param>
    void Write(bool isError, string text);

    /// <summary>Something to show.</summary>
    /// <param name="data">What.</param>
    /// <param name="id">Name under which it can be shown again; null for none.</param>
    void Show(DisplayData data, string? id);

    /// <summary>Shows something new in place of what was shown under the name.</summary>
    void Update(DisplayData data, string id);
}
