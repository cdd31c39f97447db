using System.Diagnostics;
using System.Net;
using System.Text.Json;
using PlayHouse.Dashboard.Services;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Dashboard.Tests.Fixtures;

/// <summary>The real program on a workspace of its own.</summary>
internal sealed class DashboardRun : IAsyncDisposable
{
    public static readonly TimeSpan Deadline = TimeSpan.FromSeconds(120);
    private readonly Process _process;
    private readonly Task<string> _errors;

    private DashboardRun(Process process, LabWorkspace workspace, JsonElement first)
    {
        _process = process;
        _errors = process.StandardError.ReadToEndAsync();
        Workspace = workspace;
        Url = first.GetProperty("url").GetString()!;
        Link = first.GetProperty("link").GetString()!;
    }

    public LabWorkspace Workspace { get; }

    /// <summary>First page, with a slash at the end.</summary>
    public string Url { get; }

    public string Link { get; private set; }

    public int Port => new Uri(Url).Port;

    public Process Process => _process;

    public static async Task<DashboardRun> StartAsync(LabWorkspace? workspace = null, int port = 0)
    {
        LabWorkspace place = workspace ?? NewWorkspace();
        Process process = Launch(place, null, "--port", port.ToString(System.Globalization.CultureInfo.InvariantCulture));
        string line = await process.StandardOutput.ReadLineAsync().WaitAsync(Deadline) ?? "";
        return line.Contains("\"ready\"", StringComparison.Ordinal)
            ? new DashboardRun(process, place, JsonDocument.Parse(line).RootElement)
            : throw new InvalidOperationException($"The dashboard did not start: {line}{await process.StandardError.ReadToEndAsync()}");
    }

    /// <summary>Runs it to its end; gives its first line and exit code.</summary>
    public static async Task<(int Code, string Line)> RefusedAsync(string? token, params string[] arguments)
    {
        LabWorkspace place = NewWorkspace();
        using Process process = Launch(place, token, arguments);
        string line = await process.StandardOutput.ReadLineAsync().WaitAsync(Deadline) ?? "";
        process.StandardInput.Close();
        await process.WaitForExitAsync().WaitAsync(Deadline);
        Directory.Delete(place.Root, recursive: true);
        return (process.ExitCode, line);
    }

    public static LabWorkspace NewWorkspace()
    {
        var workspace = new LabWorkspace(Directory.CreateTempSubdirectory("playhouse-dashboard-").FullName);
        Directory.CreateDirectory(workspace.Experiments);
        return workspace;
    }

    public async Task<string> NewLinkAsync()
    {
        await _process.StandardInput.WriteLineAsync("link");
        await _process.StandardInput.FlushAsync();
        string line = await _process.StandardOutput.ReadLineAsync().WaitAsync(Deadline) ?? "";
        return Link = JsonDocument.Parse(line).RootElement.GetProperty("link").GetString()!;
    }

    /// <summary>A client without a session.</summary>
    public HttpClient Stranger() => new(new SocketsHttpHandler { UseCookies = false, AllowAutoRedirect = false, UseProxy = false }) { BaseAddress = new Uri(Url), Timeout = Deadline };

    /// <summary>A client that is signed in, and its cookie.</summary>
    public async Task<(HttpClient Client, string Cookie)> SignedInAsync()
    {
        HttpClient client = Stranger();
        using HttpResponseMessage answer = await client.GetAsync(new Uri(await NewLinkAsync()));
        Assert.Equal(HttpStatusCode.OK, answer.StatusCode);
        string cookie = answer.Headers.GetValues("Set-Cookie").Single(c => c.StartsWith("plab-", StringComparison.Ordinal) && c.Contains($"plab-{Port}", StringComparison.Ordinal)).Split(';')[0];
        client.DefaultRequestHeaders.Add("Cookie", cookie);
        return (client, cookie);
    }

    /// <summary>Ends it the way its parent's death does.</summary>
    public async Task<int> EndAsync()
    {
        _process.StandardInput.Close();
        await _process.WaitForExitAsync().WaitAsync(Deadline);
        return _process.ExitCode;
    }

    public async Task KillAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync().WaitAsync(Deadline);
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
        {
            await KillAsync();
        }

        await _errors;
        _process.Dispose();
        Directory.Delete(Workspace.Root, recursive: true);
    }

    private static Process Launch(LabWorkspace workspace, string? token, params string[] arguments)
    {
        ProcessStartInfo start = new(Repository.Program("PlayHouse.Dashboard"), arguments)
        {
            RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true, WorkingDirectory = workspace.Root,
        };
        start.Environment[LabWorkspace.HomeVariable] = workspace.Root;
        // Its temporary files go with the workspace.
        start.Environment["TMPDIR"] = Directory.CreateDirectory(Path.Combine(workspace.Data, "tmp")).FullName;
        // It lives too briefly for compiling anything a second time to pay.
        start.Environment["DOTNET_TC_CallCounting"] = "0";
        start.Environment.Remove(DashboardOptions.TokenVariable);
        if (token is not null)
        {
            start.Environment[DashboardOptions.TokenVariable] = token;
        }

        return Process.Start(start)!;
    }
}
