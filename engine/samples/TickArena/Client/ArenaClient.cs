using System.Net;
using System.Text;
using PlayHouse.Engine;
using PlayHouse.Engine.Client;
using PlayHouse.Samples.TickArena.Server;

namespace PlayHouse.Samples.TickArena.Client;

/// <summary>A player at a terminal with the arrow keys or WASD, or a bot for a number of seconds.</summary>
internal sealed class ArenaClient
{
    private static readonly TimeSpan Frame = TimeSpan.FromMilliseconds(50);

    private readonly ArenaView _view = new();

    /// <summary>Plays until Q, the end of the bot's time or the loss of the connection. Returns the exit code.</summary>
    public async Task<int> RunAsync(EndPoint server, long arena, string name, int? botSeconds, CancellationToken cancellation)
    {
        await using PlayClient client = new();
        using CancellationTokenSource end = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        client.Pushed += Take;
        client.Disconnected += end.Cancel;
        try
        {
            await client.ConnectAsync(server, cancellation);
            ClientReply welcome = await client.AuthenticateAsync("EnterRequest", arena, Encoding.UTF8.GetBytes(name), cancellation);
            if (welcome.ErrorCode != ErrorCodes.Success)
            {
                await Console.Error.WriteLineAsync($"The arena did not let you in (error {welcome.ErrorCode}). A name has 1 to 32 bytes.");
                return 1;
            }

            await (botSeconds is { } seconds ? WanderAsync(client, seconds, end.Token) : SteerAsync(client, end.Token));
        }
        catch (OperationCanceledException)
        {
            // Ctrl-C, or the server has closed: the summary says how far it came.
        }
        catch (Exception exception) when (exception is PlayClientException or System.Net.Sockets.SocketException)
        {
            await Console.Error.WriteLineAsync(exception.Message);
            return 1;
        }

        Console.WriteLine($"{name}: {_view.States} states, {_view.Gaps} missed, last step {_view.Step}, score {_view.Score}");
        return 0;
    }

    private void Take(ClientReply push)
    {
        if (push.MsgId == "State")
        {
            _view.Take(push.Payload.Span);
        }
        else if (push is { MsgId: "You", Payload.Length: 1 })
        {
            _view.Me = push.Payload.Span[0];
        }
    }

    private async Task WanderAsync(PlayClient client, int seconds, CancellationToken end)
    {
        Random random = new();
        using PeriodicTimer timer = new(TimeSpan.FromMilliseconds(250));
        for (int i = 0; i < seconds * 4 && await timer.WaitForNextTickAsync(end); i++)
        {
            await client.SendAsync("Move", new[] { (byte)random.Next(1, 5) }, end);
        }

        Console.WriteLine(_view.Draw());
    }

    private async Task SteerAsync(PlayClient client, CancellationToken end)
    {
        Console.Clear();
        Console.CursorVisible = false;
        try
        {
            using PeriodicTimer timer = new(Frame);
            while (await timer.WaitForNextTickAsync(end))
            {
                Console.SetCursorPosition(0, 0);
                Console.WriteLine(_view.Draw() + "   arrows or WASD, Q leaves ");
                while (Console.KeyAvailable)
                {
                    ConsoleKey key = Console.ReadKey(intercept: true).Key;
                    if (key == ConsoleKey.Q)
                    {
                        return;
                    }

                    await client.SendAsync("Move", new[] { (byte)DirectionOf(key) }, end);
                }
            }
        }
        finally
        {
            Console.CursorVisible = true;
        }
    }

    private static Direction DirectionOf(ConsoleKey key) => key switch
    {
        ConsoleKey.UpArrow or ConsoleKey.W => Direction.Up,
        ConsoleKey.DownArrow or ConsoleKey.S => Direction.Down,
        ConsoleKey.LeftArrow or ConsoleKey.A => Direction.Left,
        ConsoleKey.RightArrow or ConsoleKey.D => Direction.Right,
        _ => Direction.None,
    };
}
