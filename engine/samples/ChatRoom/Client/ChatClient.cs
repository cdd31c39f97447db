using System.Net;
using Google.Protobuf;
using PlayHouse.Engine;
using PlayHouse.Engine.Client;
using PlayHouse.Samples.ChatRoom.Messages;

namespace PlayHouse.Samples.ChatRoom.Client;

/// <summary>A chat client for the terminal: lines of standard input are sent to the room, lines that begin with a slash are commands.</summary>
internal sealed class ChatClient(TextReader input, TextWriter output)
{
    private const string Help = "/who  /w NAME TEXT  /team NAME  /t TEXT  /quit";

    /// <summary>Talks until the end of input, /quit or the loss of the connection. Returns the exit code.</summary>
    public async Task<int> RunAsync(EndPoint server, long room, string nickname)
    {
        await using PlayClient client = new();
        using CancellationTokenSource lost = new();
        client.Pushed += Show;
        client.Disconnected += lost.Cancel;
        try
        {
            await client.ConnectAsync(server);
            ClientReply welcome = await client.AuthenticateAsync("EnterRequest", room, Bytes(new EnterRequest { Nickname = nickname }));
            if (welcome.ErrorCode != ErrorCodes.Success)
            {
                await output.WriteLineAsync($"The room did not let you in (error {welcome.ErrorCode}). A nickname has 1 to 24 characters.");
                return 1;
            }

            await output.WriteLineAsync($"You are in room {room} as {nickname}. {Help}");
            while (await ReadLineAsync(lost.Token) is { } line && line != "/quit")
            {
                await ObeyAsync(client, line);
            }

            await client.SendAsync("LeaveRequest", default);
            return 0;
        }
        catch (Exception exception) when (exception is PlayClientException or System.Net.Sockets.SocketException or OperationCanceledException)
        {
            await output.WriteLineAsync(exception is OperationCanceledException ? "The server has closed the connection." : exception.Message);
            return 1;
        }
    }

    /// <summary>A terminal cannot be read with a cancellation: the read is left behind when the server has closed.</summary>
    private Task<string?> ReadLineAsync(CancellationToken lost) => Task.Run(input.ReadLine, CancellationToken.None).WaitAsync(lost);

    private async Task ObeyAsync(PlayClient client, string line)
    {
        string[] words = line.Split(' ', 3, StringSplitOptions.TrimEntries);
        switch (words)
        {
            case [""]:
                break;
            case ["/who"]:
                ClientReply who = await client.RequestAsync("WhoRequest", default);
                await output.WriteLineAsync("  here: " + string.Join(", ", WhoReply.Parser.ParseFrom(who.Payload.Span).Nicknames));
                break;
            case ["/w", string to, string text]:
                await AskAsync(client, "WhisperRequest", new WhisperRequest { To = to, Text = text }, $"  {to} is not here.");
                break;
            case ["/team", ..]:
                ClientReply team = await client.RequestAsync("TeamRequest", Bytes(new TeamRequest { Team = words.Length > 1 ? words[1] : "" }));
                await output.WriteLineAsync(team.ErrorCode == 0 ? $"  members of your team: {TeamReply.Parser.ParseFrom(team.Payload.Span).Members}" : "  There are too many teams.");
                break;
            case ["/t", ..]:
                await AskAsync(client, "TeamSayRequest", new TeamSayRequest { Text = line[2..].Trim() }, "  You have no team: /team NAME.");
                break;
            case [['/', ..], ..]:
                await output.WriteLineAsync("  " + Help);
                break;
            default:
                await AskAsync(client, "SayRequest", new SayRequest { Text = line }, "  It was not heard.");
                break;
        }
    }

    private async Task AskAsync(PlayClient client, string msgId, IMessage message, string refused)
    {
        ClientReply reply = await client.RequestAsync(msgId, Bytes(message));
        if (reply.ErrorCode != ErrorCodes.Success)
        {
            await output.WriteLineAsync(refused);
        }
    }

    private void Show(ClientReply push)
    {
        string line = push.MsgId switch
        {
            "Said" => Line(Said.Parser.ParseFrom(push.Payload.Span)),
            "Presence" => Line(Presence.Parser.ParseFrom(push.Payload.Span)),
            "ServerStops" => "  * the server is about to stop",
            _ => $"  ({push.MsgId})",
        };
        output.WriteLine(line);
    }

    private static string Line(Said said) => said.Scope switch
    {
        Said.Types.Scope.Private => $"{said.From} (to you): {said.Text}",
        Said.Types.Scope.Team => $"{said.From} (team): {said.Text}",
        _ => $"{said.From}: {said.Text}",
    };

    private static string Line(Presence presence) => $"  * {presence.Nickname} {presence.What}";

    private static byte[] Bytes(IMessage message) => message.ToByteArray();
}
