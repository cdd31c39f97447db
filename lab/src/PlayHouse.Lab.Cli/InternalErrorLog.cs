using System.Globalization;

namespace PlayHouse.Lab.Cli;

/// <summary>Keeps the details of an internal error in a file, so that the terminal shows one line.</summary>
internal static class InternalErrorLog
{
    /// <summary>Writes the error; returns the path of the file, or null when no place could be written.</summary>
    public static string? Write(Exception error, string commandLine, CommandContext context)
    {
        DateTimeOffset now = context.Clock.GetUtcNow();
        string name = now.ToString("'error-'yyyyMMdd'T'HHmmssfff'.log'", CultureInfo.InvariantCulture);
        string text = $"{now:O}\nplab {commandLine}\n\n{error}\n";
        return Folders(context).Select(folder => TryWrite(folder, name, text)).FirstOrDefault(path => path is not null);
    }

    private static IEnumerable<string> Folders(CommandContext context)
    {
        string? logs = null;
        try
        {
            logs = context.Workspace().Logs;
        }
        catch (DirectoryNotFoundException)
        {
            // Without a workspace the folder for temporary files takes the log.
        }

        return logs is null ? [Path.GetTempPath()] : [logs, Path.GetTempPath()];
    }

    private static string? TryWrite(string folder, string name, string text)
    {
        try
        {
            Directory.CreateDirectory(folder);
            string path = Path.Combine(folder, name);
            File.WriteAllText(path, text);
            return path;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
