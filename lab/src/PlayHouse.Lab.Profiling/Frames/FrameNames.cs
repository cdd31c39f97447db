using System.Text;

namespace PlayHouse.Lab.Profiling.Frames;

/// <summary>
/// Turns the runtime's method names into the names a developer wrote, so that the same source method has the same name in
/// every launch: no signatures, no generic arguments, state machines, closures and local functions under their method. Pure.
/// </summary>
public static class FrameNames
{
    private static readonly string[] PlumbingPrefixes =
    [
        "System.Runtime.CompilerServices.AsyncMethodBuilderCore.",
        "System.Runtime.CompilerServices.AsyncTaskMethodBuilder",
        "System.Runtime.CompilerServices.AsyncValueTaskMethodBuilder",
        "System.Runtime.CompilerServices.AsyncVoidMethodBuilder",
        "System.Runtime.CompilerServices.AsyncIteratorMethodBuilder",
        "System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder",
        "System.Threading.ExecutionContext.Run",
        "System.Threading.Tasks.Task.ExecuteWithThreadLocal",
        "System.Threading.ThreadPoolWorkQueue.Dispatch",
        "System.Threading.PortableThreadPool+WorkerThread.",
        "System.Threading.Thread.StartCallback",
        "System.Threading.ThreadPool+<>c.<.cctor>",
    ];

    private static readonly string[] CompletionPrefixes =
    [
        "System.Threading.Tasks.Task.RunContinuations",
        "System.Threading.Tasks.AwaitTaskContinuation.RunOrScheduleAction",
    ];

    private static readonly string[] MechanismPrefixes =
    [
        "System.Threading.Monitor.",
        "System.Threading.Lock.",
        "System.Threading.Condition.",
        "System.Diagnostics.Tracing.NativeRuntimeEventSource.",
        "System.Runtime.EH.",
        "System.Runtime.ExceptionServices.ExceptionDispatchInfo.",
    ];

    /// <summary>Completes value tasks; its other methods belong to the one who awaits.</summary>
    private const string ValueTaskSource = "System.Threading.Tasks.Sources.ManualResetValueTaskSourceCore`1";

    private static readonly string[] ValueTaskCompletions = [".SetResult(", ".SetException(", ".SignalCompletion(", ".InvokeContinuation("];

    /// <summary>How the box of an async method is called when what it awaited is done; its first part never runs through the box.</summary>
    private static readonly string[] Resumptions = [".MoveNext(", ".ExecuteFromThreadPool(", ".ExecutionContextCallback("];

    /// <summary>Normalised name of one frame: <c>Namespace.Type.Method</c>, with <c>.lambda#K</c> for lambdas.</summary>
    /// <param name="fullMethodName">Name as the trace gives it, without the module.</param>
    public static string Normalise(string fullMethodName)
    {
        ArgumentNullException.ThrowIfNull(fullMethodName);
        string bare = WithoutGenerics(WithoutSignature(fullMethodName));
        if (bare.StartsWith("dynamicClass.lambda_method", StringComparison.Ordinal))
            return bare.TrimEnd('0', '1', '2', '3', '4', '5', '6', '7', '8', '9');

        var name = new StringBuilder(bare.Length);
        foreach (string segment in SplitTop(bare, '+'))
        {
            if (AppendSegment(name, segment))
                break;
        }
        return name.Length == 0 ? bare : name.ToString();
    }

    /// <summary>True for a module of the framework, in which a frame is never a call site.</summary>
    /// <param name="moduleName">File name of the module, without folder and extension.</param>
    public static bool IsFramework(string moduleName)
    {
        ArgumentNullException.ThrowIfNull(moduleName);
        return moduleName is "System" or "mscorlib" or "netstandard"
            || moduleName.StartsWith("System.", StringComparison.Ordinal)
            || moduleName.StartsWith("Microsoft.", StringComparison.Ordinal);
    }

    /// <summary>True for frames of the async machinery and the thread pool, which say nothing about the program.</summary>
    /// <param name="fullMethodName">Name as the trace gives it.</param>
    public static bool IsPlumbing(string fullMethodName) => StartsWithAny(fullMethodName, PlumbingPrefixes);

    /// <summary>True for the runtime's own code of locks and throws: who waits or throws is the frame that calls it.</summary>
    /// <param name="name">Normalised name.</param>
    public static bool IsMechanism(string name) => StartsWithAny(name, MechanismPrefixes);

    /// <summary>True for a frame that runs continuations: what lies rootward is the completed callee, not a caller.</summary>
    /// <param name="fullMethodName">Name as the trace gives it.</param>
    public static bool IsCompletion(string fullMethodName)
        => StartsWithAny(fullMethodName, CompletionPrefixes)
            || (fullMethodName.StartsWith(ValueTaskSource, StringComparison.Ordinal) && IsMethod(fullMethodName, ValueTaskCompletions))
            || (fullMethodName.Contains("StateMachineBox`1[", StringComparison.Ordinal) && IsPlumbing(fullMethodName) && IsMethod(fullMethodName, Resumptions));

    private static bool IsMethod(string fullMethodName, string[] methods)
        => Array.Exists(methods, m => $"{fullMethodName}(".Contains(m, StringComparison.Ordinal));

