using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace PlayHouse.Lab.Profiling.Frames;

/// <summary>
/// Source lines of one module, from its portable PDB next to the module or embedded in it. Closures and state machines
/// allocate in code the compiler hides from debuggers, where no exact line exists: the written statement before it stands in.
/// Nothing is looked up on a server. A missing, foreign or damaged PDB gives no lines and no error. One thread at a time.
/// </summary>
internal sealed class SourceLines : IDisposable
{
    private readonly MetadataReaderProvider? _provider;
    private readonly MetadataReader? _pdb;
    private readonly Dictionary<MethodDefinitionHandle, MethodDefinitionHandle> _moveNextByKickoff = [];

    private SourceLines(MetadataReaderProvider? provider)
    {
        _provider = provider;
        _pdb = provider?.GetMetadataReader();
        if (_pdb is null)
            return;
        foreach (MethodDebugInformationHandle handle in _pdb.MethodDebugInformation)
        {
            MethodDefinitionHandle kickoff = _pdb.GetMethodDebugInformation(handle).GetStateMachineKickoffMethod();
            if (!kickoff.IsNil)
                _moveNextByKickoff[kickoff] = handle.ToDefinitionHandle();
        }
    }

    /// <summary>Opens the PDB of a module.</summary>
    /// <param name="modulePath">The module as the trace names it.</param>
    public static SourceLines Open(string? modulePath)
    {
        try
        {
            if (string.IsNullOrEmpty(modulePath) || !HasContent(modulePath))
                return new SourceLines(null);
            using var image = new PEReader(File.OpenRead(modulePath));
            // The PDB's identity is compared with the module's: a PDB of another build would name wrong lines.
            bool isFound = image.TryOpenAssociatedPortablePdb(
                modulePath, p => HasContent(p) ? File.OpenRead(p) : null, out MetadataReaderProvider? provider, out _);
            return new SourceLines(isFound ? provider : null);
        }
        catch (Exception error) when (error is IOException or BadImageFormatException or UnauthorizedAccessException or InvalidOperationException or ArgumentException)
        {
            return new SourceLines(null);
        }
    }

    /// <summary>
    /// <c>File.cs:12</c>, without any folder of the build machine; <c>File.cs:~12</c> when the code may also come from a later
    /// line or has no line of its own; or null.
    /// </summary>
    /// <param name="methodToken">Metadata token of the method.</param>
    /// <param name="il">Where in its IL; an unknown place gives its first line.</param>
    public string? Find(int methodToken, IlRange il)
    {
        EntityHandle handle = methodToken == 0 ? default : MetadataTokens.EntityHandle(methodToken);
        if (_pdb is null || handle.Kind != HandleKind.MethodDefinition || MetadataTokens.GetRowNumber(handle) > _pdb.MethodDebugInformation.Count)
            return null;
        try
        {
            var method = (MethodDefinitionHandle)handle;
            // The method a developer wrote is an empty shell when the compiler made a state machine of it.
            return Nearest(method, il) ?? (_moveNextByKickoff.TryGetValue(method, out MethodDefinitionHandle moveNext) ? Nearest(moveNext, IlRange.Unknown) : null);
        }
        catch (BadImageFormatException)
        {
            return null;
        }
    }

    public void Dispose() => _provider?.Dispose();

    /// <summary>A trace can name anything: opening a pipe or a device could wait for ever, and neither has a length.</summary>
    private static bool HasContent(string path) => new FileInfo(path) is { Exists: true, Length: > 0 };

    private string? Nearest(MethodDefinitionHandle method, IlRange il)
    {
        MethodDebugInformation information = _pdb!.GetMethodDebugInformation(method);
        if (information.SequencePointsBlob.IsNil)
            return null;
        SequencePoint? best = null;
        bool isExact = false;
        foreach (SequencePoint point in information.GetSequencePoints())
        {
            if (best is not { } known || point.Offset <= il.First)
            {
                // The line before stands in for hidden code.
                isExact = !point.IsHidden && (il.First < 0 || point.Offset <= il.First);
                best = point.IsHidden ? best : point;
                continue;
            }
            if (point.Offset >= il.End)
                break;
            isExact &= point.IsHidden || (point.StartLine == known.StartLine && point.Document == known.Document);
        }
        if (best is not { Document.IsNil: false } found)
            return null;
        string file = _pdb.GetString(_pdb.GetDocument(found.Document).Name);
        return $"{file[(file.LastIndexOfAny(['/', '\\']) + 1)..]}:{(isExact ? "" : "~")}{found.StartLine}";
    }
}
