using System.Diagnostics;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Nodes;
using Net.Zmq;
using PlayHouse.Lab.Notebooks.Kernel;

namespace PlayHouse.Lab.Notebooks.Tests.Kernel;

/// <summary>What a client heard.</summary>
internal sealed record Heard(string Type, string Parent, JsonObject Content)
{
    public string Status => (string?)Content["status"] ?? "";
}

/// <summary>A client with a wire form of its own, so that a mistake of the kernel's is not made twice.</summary>
internal sealed class KernelClient : IDisposable
{
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(120);
    private readonly Context? _own;
    private readonly Socket _shell;
    private readonly Socket _control;
    private readonly Socket _published;
    private readonly Socket _heartbeat;

    public KernelClient(KernelConnection connection, Context? context = null)
    {
        _own = context is null ? new Context() : null;
        context ??= _own!;
        _shell = Connect(context, SocketType.Dealer, connection.Shell);
        _control = Connect(context, SocketType.Dealer, connection.Control);
        _heartbeat = Connect(context, SocketType.Req, connection.Heartbeat);
        _published = Connect(context, SocketType.Sub, connection.IoPub);
        _published.SetOption((SocketOption)6, "");
    }

    /// <summary>Everything that was published and has been read.</summary>
    public List<Heard> Published { get; } = [];

    /// <summary>Asks until what is published arrives here: a subscription takes effect some time after connecting.</summary>
    public void Join()
    {
        long begun = Stopwatch.GetTimestamp();
        _published.SetOption(SocketOption.Rcvtimeo, 500);
        while (true)
        {
            Assert.True(Stopwatch.GetElapsedTime(begun) < Deadline, "Nothing that the kernel publishes arrives.");
            Assert.Equal("ok", Ask("kernel_info_request").Status);
            try
            {
                Published.Add(Receive(_published));
                break;
            }
            catch (ZmqException e) when (e.ErrorNumber is 11 or 35)
            {
            }
        }

        _published.SetOption(SocketOption.Rcvtimeo, (int)Deadline.TotalMilliseconds);
    }

    public string Send(string type, JsonObject? content = null, bool onControl = false)
    {
        string id = Guid.NewGuid().ToString();
        SendParts(onControl ? _control : _shell, Parts(id, type, content ?? [], KernelAddresses.Key));
        return id;
    }

    /// <summary>Sends a whole request whose signature is made with another key.</summary>
    public void SendForged(string type) => SendParts(_shell, Parts("forged", type, [], "another key"));

    public void SendRaw(params string[] parts) => SendParts(_shell, [.. parts.Select(Encoding.UTF8.GetBytes)]);

    public Heard Ask(string type, JsonObject? content = null, bool onControl = false)
    {
        string id = Send(type, content, onControl);
        return Reply(id, onControl);
    }

    /// <summary>The next answer, which must be the one to this request.</summary>
    public Heard Reply(string id, bool onControl = false)
    {
        Heard reply = Receive(onControl ? _control : _shell);
        Assert.Equal(id, reply.Parent);
        return reply;
    }

    /// <summary>Executes a cell: its answer, and everything published about it but the two statuses around it.</summary>
    public (Heard Reply, Heard[] Told) Execute(string code, JsonObject? more = null)
    {
        string id = SendCell(code, more);
        Heard reply = Reply(id);
        Heard[] told = ToldOf(id);
        Assert.Equal(["busy", "idle"], new[] { told[0], told[^1] }.Select(s => (string?)s.Content["execution_state"]));
        return (reply, told[1..^1]);
    }

    public string SendCell(string code, JsonObject? more = null)
    {
        JsonObject content = more ?? [];
        content["code"] = code;
        return Send("execute_request", content);
    }

    /// <summary>Everything published about a request, to its end.</summary>
    public Heard[] ToldOf(string id)
    {
        WaitFor(h => h.Parent == id && (string?)h.Content["execution_state"] == "idle");
        return [.. Published.Where(h => h.Parent == id)];
    }

    public Heard WaitFor(Func<Heard, bool> isIt)
    {
        Heard? found;
        while ((found = Published.FirstOrDefault(isIt)) is null)
        {
            Published.Add(Receive(_published));
        }

        return found;
    }

    public string Ping(string text)
    {
        _heartbeat.Send(text);
        return _heartbeat.RecvString();
    }

    public void Dispose()
    {
        _shell.Dispose();
        _control.Dispose();
        _published.Dispose();
        _heartbeat.Dispose();
        _own?.Dispose();
    }

    private static Socket Connect(Context context, SocketType type, string address)
    {
        Socket socket = new(context, type);
        socket.SetOption(SocketOption.Linger, 0);
        socket.SetOption(SocketOption.Rcvhwm, 0);
        socket.SetOption(SocketOption.Rcvtimeo, (int)Deadline.TotalMilliseconds);
        socket.Connect(address);
        return socket;
    }

    private static byte[][] Parts(string id, string type, JsonObject content, string key)
    {
        JsonObject header = new() { ["msg_id"] = id, ["msg_type"] = type, ["session"] = "s", ["username"] = "u", ["date"] = "2025-01-01T00:00:00Z", ["version"] = "5.3" };
        byte[][] json = [.. new[] { header.ToJsonString(), "{}", "{}", content.ToJsonString() }.Select(Encoding.UTF8.GetBytes)];
        return [Encoding.UTF8.GetBytes("<IDS|MSG>"), Encoding.UTF8.GetBytes(Signature(json, key)), .. json];
    }

    private static string Signature(byte[][] json, string key) =>
        Convert.ToHexString(HMACSHA256.HashData(Encoding.UTF8.GetBytes(key), json.SelectMany(p => p).ToArray())).ToLowerInvariant();

    private static void SendParts(Socket socket, byte[][] parts)
    {
        for (int i = 0; i < parts.Length; i++)
        {
            socket.Send(parts[i], i < parts.Length - 1 ? SendFlags.SendMore : SendFlags.None);
        }
    }

    private static Heard Receive(Socket socket)
    {
        List<byte[]> parts = [];
        using Message part = new();
        do
        {
            socket.Recv(part);
            parts.Add(part.ToArray());
        }
        while (part.More);
        int at = parts.FindIndex(p => Encoding.UTF8.GetString(p) == "<IDS|MSG>");
        byte[][] json = [.. parts.Skip(at + 2)];
        Assert.Equal(4, json.Length);
        Assert.Equal(Signature(json, KernelAddresses.Key), Encoding.UTF8.GetString(parts[at + 1]));
        JsonObject header = JsonNode.Parse(json[0])!.AsObject(), parent = JsonNode.Parse(json[1])!.AsObject();
        Assert.Equal("5.3", (string?)header["version"]);
        Assert.False(string.IsNullOrEmpty((string?)header["msg_id"]));
        return new Heard((string)header["msg_type"]!, (string?)parent["msg_id"] ?? "", JsonNode.Parse(json[3])!.AsObject());
    }
}
