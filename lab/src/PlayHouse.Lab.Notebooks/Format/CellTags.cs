namespace PlayHouse.Lab.Notebooks.Format;

/// <summary>Tags of cells that mean something to every tool that executes notebooks (papermill, nbclient).</summary>
public static class CellTags
{
    /// <summary>The cell holds parameters: what a caller gives is declared after it.</summary>
    public const string Parameters = "parameters";

    /// <summary>The cell fails on purpose.</summary>
    public const string RaisesException = "raises-exception";
}
