using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Allocations;

/// <summary>Writes an export to a file that is complete or not there.</summary>
internal static class ExportFile
{
    /// <summary>Lets <paramref name="write"/> fill the file; gives its bytes.</summary>
    /// <exception cref="LabInputException">The place cannot be written.</exception>
    public static long Write(string path, Action<Stream> write)
    {
        string partial = $"{path}.{Guid.NewGuid():N}.partial";
        try
        {
            using (FileStream file = File.Create(partial))
            {
                write(file);
            }

            File.Move(partial, path, overwrite: true);
            return new FileInfo(path).Length;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            throw new LabInputException([$"'{path}' cannot be written: {error.Message} Name a file in a folder that exists with --out."]);
        }
        finally
        {
            DeleteQuietly(partial);
        }
    }

    private static void DeleteQuietly(string partial)
    {
        try
        {
            File.Delete(partial);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            // Where nothing could be written there is nothing to remove.
        }
    }
}
