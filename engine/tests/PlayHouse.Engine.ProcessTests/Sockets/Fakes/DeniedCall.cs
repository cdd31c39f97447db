using System.Runtime.InteropServices;

namespace PlayHouse.Sockets.Tests.Fakes;

/// <summary>
/// Work that makes a system call fail on the loop's thread from then on, by a filter of the kernel as containers have them. The thread keeps
/// it and gives it to threads that it starts, so it must complete no task that a test awaits.
/// </summary>
internal sealed unsafe partial class DeniedCall(int x64Number, int arm64Number, int errno) : ILoopWork
{
    private const int NoNewPrivileges = 38;
    private const int SetFilter = 22;
    private const nuint ModeFilter = 2;
    private const ushort LoadWord = 0x20;
    private const ushort JumpEqual = 0x15;
    private const ushort Return = 0x06;
    private const uint Deny = 0x0005_0000;
    private const uint Allow = 0x7FFF_0000;

    private volatile Exception? _fault;
    private volatile bool _isSet;

    public static DeniedCall Accept(int errno) => new(288, 242, errno);

    public static DeniedCall NanosecondWait(int errno) => new(441, 441, errno);

    public bool IsSet => _fault is { } fault ? throw new InvalidOperationException("no filter", fault) : _isSet;

    public void Run()
    {
        int number = RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? arm64Number : x64Number;
        Instruction* code = stackalloc Instruction[]
        {
            new(LoadWord, 0, 0, 0),
            new(JumpEqual, 0, 1, (uint)number),
            new(Return, 0, 0, Deny | (uint)errno),
            new(Return, 0, 0, Allow),
        };
        var program = new Program { Length = 4, Code = code };
        if (Control(NoNewPrivileges, 1, null, 0, 0) != 0 || Control(SetFilter, ModeFilter, &program, 0, 0) != 0)
        {
            throw new InvalidOperationException($"prctl: {Marshal.GetLastPInvokeErrorMessage()}");
        }

        _isSet = true;
    }

    public void OnFault(Exception exception) => _fault = exception;

    [LibraryImport("libc", EntryPoint = "prctl", SetLastError = true)]
    private static partial int Control(int option, nuint value, void* program, nuint unused4, nuint unused5);

    [StructLayout(LayoutKind.Sequential)]
    private readonly record struct Instruction(ushort Code, byte JumpTrue, byte JumpFalse, uint Operand);

    [StructLayout(LayoutKind.Sequential)]
    private struct Program
    {
        public ushort Length;
        public Instruction* Code;
    }
}