    /// <summary>
    /// The async method a state-machine box belongs to, from the box's type name; null for every other type and for boxes of
    /// the framework's own methods.
    /// </summary>
    /// <param name="typeName">Type name as the event gives it.</param>
    public static string? StateMachineOwner(string typeName)
    {
        ArgumentNullException.ThrowIfNull(typeName);
        int open = typeName.IndexOf('[', StringComparison.Ordinal);
        if (open < 0 || !typeName[..open].EndsWith("StateMachineBox`1", StringComparison.Ordinal) || typeName[^1] != ']')
            return null;
        string machine = SplitTop(typeName[(open + 1)..^1], ',')[^1];
        if (machine.Contains("__Canon", StringComparison.Ordinal) || IsFramework(machine))
            return null;
        string owner = Normalise(machine + ".MoveNext");
        return owner.EndsWith(".MoveNext", StringComparison.Ordinal) ? null : owner;
    }

    private static bool StartsWithAny(string fullMethodName, string[] prefixes)
    {
        ArgumentNullException.ThrowIfNull(fullMethodName);
        foreach (string prefix in prefixes)
        {
            if (fullMethodName.StartsWith(prefix, StringComparison.Ordinal))
                return true;
        }
        return false;
    }

    /// <summary>Appends one type segment, or type and method; true when the rest of the name adds nothing.</summary>
    private static bool AppendSegment(StringBuilder name, string segment)
    {
        foreach (string token in SplitMembers(segment))
        {
            string plain = Demangle(token, out bool isStateMachine);
            if (plain.Length > 0)
            {
                if (name.Length > 0)
                    name.Append('.');
                name.Append(plain);
            }
            if (isStateMachine)
                return true;
        }
        return false;
    }

    /// <summary>
    /// Splits a segment only before and after compiler-made tokens: dots of namespaces, of <c>..ctor</c> and of explicit
    /// interface members stay as they are.
    /// </summary>
    private static List<string> SplitMembers(string segment)
    {
        var members = new List<string>(2);
        int start = 0;
        int depth = 0;
        for (int i = 0; i < segment.Length; i++)
        {
            char c = segment[i];
            depth += c == '<' ? 1 : c == '>' ? -1 : 0;
            if (c != '.' || depth != 0 || i == start)
                continue;
            bool isBeforeMangled = i + 1 < segment.Length && segment[i + 1] == '<';
            bool isAfterMangled = segment[start] == '<';
            if (!isBeforeMangled && !isAfterMangled)
                continue;
            members.Add(segment[start..i]);
            start = i + 1;
        }
        members.Add(segment[start..]);
        return members;
    }

    /// <summary>One compiler-made token to the source name; a token the compiler did not make comes back unchanged.</summary>
    private static string Demangle(string token, out bool isStateMachine)
    {
        isStateMachine = false;
        if (token.Length == 0 || token[0] != '<')
            return token;
        int close = MatchingClose(token);
        if (close < 0)
            return token;
        string inner = token[1..close];
        ReadOnlySpan<char> rest = token.AsSpan(close + 1);
        if (inner.Length == 0)
            return rest is "c" || rest.StartsWith("c__") ? "" : token;
        if (rest is "$")
            return inner;
        if (rest.StartsWith("b__"))
            return Demangle(inner, out _) + ".lambda#" + rest[(rest.LastIndexOf('_') + 1)..].ToString();
        if (rest.StartsWith("g__") && rest.IndexOf('|') is var bar and > 3)
            return Demangle(inner, out _) + "." + rest[3..bar].ToString();
        if (rest is "d" || rest.StartsWith("d__"))
        {
            isStateMachine = true;
            return Demangle(inner, out _);
        }
        // A file-local type carries a hash of its file in front of its name.
        return rest.Length > 1 && rest[0] == 'F' && rest.IndexOf("__") is var at and > 1 ? rest[(at + 2)..].ToString() : token;
    }

    private static int MatchingClose(string token)
    {
        int depth = 0;
        for (int i = 0; i < token.Length; i++)
        {
            depth += token[i] == '<' ? 1 : token[i] == '>' ? -1 : 0;
            if (depth == 0)
                return i;
        }
        return -1;
    }

    private static string WithoutSignature(string name)
    {
        int open = name.IndexOf('(', StringComparison.Ordinal);
        return open > 0 ? name[..open] : name;
    }

    private static string WithoutGenerics(string name)
    {
        if (name.AsSpan().IndexOfAny('[', '`') < 0)
            return name;
        var kept = new StringBuilder(name.Length);
        int depth = 0;
        for (int i = 0; i < name.Length; i++)
        {
            char c = name[i];
            if (c == '[')
                depth++;
            else if (c == ']')
                depth = Math.Max(0, depth - 1);
            else if (c == '`' && depth == 0)
                while (i + 1 < name.Length && char.IsAsciiDigit(name[i + 1]))
                    i++;
            else if (depth == 0)
                kept.Append(c);
        }
        return kept.ToString();
    }

    /// <summary>Splits at a separator outside angle and square brackets.</summary>
    private static List<string> SplitTop(string text, char separator)
    {
        var parts = new List<string>(4);
        int depth = 0;
        int start = 0;
        for (int i = 0; i < text.Length; i++)
        {
            char c = text[i];
            depth += c is '<' or '[' ? 1 : c is '>' or ']' ? -1 : 0;
            if (c != separator || depth != 0)
                continue;
            parts.Add(text[start..i]);
            start = i + 1;
        }
        parts.Add(text[start..]);
        return parts;
    }
}
