using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Running;

namespace PlayHouse.Lab.Notebooks.Tests.Kernel;

/// <summary>A real kernel process, asked over its sockets. The tests share it, as the cells of a long day do.</summary>
public sealed class KernelTests : IClassFixture<KernelProcess>, IDisposable
{
    private readonly KernelProcess _kernel;
    private readonly KernelClient _client;

    public KernelTests(KernelProcess kernel)
    {
        _kernel = kernel;
        _client = new KernelClient(kernel.Connection);
        _client.Join();
    }

    public void Dispose() => _client.Dispose();

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void KernelInfo_OnBothChannels_SaysWhoItIsAndPublishesItsStatus(bool onControl)
    {
        string id = _client.Send("kernel_info_request", onControl: onControl);
        Heard info = _client.Reply(id, onControl);

        Assert.Equal("kernel_info_reply", info.Type);
        Assert.Equal(("5.3", "C#", ".cs"), ((string?)info.Content["protocol_version"], (string?)info.Content["language_info"]!["name"], (string?)info.Content["language_info"]!["file_extension"]));
        Assert.Equal(["busy", "idle"], _client.ToldOf(id).Select(s => (string?)s.Content["execution_state"]));
        Assert.Equal("still there", _client.Ping("still there"));
    }

    [Fact]
    public void Execute_PublishesWhatTheCellDoesInItsOrder()
    {
        (Heard reply, Heard[] told) = _client.Execute("""
            Console.Write("a");
            Console.Write("b\n");
            Console.Error.Write("e");
            Display(1, id: "named");
            Update(2, "named");
            Console.Write($"{Console.In.ReadLine() is null}");
            var n = 20;
            n + 1
            """);

        Assert.Equal(
            ["execute_input", "stdout ab\n", "stderr e", "display_data named 1", "update_display_data named 2", "stdout True", "execute_result 21"], Story(told));
        int count = (int)reply.Content["execution_count"]!;
        Assert.Equal(("ok", count, count), (reply.Status, (int)told[0].Content["execution_count"]!, (int)told[^1].Content["execution_count"]!));

        (Heard failed, Heard[] error) = _client.Execute("n = 22;\nthrow new FormatException(\"on purpose\");");
        Assert.Equal(("error", "FormatException", count + 1), (failed.Status, (string?)failed.Content["ename"], (int)failed.Content["execution_count"]!));
        Assert.Equal("on purpose", (string?)error[^1].Content["evalue"]);
        Assert.Contains("line 2", string.Concat(error[^1].Content["traceback"]!.AsArray()), StringComparison.Ordinal);
        (Heard silent, Heard[] nothing) = _client.Execute("Console.Write(\"unheard\"); n", new JsonObject { ["silent"] = true });
        Assert.Equal(("ok", count + 1), (silent.Status, (int)silent.Content["execution_count"]!));
        Assert.Empty(nothing);
        (Heard unstored, _) = _client.Execute("n", new JsonObject { ["store_history"] = false });
        Assert.Equal(count + 1, (int)unstored.Content["execution_count"]!);
    }

    [Fact]
    public void Display_UnderANameOfAnEarlierCell_IsShownAgain_AndUpdatedInItsPlace()
    {
        const string Code = "Display(1, id: \"again\");\nUpdate(2, \"again\");";
        string[] both = ["execute_input", "display_data again 1", "update_display_data again 2"];

        // A page forgets what a cell has shown when the cell runs again.
        Assert.Equal(both, Story(_client.Execute(Code).Told));
        Assert.Equal(both, Story(_client.Execute(Code).Told));
        Assert.Equal(["execute_input", "update_display_data again 3"], Story(_client.Execute("Update(3, \"again\");").Told));
        string[] first = ["execute_input", "display_data unshown 1", "update_display_data unshown 2"];
        Assert.Equal(first, Story(_client.Execute("Update(1, \"unshown\");\nUpdate(2, \"unshown\");").Told));
        Assert.Equal(first, Story(_client.Execute("Update(1, \"unshown\");\nUpdate(2, \"unshown\");").Told));
        _client.Execute("Display(1, id: \"unheard\");", new JsonObject { ["silent"] = true });
        Assert.Equal(["execute_input", "display_data unheard 2"], Story(_client.Execute("Update(2, \"unheard\");").Told));
    }

