using System.Diagnostics;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Cli.Dashboards;

/// <summary>
/// Opens the browser by way of a file only this user can read: a link on a command line is seen by every user of the machine, and
/// the first user to open it is signed in. The file is deleted when the command ends.
/// </summary>
internal sealed class BrowserPage : IDisposable
{
    private static readonly string[] ScreenVariables = ["DISPLAY", "WAYLAND_DISPLAY"];
    private readonly string _path;

    private BrowserPage(string path) => _path = path;

    /// <summary>Opens the link; null where there is no browser to open it in.</summary>
    public static BrowserPage? Open(LabWorkspace workspace, string link)
    {
        bool hasScreen = !OperatingSystem.IsLinux() || ScreenVariables.Any(v => !string.IsNullOrEmpty(Environment.GetEnvironmentVariable(v)));
        if (!hasScreen)
        {
            return null;
        }

        try
        {
            Directory.CreateDirectory(workspace.Data);
            string path = Path.Combine(workspace.Data, $"dashboard-{Environment.ProcessId}.html");
            FileStreamOptions options = new() { Mode = FileMode.Create, Access = FileAccess.Write };
            if (!OperatingSystem.IsWindows())
            {
                options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
            }

            using (StreamWriter file = new(path, options))
            {
                file.Write($"<!DOCTYPE html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url={link}\"><title>PlayHouse Lab</title><a href=\"{link}\">Open the dashboard</a>");
            }

            string opener = OperatingSystem.IsMacOS() ? "open" : "xdg-open";
            ProcessStartInfo start = OperatingSystem.IsWindows() ? new(path) { UseShellExecute = true } : new(opener, [path]) { RedirectStandardError = true, RedirectStandardOutput = true };
            Process.Start(start)?.Dispose();
            return new BrowserPage(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or System.ComponentModel.Win32Exception)
        {
            // No opener: the printed link is enough.
            return null;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => File.Delete(_path);
}
