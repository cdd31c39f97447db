using System.Diagnostics;
using PlayHouse.Engine.Peers.Mesh;

namespace PlayHouse.Engine.Benchmarks.Tests.Peers;

/// <summary>Both ends of every way do the work that they are measured by.</summary>
public sealed class MeshEndTests
{
    private const int Enough = 5_000;
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(1);

    public static TheoryData<string> Ways => [.. MeshCatalog.All.Select(k => k.Id)];

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Way_DeliversEveryByteInOrder(string id)
    {
        MeshKind kind = MeshCatalog.Find(id)!;
        var check = new DeliveryCheck(1_024);
        await using IMeshEnd receiver = kind.CreateReceiver(check);
        await using IMeshEnd sender = kind.CreateSender(DeliveryCheck.Pattern(1_024));
        int receiverPort = await receiver.StartAsync();
        receiver.Connect(await sender.StartAsync());
        sender.Connect(receiverPort);

        long end = Stopwatch.GetTimestamp() + (long)(Deadline.TotalSeconds * Stopwatch.Frequency);
        while (check.Delivered < Enough)
        {
            Assert.True(Stopwatch.GetTimestamp() < end, $"{check.Delivered} messages came");
            await Task.Delay(5);
        }

        Assert.Equal(0, check.Wrong);
        Assert.True(kind.MayLose || check.Lost == 0, $"{check.Lost} messages were lost");
    }

    [Fact]
    public void Check_MessagesInOrder_AreDelivered()
    {
        DeliveryCheck check = Take(0, 1, 2);
        Assert.Equal((3, 0, 0), (check.Delivered, check.Lost, check.Wrong));
    }

    [Fact]
    public void Check_Gap_IsLost()
    {
        DeliveryCheck check = Take(0, 3, 4);
        Assert.Equal((3, 2, 0), (check.Delivered, check.Lost, check.Wrong));
    }

    [Fact]
    public void Check_OldMessage_IsWrongAndNotDelivered()
    {
        DeliveryCheck check = Take(0, 1, 1, 0, 2);
        Assert.Equal((3, 0, 2), (check.Delivered, check.Lost, check.Wrong));
    }

    [Fact]
    public void Check_OtherSizeOrBytes_IsWrong()
    {
        var check = new DeliveryCheck(64);
        check.Take(new byte[63]);
        byte[] payload = DeliveryCheck.Pattern(64);
        payload[63]++;
        check.Take(payload);
        Assert.Equal((0, 0, 2), (check.Delivered, check.Lost, check.Wrong));
    }

    private static DeliveryCheck Take(params long[] numbers)
    {
        var check = new DeliveryCheck(64);
        byte[] payload = DeliveryCheck.Pattern(64);
        foreach (long number in numbers)
        {
            DeliveryCheck.Number(payload, number);
            check.Take(payload);
        }

        return check;
    }
}
