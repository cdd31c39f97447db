using System.Diagnostics;

namespace PlayHouse.Engine.Peers.Measure;

/// <summary>The programs in C, built with the system's compiler into a folder of their own.</summary>
internal sealed class NativePrograms
{
    private NativePrograms(string client, string epoll, string compiler, string? tlsObstacle)
    {
        Client = client;
        Epoll = epoll;
        Compiler = compiler;
        TlsObstacle = tlsObstacle;
    }

    /// <summary>The capacity client.</summary>
    public string Client { get; }

    /// <summary>The echo on bare epoll.</summary>
    public string Epoll { get; }

    /// <summary>First line of what the compiler says of itself.</summary>
    public string Compiler { get; }

    /// <summary>Why the client speaks no TLS; null when it does.</summary>
    public string? TlsObstacle { get; }

    /// <summary>Builds both; the client with TLS where OpenSSL's headers are.</summary>
    /// <exception cref="InvalidOperationException">There is no compiler, or it refused; the text says what to do.</exception>
    public static NativePrograms Build()
    {
        string source = Path.Combine(AppContext.BaseDirectory, "c");
        string target = Path.Combine(AppContext.BaseDirectory, "native");
        Directory.CreateDirectory(target);
        string? tlsObstacle = HasOpenSsl() ? null : "the client was built without TLS: OpenSSL's headers are missing (Debian, Ubuntu: libssl-dev)";
        string client = Compile(source, target, "capacity_client", tlsObstacle is null ? ["-DWITH_TLS"] : [], tlsObstacle is null ? ["-lssl", "-lcrypto"] : []);
        string epoll = Compile(source, target, "epoll_echo", [], []);
        return new NativePrograms(client, epoll, Run(["--version"], isQuiet: false).Output.Split('\n')[0], tlsObstacle);
    }

    private static bool HasOpenSsl() => Run(["-x", "c", "-fsyntax-only", "-include", "openssl/ssl.h", "/dev/null"], isQuiet: true).ExitCode == 0;

    private static string Compile(string source, string target, string name, string[] definitions, string[] libraries)
    {
        string program = Path.Combine(target, name);
        int exitCode = Run(["-O2", .. definitions, "-o", program, Path.Combine(source, name + ".c"), .. libraries], isQuiet: false).ExitCode;
        return exitCode == 0 ? program : throw new InvalidOperationException($"The C compiler ended with {exitCode}; see its messages above.");
    }

    private static (int ExitCode, string Output) Run(string[] arguments, bool isQuiet)
    {
        try
        {
            using Process compiler = Process.Start(new ProcessStartInfo("cc", arguments) { RedirectStandardOutput = !isQuiet, RedirectStandardError = isQuiet })!;
            string output = (isQuiet ? compiler.StandardError : compiler.StandardOutput).ReadToEnd();
            compiler.WaitForExit();
            return (compiler.ExitCode, output);
        }
        catch (System.ComponentModel.Win32Exception)
        {
            throw new InvalidOperationException("No C compiler (cc) was found. Debian, Ubuntu: apt-get install gcc libc6-dev. The client that drives the servers is written in C.");
        }
    }
}