    [Fact]
    public void Picture_IsToldWithoutAFormThatPagesPreferToIt()
    {
        (_, Heard[] told) = _client.Execute("new DisplayData(\"words\").With(DisplayData.Svg, \"<svg/>\").With(DisplayData.Markdown, \"| a |\")");

        Assert.Equal(["image/svg+xml", "text/plain", "text/vnd.playhouse-lab.markdown"], told[^1].Content["data"]!.AsObject().Select(f => f.Key));
    }

    [Fact]
    public void Interrupt_OfACellThatPassesItsToken_EndsIt()
    {
        string cell = _client.SendCell("Console.Write(\"waiting\");\nawait Task.Delay(Timeout.Infinite, Cancellation);");
        _client.WaitFor(h => h.Parent == cell && h.Type == "stream");

        Heard interrupted = _client.Ask("interrupt_request", onControl: true);

        Assert.Equal(("interrupt_reply", "ok"), (interrupted.Type, interrupted.Status));
        Assert.Equal("Interrupted", (string?)_client.Reply(cell).Content["ename"]);
        Assert.Equal("ok", _client.Execute("2 + 2").Reply.Status);
    }

    [Fact]
    public void Output_OverTheLimitOfACell_IsCutWithANote()
    {
        (Heard reply, Heard[] told) = _client.Execute($"for (int i = 0; i < 11; i++) Console.Write(new string('x', {OutputWriter.CharactersMax / 10}));\nnew string('y', 100)");

        Assert.Equal("ok", reply.Status);
        Assert.Equal(OutputWriter.CharactersMax, told.Where(t => (string?)t.Content["name"] == "stdout").Sum(t => ((string)t.Content["text"]!).Length));
        Assert.Contains("1,000,100 characters more", (string)told[^1].Content["text"]!, StringComparison.Ordinal);
    }

    [Fact]
    public void Clients_TwoAtOnce_EachGetTheirAnswersAndBothSeeEverything()
    {
        using KernelClient other = new(_kernel.Connection);
        other.Join();

        string mine = _client.SendCell("Console.Write(\"mine\");"), theirs = other.SendCell("Console.Write(\"theirs\");");

        Assert.Equal("ok", other.Reply(theirs).Status);
        Assert.Equal("ok", _client.Reply(mine).Status);
        foreach (KernelClient client in new[] { _client, other })
        {
            Assert.Equal("mine", Stream(client.ToldOf(mine)));
            Assert.Equal("theirs", Stream(client.ToldOf(theirs)));
        }
    }

