using PlayHouse.Lab.Model;

namespace PlayHouse.Lab.Notebooks.Workspace;

/// <summary>The file that a notebook imports in its first cell, so that any C# kernel of .NET Interactive knows the lab.</summary>
public static class LabImport
{
    /// <summary>Its name; it lies next to the notebooks.</summary>
    public const string Name = "lab.dib";

    /// <summary>Writes it into a folder where it is missing or names another lab.</summary>
    public static void WriteInto(string folder)
    {
        string file = Path.Combine(folder, Name), text = TextFor(folder);
        if (!File.Exists(file) || File.ReadAllText(file) != text)
        {
            File.WriteAllText(file, text);
        }
    }

    /// <summary>Its text: the way from the folder to this lab.</summary>
    public static string TextFor(string folder) =>
        LabExtension.Dib(Path.GetRelativePath(Path.GetFullPath(folder), ProgramFolder.Path).Replace('\\', '/'));
}
