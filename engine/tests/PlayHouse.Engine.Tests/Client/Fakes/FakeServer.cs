using System.Collections.Concurrent;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using System.Threading.Channels;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;

namespace PlayHouse.Engine.Client.Tests.Fakes;

/// <summary>
/// A small server of any of the four transports. By default it echoes: every id with "Request" is answered with "Reply",
/// "SendRequest" with a push, "SilentRequest" not at all. A test that gives no behaviour takes the connections itself.
/// </summary>
internal sealed class FakeServer : IAsyncDisposable
{
    private static readonly Lazy<X509Certificate2> SharedCertificate = new(() => TlsCertificates.SelfSigned("localhost"));

    private readonly Socket? _listener;
    private readonly WebApplication? _web;
    private readonly CancellationTokenSource _stop = new();
    private readonly Channel<FakeConnection> _connections = Channel.CreateUnbounded<FakeConnection>();
    private readonly ConcurrentBag<FakeConnection> _all = [];
    private readonly ConcurrentBag<Task> _tasks = [];
    private readonly Func<FakeConnection, FakeRequest, Task>? _behaviour;
    private int _accepted;

    private FakeServer(string scheme, int port, Func<FakeConnection, FakeRequest, Task>? behaviour, bool wantsClientCertificate)
    {
        Scheme = scheme;
        _behaviour = behaviour;
        WantsClientCertificate = wantsClientCertificate;
        if (scheme[0] == 't')
        {
            _listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            _listener.Bind(new IPEndPoint(IPAddress.Loopback, port));
            _listener.Listen(512);
            Port = ((IPEndPoint)_listener.LocalEndPoint!).Port;
            _tasks.Add(AcceptAsync());
            return;
        }

        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseKestrelHttpsConfiguration();
        builder.WebHost.ConfigureKestrel(k => k.Listen(IPAddress.Loopback, port, l => Secure(l, scheme)));
        _web = builder.Build();
        _web.UseWebSockets();
        _web.Run(async context =>
        {
            TaskCompletionSource done = new(TaskCreationOptions.RunContinuationsAsynchronously);
            using System.Net.WebSockets.WebSocket socket = await context.WebSockets.AcceptWebSocketAsync();
            Take(new FakeWebSocketConnection(socket, done));
            await done.Task;
        });
    }

    public string Scheme { get; }

    public bool WantsClientCertificate { get; }

    public X509Certificate? ClientCertificate { get; private set; }

    public int Port { get; private set; }

    public Uri Uri => new(Scheme[0] == 't' ? $"{Scheme}://localhost:{Port}" : $"{Scheme}://localhost:{Port}/ws");

    public int Accepted => Volatile.Read(ref _accepted);

    public IEnumerable<FakeConnection> All => _all;

    public static X509Certificate2 Certificate => SharedCertificate.Value;

    /// <summary>Options that trust the fake server's certificate and nothing else.</summary>
    public static ClientTlsOptions Trusting => new()
    {
        ServerCertificateValidation = (_, certificate, _, _) => certificate?.GetCertHashString() == Certificate.GetCertHashString(),
    };

    public static Task<FakeServer> EchoAsync(string scheme = "tcp", int port = 0) => StartAsync(scheme, AnswerAsync, port);

    public static async Task<FakeServer> StartAsync(
        string scheme = "tcp", Func<FakeConnection, FakeRequest, Task>? behaviour = null, int port = 0, bool wantsClientCertificate = false)
    {
        FakeServer server = new(scheme, port, behaviour, wantsClientCertificate);
        if (server._web is not null)
        {
            await server._web.StartAsync();
            server.Port = new Uri(server._web.Urls.Single()).Port;
        }

        return server;
    }

    public static async Task AnswerAsync(FakeConnection connection, FakeRequest request)
    {
        if (request.MsgId == "@Heart@Beat@")
        {
            await connection.PushAsync(request.MsgId, []);
        }
        else if (request.MsgSeq == 0)
        {
            await connection.PushAsync(request.MsgId.Replace("Request", "Reply", StringComparison.Ordinal), request.Payload);
        }
        else if (request.MsgId != "SilentRequest")
        {
            await connection.ReplyAsync(request, request.Payload);
        }
    }

    public async Task<FakeConnection> NextAsync() => await _connections.Reader.ReadAsync().AsTask().WaitAsync(Wait.Deadline);

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _listener?.Dispose();
        foreach (FakeConnection connection in _all)
        {
            connection.Abort();
        }

        if (_web is not null)
        {
            await _web.DisposeAsync();
        }

        await Task.WhenAll(_tasks).WaitAsync(Wait.Deadline);
        _stop.Dispose();
    }

    private static void Secure(ListenOptions listen, string scheme)
    {
        if (scheme == "wss")
        {
            listen.UseHttps(Certificate);
        }
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                Socket socket = await _listener!.AcceptAsync(_stop.Token);
                socket.NoDelay = true;
                Interlocked.Increment(ref _accepted);
                _tasks.Add(OpenAsync(new NetworkStream(socket, ownsSocket: true)));
            }
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException)
        {
        }
    }

    private async Task OpenAsync(NetworkStream stream)
    {
        if (Scheme == "tcp")
        {
            Take(new FakeStreamConnection(stream));
            return;
        }

        SslStream secured = new(stream);
        try
        {
            await secured.AuthenticateAsServerAsync(
                new SslServerAuthenticationOptions
                {
                    ServerCertificate = Certificate,
                    ClientCertificateRequired = WantsClientCertificate,
                    RemoteCertificateValidationCallback = (_, certificate, _, _) => (ClientCertificate = certificate) is not null || !WantsClientCertificate,
                },
                _stop.Token);
            Take(new FakeStreamConnection(secured));
        }
        catch (Exception e) when (e is AuthenticationException or IOException or OperationCanceledException)
        {
            await secured.DisposeAsync();
        }
    }

    private void Take(FakeConnection connection)
    {
        _all.Add(connection);
        if (_behaviour is null)
        {
            _connections.Writer.TryWrite(connection);
            return;
        }

        _tasks.Add(Task.Run(() => ServeAsync(connection)));
    }

    private async Task ServeAsync(FakeConnection connection)
    {
        try
        {
            while (await connection.ReadAsync() is { } request)
            {
                await _behaviour!(connection, request);
            }
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException or System.Net.WebSockets.WebSocketException or InvalidOperationException)
        {
        }
        finally
        {
            connection.Abort();
        }
    }
}
