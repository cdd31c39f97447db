using System.Text;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Dashboard.Model;

/// <summary>The last lines of a file that another process writes.</summary>
public static class LogTail
{
    private const int BytesMax = 16 * 1024;
    private const int LinesMax = 60;

    /// <summary>The lines, without control characters; none when there is no such file.</summary>
    public static async Task<IReadOnlyList<string>> ReadAsync(string path, CancellationToken ct)
    {
        try
        {
            await using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            long skipped = Math.Max(0, file.Length - BytesMax);
            file.Seek(skipped, SeekOrigin.Begin);
            byte[] bytes = new byte[BytesMax];
            int count = await file.ReadAtLeastAsync(bytes, BytesMax, throwOnEndOfStream: false, ct);
            string[] lines = Encoding.UTF8.GetString(bytes.AsSpan(0, count)).Split('\n');
            // The first line of a cut file began before the cut.
            return [.. lines.Skip(skipped > 0 ? 1 : 0).Select(PlainText.Clean).Where(l => l.Length > 0).TakeLast(LinesMax)];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
