using PlayHouse.Lab.Control;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Target.Tests;

public sealed class TargetTests(ITestOutputHelper output)
{
    // data = 1: "abc", stamp = 2: 5
    private static readonly byte[] EchoMessage = [0x0A, 3, (byte)'a', (byte)'b', (byte)'c', 0x10, 5];

    [Theory]
    [InlineData(ScenarioCatalog.Echo, "EchoRequest", "EchoReply", 7)]
    [InlineData(ScenarioCatalog.ProtoEcho, "LabEchoRequest", "LabEchoReply", 7)]
    [InlineData(ScenarioCatalog.Send, "SendRequest", "SendReply", 0)]
    [InlineData(ScenarioCatalog.NullEcho, "EchoRequest", "EchoReply", 7)]
    [InlineData(ScenarioCatalog.NullEcho, "LabEchoRequest", "LabEchoReply", 7)]
    [InlineData(ScenarioCatalog.NullEcho, "SendRequest", "SendReply", 0)]
    public async Task Scenario_Request_IsAnsweredWithTheSameBytes(string scenario, string request, string reply, ushort seq)
    {
        await using TargetProcess target = TargetProcess.Launch();
        ReadyBody ready = await target.StartAsync(scenario);
        using var client = new FrameClient(ready.Ports["tcp"]);

        Answer authenticated = client.Request("AuthenticateRequest", 1, []);
        Answer answer = client.Request(request, seq, EchoMessage);

        Assert.Equal(("AuthenticateReply", (ushort)0), (authenticated.MsgId, authenticated.ErrorCode));
        Assert.Equal((reply, seq, (ushort)0), (answer.MsgId, answer.MsgSeq, answer.ErrorCode));
        Assert.Equal(EchoMessage, answer.Payload);
    }

    [Fact]
    public async Task Mark_AroundMessages_CountsThemAndTheirInjectedBytesExactly()
    {
        const int Messages = 20_000;
        const int Batch = 100;
        await using TargetProcess target = TargetProcess.Launch();
        ReadyBody ready = await target.StartAsync(ScenarioCatalog.Echo, new InjectSpec { BytesPerMessage = 64 });
        using var client = new FrameClient(ready.Ports["tcp"]);
        client.Request("AuthenticateRequest", 1, []);
        Exchange(client, Messages, Batch);

        MarkRecord begin = await target.MarkAsync("begin");
        Exchange(client, Messages, Batch);
        MarkRecord end = await target.MarkAsync("end");

        double Delta(string name) => end.Counters[name] - begin.Counters[name];
        double bytes = (Delta(CounterNames.AllocatedBytes) - Delta(CounterNames.ControlBytes)) / Messages;
        output.WriteLine($"{bytes:0.000} B per message, control channel {Delta(CounterNames.ControlBytes):0} B, mark widths {begin.WidthMs:0.000} and {end.WidthMs:0.000} ms");
        Assert.Equal(Messages, Delta("engine." + CounterNames.EngineMessages));
        Assert.InRange(bytes, 64, 65);
        Assert.InRange(Delta("engine.seam.mailbox") / Messages, 0.9, 1.1);
        Assert.True(Delta(CounterNames.CpuUserSeconds) + Delta(CounterNames.CpuKernelSeconds) > 0);
        Assert.True(end.TicksBefore > begin.TicksAfter);
    }

    [Fact]
    public async Task Sample_AfterMessages_CountsThemAndAllocatesForTheControlChannelOnly()
    {
        const int Messages = 2_000;
        const int Samples = 200;
        await using TargetProcess target = TargetProcess.Launch();
        ReadyBody ready = await target.StartAsync(ScenarioCatalog.Echo);
        using var client = new FrameClient(ready.Ports["tcp"]);
        client.Request("AuthenticateRequest", 1, []);
        TargetSample first = await target.SampleAsync();
        Exchange(client, Messages, 100);
        MarkRecord begin = await target.MarkAsync("begin");

        TargetSample last = first;
        for (int i = 0; i < Samples; i++)
        {
            last = await target.SampleAsync();
        }

        MarkRecord end = await target.MarkAsync("end");
        double Delta(string name) => end.Counters[name] - begin.Counters[name];
        double foreign = Delta(CounterNames.AllocatedBytes) - Delta(CounterNames.ControlBytes);
        output.WriteLine($"{Samples} samples: {foreign:0} B besides the control channel's {Delta(CounterNames.ControlBytes):0}");
        Assert.Equal(Messages, last.Messages - first.Messages);
        Assert.True(last.Nanoseconds > first.Nanoseconds);
        Assert.InRange(foreign, -4_096, 16_384);
        Assert.Contains(FingerprintKeys.Instructions, ready.Fingerprint.Keys);
    }

    [Fact]
    public async Task Inject_ErrorRate_AnswersThatShareWithTheErrorCode()
    {
        await using TargetProcess target = TargetProcess.Launch();
        ReadyBody ready = await target.StartAsync(ScenarioCatalog.Echo, new InjectSpec { ErrorRate = 0.25 });
        using var client = new FrameClient(ready.Ports["tcp"]);
        client.Request("AuthenticateRequest", 1, []);

        List<Answer> answers = [.. Enumerable.Range(1, 100).Select(i => client.Request("EchoRequest", (ushort)i, "x"u8))];

        Assert.Equal(25, answers.Count(a => a.ErrorCode == 1000));
        Assert.Equal(75, answers.Count(a => a.ErrorCode == 0));
    }

    [Fact]
    public async Task Start_UnknownScenarioOrStrategy_IsRefusedWithTheChoices()
    {
        await using TargetProcess target = TargetProcess.Launch();

        ControlException scenario = await Assert.ThrowsAsync<ControlException>(() => target.StartAsync("c2s-ecco"));
        ControlException strategy = await Assert.ThrowsAsync<ControlException>(() => target.StartAsync(ScenarioCatalog.Echo, null, ("mailbox", "chanel-bounded")));

        Assert.Contains(ScenarioCatalog.Echo, scenario.Message, StringComparison.Ordinal);
        Assert.Contains("channel-bounded", strategy.Message, StringComparison.Ordinal);
        await target.StartAsync(ScenarioCatalog.Echo);
        Assert.Equal(0, await target.QuitAsync());
    }

    [Fact]
    public async Task Ready_TellsWhatWasBuiltAndWhere()
    {
        await using TargetProcess target = TargetProcess.Launch();

        ReadyBody ready = await target.StartAsync(ScenarioCatalog.Echo, null, ("mailbox", "channel-bounded"));

        Assert.StartsWith("channel-bounded", ready.Strategies["mailbox"], StringComparison.Ordinal);
        Assert.Equal(Environment.ProcessorCount.ToString(System.Globalization.CultureInfo.InvariantCulture), ready.Fingerprint[FingerprintKeys.ProcessorCount]);
        Assert.All(FingerprintKeys.Identity.Where(k => k is not (FingerprintKeys.Layout or FingerprintKeys.LoadPriority)), k => Assert.Contains(k, ready.Fingerprint.Keys));
    }

    private static void Exchange(FrameClient client, int messages, int batch)
    {
        var payload = new byte[64];
        for (int sent = 0; sent < messages; sent += batch)
        {
            client.Send("EchoRequest", 1, payload, batch);
            for (int i = 0; i < batch; i++)
            {
                Assert.Equal(0, client.Receive().ErrorCode);
            }
        }
    }
}
