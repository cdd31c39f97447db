using System.Diagnostics;
using System.Net;
using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Dashboard.Tests.Access;

/// <summary>How the process starts and ends.</summary>
public sealed class ProcessTests
{
    [Theory]
    [InlineData(null, "0.0.0.0")]
    [InlineData(null, "192.0.2.1")]
    [InlineData("too-short", "0.0.0.0")]
    public async Task Address_ThatOthersCanReach_NeedsACode(string? token, string address)
    {
        (int code, string line) = await DashboardRun.RefusedAsync(token, "--port", "0", "--address", address);

        Assert.Equal(2, code);
        Assert.Contains("PLAYHOUSE_DASHBOARD_TOKEN", line, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--port", "70000")]
    [InlineData("--port", "-1")]
    [InlineData("--address", "nowhere")]
    [InlineData("--lab", "somewhere/plab")]
    [InlineData("--lab", "/no/such/program")]
    [InlineData("--what", "1")]
    [InlineData("--port")]
    public async Task Argument_ThatIsNone_IsRefusedWithItsName(params string[] arguments)
    {
        (int code, string line) = await DashboardRun.RefusedAsync(null, arguments);

        Assert.Equal(2, code);
        Assert.Contains(arguments[0], line, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Port_TakenByAnother_IsSaidWithWhatToDo()
    {
        await using DashboardRun first = await DashboardRun.StartAsync();

        (int code, string line) = await DashboardRun.RefusedAsync(null, "--port", $"{first.Port}");

        Assert.Equal(2, code);
        Assert.Contains($"Port {first.Port}", line, StringComparison.Ordinal);
        Assert.Contains("--port 0", line, StringComparison.Ordinal);
    }

    [Fact]
    public async Task StandardInput_WhenItEnds_EndsTheProcess()
    {
        await using DashboardRun run = await DashboardRun.StartAsync();

        Assert.Equal(0, await run.EndAsync());
    }

    [Fact]
    public async Task Command_PrintsALinkThatSignsIn_AndEndsWithAnInterrupt()
    {
        LabWorkspace workspace = DashboardRun.NewWorkspace();
        ProcessStartInfo start = new(Repository.Program("PlayHouse.Lab.Cli"), ["dashboard", "--port", "0", "--no-browser"]) { RedirectStandardOutput = true, RedirectStandardError = true, RedirectStandardInput = true };
        start.Environment[LabWorkspace.HomeVariable] = workspace.Root;
        using Process plab = Process.Start(start)!;
        string first = await plab.StandardOutput.ReadLineAsync().WaitAsync(DashboardRun.Deadline) ?? await plab.StandardError.ReadToEndAsync();
        string second = await plab.StandardOutput.ReadLineAsync().WaitAsync(DashboardRun.Deadline) ?? "";

        Assert.StartsWith("Dashboard at http://127.0.0.1:", first, StringComparison.Ordinal);
        using HttpClient client = new();
        using HttpResponseMessage answer = await client.GetAsync(new Uri(second["Sign in once with ".Length..]));
        Assert.Equal(HttpStatusCode.OK, answer.StatusCode);

        using Process kill = Process.Start("kill", ["-INT", $"{plab.Id}"]);
        await plab.WaitForExitAsync().WaitAsync(DashboardRun.Deadline);
        Assert.Equal(0, plab.ExitCode);
        await Assert.ThrowsAsync<HttpRequestException>(() => client.GetAsync(new Uri(first["Dashboard at ".Length..])));
        Directory.Delete(workspace.Root, recursive: true);
    }

    [Fact]
    public async Task Command_OnATakenPort_IsBadInput()
    {
        await using DashboardRun first = await DashboardRun.StartAsync();
        ProcessStartInfo start = new(Repository.Program("PlayHouse.Lab.Cli"), ["dashboard", "--port", $"{first.Port}", "--no-browser"]) { RedirectStandardOutput = true, RedirectStandardError = true };
        start.Environment[LabWorkspace.HomeVariable] = first.Workspace.Root;
        using Process plab = Process.Start(start)!;
        Task<string> errors = plab.StandardError.ReadToEndAsync();
        await plab.WaitForExitAsync().WaitAsync(DashboardRun.Deadline);

        Assert.Equal(2, plab.ExitCode);
        Assert.Contains("is taken by another program", await errors, StringComparison.Ordinal);
    }
}
