using PlayHouse.Lab.Model;
using PlayHouse.Lab.Notebooks.Format;

namespace PlayHouse.Lab.Notebooks.Workspace;

/// <summary>The file that a notebook imports in its first cell, so that any C# kernel of .NET Interactive knows the lab.</summary>
public static class LabImport
{
    /// <summary>Writes it into a folder where it is missing or names another lab.</summary>
    public static void WriteInto(string folder)
    {
        string file = Path.Combine(folder, NotebookMetadata.Import), text = TextFor(folder);
        if (!File.Exists(file) || File.ReadAllText(file) != text)
        {
            File.WriteAllText(file, text);
        }
    }

    /// <summary>Its text: the way from the folder to this lab.</summary>
    public static string TextFor(string folder) =>
        LabExtension.Dib(Path.GetRelativePath(Path.GetFullPath(folder), ProgramFolder.Path).Replace('\\', '/'));
}