    [Theory]
    [InlineData("Lab.Late", "Latest")]
    [InlineData("var 😀 = 1; Console.WriteL", "WriteLine")]
    [InlineData("Disp", "Display")]
    [InlineData("\"text\".ToUpperInv", "ToUpperInvariant")]
    [InlineData("new[] { 1 }.Whe", "Where")]
    [InlineData("#!lab hot", "#!lab hotspots")]
    [InlineData("#!lab runs\nfore", "foreach")]
    [InlineData("int local = 1;\nloc", "local")]
    [InlineData("System.Glob", "Globalization")]
    public void Complete_OfABegunName_OffersTheWholeOne(string code, string name)
    {
        int cursor = code.EnumerateRunes().Count();
        Heard reply = _client.Ask("complete_request", new JsonObject { ["code"] = code + "\nint after = 1;", ["cursor_pos"] = cursor });

        Assert.Contains(name, reply.Content["matches"]!.AsArray().Select(m => (string)m!));
        Assert.Equal(cursor, (int)reply.Content["cursor_end"]!);
        string begun = string.Concat(code.EnumerateRunes().Skip((int)reply.Content["cursor_start"]!));
        Assert.StartsWith(begun, name, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("// a comment about Con")]
    [InlineData("var a = \"Con")]
    [InlineData("nothing.Con")]
    [InlineData("")]
    public void Complete_WhereNoNameOfThisKindFits_AnswersAllTheSame(string code)
    {
        Heard reply = _client.Ask("complete_request", new JsonObject { ["code"] = code, ["cursor_pos"] = code.Length });

        Assert.Equal("ok", reply.Status);
        Assert.Equal(code.Length == 0, reply.Content["matches"]!.AsArray().Count > 0);
    }

    [Fact]
    public void Inspect_OfAName_GivesItsSignatureAndDocumentation()
    {
        _client.Execute("int Twice(int number) => 2 * number;");

        Assert.Contains("Twice(int number)", Inspected("Twice(3)", 2), StringComparison.Ordinal);
        Assert.Contains("The latest runs, newest first.", Inspected("Lab.Runs(", 9), StringComparison.Ordinal);
        Assert.Contains("--top", Inspected("#!lab hotspots r-1", 8), StringComparison.Ordinal);
        Assert.Null(Inspected("1 + 2", 1));
    }

    [Theory]
    [InlineData("1 + 1", "complete")]
    [InlineData("#!lab runs\nvar a = 1;", "complete")]
    [InlineData("for (int i = 0; i < 3; i++)\n{", "incomplete")]
    [InlineData("#!lab show \"r-1", "invalid")]
    [InlineData("var a = );", "invalid")]
    public void IsComplete_OfCode_SaysWhetherItGoesOn(string code, string status) =>
        Assert.Equal(status, (string?)_client.Ask("is_complete_request", new JsonObject { ["code"] = code }).Content["status"]);

    [Fact]
    public void History_IsToldByTailRangeAndPattern()
    {
        _client.Execute("int first = 1;");
        (Heard reply, _) = _client.Execute("int second = 2;");
        int last = (int)reply.Content["execution_count"]!;

        Assert.Equal([$"[1,{last},\"int second = 2;\"]"], History(new JsonObject { ["hist_access_type"] = "tail", ["n"] = 1 }));
        Assert.Equal([$"[1,{last - 1},\"int first = 1;\"]"], History(new JsonObject { ["hist_access_type"] = "range", ["session"] = 0, ["start"] = last - 1, ["stop"] = last }));
        Assert.Equal([$"[1,{last},[\"int second = 2;\",null]]"], History(new JsonObject { ["hist_access_type"] = "search", ["pattern"] = "*sec?nd*", ["n"] = 1, ["output"] = true }));
        Assert.Empty(_client.Ask("comm_info_request").Content["comms"]!.AsObject());
    }

    private string[] History(JsonObject which) => [.. _client.Ask("history_request", which).Content["history"]!.AsArray().Select(h => h!.ToJsonString())];

    private string? Inspected(string code, int cursor)
    {
        Heard reply = _client.Ask("inspect_request", new JsonObject { ["code"] = code, ["cursor_pos"] = cursor, ["detail_level"] = 0 });
        return (bool)reply.Content["found"]! ? (string)reply.Content["data"]!["text/plain"]! : null;
    }

    private static string Stream(Heard[] told) => string.Concat(told.Where(t => t.Type == "stream").Select(t => (string)t.Content["text"]!));

    // The moment at which gathered text is told is no promise; its order is.
    private static string[] Story(Heard[] told)
    {
        List<string> story = [];
        string last = "";
        foreach (Heard heard in told)
        {
            string line = heard.Type switch
            {
                "stream" => $"{heard.Content["name"]} ",
                "display_data" or "update_display_data" => $"{heard.Type} {heard.Content["transient"]!["display_id"]} {heard.Content["data"]!["text/plain"]}",
                "execute_result" => $"{heard.Type} {heard.Content["data"]!["text/plain"]}",
                _ => heard.Type,
            };
            bool goesOn = heard.Type == "stream" && line == last;
            string text = heard.Type == "stream" ? (string)heard.Content["text"]! : "";
            if (goesOn)
            {
                story[^1] += text;
            }
            else
            {
                story.Add(line + text);
            }

            last = line;
        }

        return [.. story];
    }
}
