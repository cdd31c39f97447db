using System.Diagnostics;
using System.Globalization;
using PlayHouse.Engine.Peers.Servers;

namespace PlayHouse.Engine.Peers.Mesh;

/// <summary>
/// One end as a process; answers what a server process answers, and <c>connect PORT</c> with <c>connected</c>, <c>delivered?</c>
/// with <c>delivered MESSAGES LOST WRONG NANOSECONDS</c>, the last on a clock of its own.
/// </summary>
internal static class MeshMode
{
    private const string ConnectWord = "connect ";

    public static async Task<int> ReceiveAsync(MeshKind kind, int payloadBytes)
    {
        var check = new DeliveryCheck(payloadBytes);
        await ServeAsync(kind.CreateReceiver(check), check);
        return 0;
    }

    public static async Task<int> SendAsync(MeshKind kind, int payloadBytes)
    {
        await ServeAsync(kind.CreateSender(DeliveryCheck.Pattern(payloadBytes)), null);
        return 0;
    }

    private static async Task ServeAsync(IMeshEnd end, DeliveryCheck? check)
    {
        await using IMeshEnd owned = end;
        int port = await end.StartAsync();
        await ServeMode.AnswerAsync(port, question =>
        {
            if (question.StartsWith(ConnectWord, StringComparison.Ordinal))
            {
                end.Connect(int.Parse(question.AsSpan(ConnectWord.Length), CultureInfo.InvariantCulture));
                return "connected";
            }

            return question == "delivered?" && check is not null
                ? string.Create(CultureInfo.InvariantCulture, $"delivered {check.Delivered} {check.Lost} {check.Wrong} {Stopwatch.GetElapsedTime(0).TotalNanoseconds:0}")
                : null;
        });
    }
}
