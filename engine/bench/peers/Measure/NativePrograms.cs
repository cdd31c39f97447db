using System.Diagnostics;

namespace PlayHouse.Engine.Peers.Measure;

/// <summary>The programs in C, built with the system's compiler into a folder of their own.</summary>
internal sealed class NativePrograms
{
    private NativePrograms(string client, string epoll, string compiler)
    {
        Client = client;
        Epoll = epoll;
        Compiler = compiler;
    }

    /// <summary>The capacity client.</summary>
    public string Client { get; }

    /// <summary>The echo on bare epoll.</summary>
    public string Epoll { get; }

    /// <summary>First line of what the compiler says of itself.</summary>
    public string Compiler { get; }

    /// <summary>Builds both.</summary>
    /// <exception cref="InvalidOperationException">There is no compiler, or it refused; the text says what to do.</exception>
    public static NativePrograms Build()
    {
        string source = Path.Combine(AppContext.BaseDirectory, "c");
        string target = Path.Combine(AppContext.BaseDirectory, "native");
        Directory.CreateDirectory(target);
        string client = Compile(source, target, "capacity_client");
        string epoll = Compile(source, target, "epoll_echo");
        return new NativePrograms(client, epoll, Run(["--version"]).Split('\n')[0]);
    }

    private static string Compile(string source, string target, string name)
    {
        string program = Path.Combine(target, name);
        Run(["-O2", "-o", program, Path.Combine(source, name + ".c")]);
        return program;
    }

    private static string Run(string[] arguments)
    {
        try
        {
            using Process compiler = Process.Start(new ProcessStartInfo("cc", arguments) { RedirectStandardOutput = true })!;
            string output = compiler.StandardOutput.ReadToEnd();
            compiler.WaitForExit();
            return compiler.ExitCode == 0
                ? output
                : throw new InvalidOperationException($"The C compiler ended with {compiler.ExitCode}; see its messages above.");
        }
        catch (System.ComponentModel.Win32Exception)
        {
            throw new InvalidOperationException("No C compiler (cc) was found. Debian, Ubuntu: apt-get install gcc libc6-dev. The client that drives all servers is written in C.");
        }
    }
}
