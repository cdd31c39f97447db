using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Kernel;
using PlayHouse.Lab.Notebooks.Running;

namespace PlayHouse.Lab.Notebooks.Tests.Kernel;

/// <summary>What is read and written around a kernel.</summary>
public sealed class KernelFilesTests
{
    private const string Good = """{"ip":"127.0.0.1","key":"k","transport":"tcp","shell_port":1,"control_port":2,"stdin_port":3,"iopub_port":4,"hb_port":5}""";

    [Fact]
    public void Connection_OfAFile_HasItsAddresses()
    {
        KernelConnection read = KernelConnection.Parse(Good);

        Assert.Equal(("tcp://127.0.0.1:1", "tcp://127.0.0.1:5"), (read.Shell, read.Heartbeat));
        Assert.Equal("tcp://[::1]:2", KernelConnection.Parse(Good.Replace("127.0.0.1", "::1", StringComparison.Ordinal)).Control);
    }

    [Theory]
    [InlineData("\"k\"", "\"\"", "'key' is empty")]
    [InlineData("\"tcp\"", "\"udp\"", "'transport' is 'udp'")]
    [InlineData("127.0.0.1", "somewhere", "'ip' is 'somewhere'")]
    [InlineData("\"hb_port\":5", "\"hb_port\":0", "'hb_port' is no port")]
    [InlineData("\"key\"", "\"signature_scheme\":\"hmac-md5\",\"key\"", "'signature_scheme' is 'hmac-md5'")]
    [InlineData("{", "[", "it is not JSON")]
    public void Connection_OfAFileThatIsNone_IsRefused(string part, string other, string reason) =>
        Assert.Contains(reason, Assert.Throws<FormatException>(() => KernelConnection.Parse(Good.Replace(part, other, StringComparison.Ordinal))).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData(JupyterSystem.Linux, "", "", "/home/me/.local/share/jupyter")]
    [InlineData(JupyterSystem.Linux, "XDG_DATA_HOME", "/data", "/data/jupyter")]
    [InlineData(JupyterSystem.Linux, "JUPYTER_DATA_DIR", "/own", "/own")]
    [InlineData(JupyterSystem.MacOS, "", "", "/home/me/Library/Jupyter")]
    [InlineData(JupyterSystem.Windows, "APPDATA", "/roaming", "/roaming/jupyter")]
    public void Spec_LiesWhereJupyterLooks(JupyterSystem system, string variable, string value, string folder) => Assert.Equal(
        $"{folder}/kernels/playhouse-lab/kernel.json",
        KernelSpec.FileOfUser(n => n == variable ? value : null, "/home/me", system).Replace('\\', '/'));

    [Fact]
    public void Budget_CutsBetweenWholeCharacters_AndSaysWhatIsMissing()
    {
        OutputBudget budget = new();
        Assert.True(budget.TakeWhole(OutputWriter.CharactersMax - 2));
        Assert.Null(budget.Note);

        Assert.Equal("x", budget.Take("x😀yy"));
        Assert.Equal("", budget.Take("z"));
        Assert.False(budget.TakeWhole(1));
        Assert.Contains("… 6 characters more", budget.Note, StringComparison.Ordinal);
    }

    [Fact]
    public void Completeness_OfManyLinesWithMagics_KeepsEveryPlace()
    {
        const string Code = "  #!lab runs\nvar a = \"#!\";\n#!lab help";

        Assert.Equal("  //lab runs\nvar a = \"#!\";\n//lab help", Notebooks.Kernel.Code.CodeText.WithoutMagics(Code));
    }

    [Fact]
    public void History_OverItsLimits_ForgetsTheOldest()
    {
        KernelHistory history = new();
        for (int i = 1; i <= KernelLimits.HistoryCellsMax + 5; i++)
        {
            history.Add(i, "x");
        }

        JsonArray Told() => history.Reply(new WireMessage([], [], "history_request", new JsonObject { ["hist_access_type"] = "tail", ["n"] = 1_000_000 }))["history"]!.AsArray();
        Assert.Equal((KernelLimits.HistoryCellsMax, 6), (Told().Count, (int)Told()[0]![1]!));
        history.Add(9_999, new string('y', KernelLimits.HistoryCharactersMax));
        Assert.Equal(9_999, (int)Assert.Single(Told())![1]!);
    }
}
