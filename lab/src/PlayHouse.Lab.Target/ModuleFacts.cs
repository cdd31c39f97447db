using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace PlayHouse.Lab.Target;

/// <summary>Which compilations lie in the folder of this program, read from their files: a library that no arm uses is not loaded for it.</summary>
internal static class ModuleFacts
{
    private const string Libraries = "PlayHouse.*.dll";
    private const int IdDigits = 12;
    private const int DisableOptimizations = 0x100;
    private const string Debuggable = "DebuggableAttribute";

    /// <summary>Name and module version id of each library of this folder but one, as <c>name=id</c> in the order of the names.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="without">Name of the library that is reported apart.</param>
    public static string Ids(string folder, string without) => string.Join(
        ' ',
        Files(folder).Where(f => Path.GetFileNameWithoutExtension(f) != without)
            .Select(f => $"{Path.GetFileNameWithoutExtension(f)["PlayHouse.".Length..]}={Read(f, Id)}"));

    /// <summary>True when every library of the folder was compiled with optimisation.</summary>
    public static bool AreOptimised(string folder) => Files(folder).All(f => Read(f, IsOptimised));

    private static IEnumerable<string> Files(string folder) => Directory.EnumerateFiles(folder, Libraries).Order(StringComparer.Ordinal);

    private static T Read<T>(string file, Func<MetadataReader, T> what)
    {
        using PEReader image = new(File.OpenRead(file));
        return what(image.GetMetadataReader());
    }

    private static string Id(MetadataReader reader) => reader.GetGuid(reader.GetModuleDefinition().Mvid).ToString("N")[..IdDigits];

    private static bool IsOptimised(MetadataReader reader) => reader.GetAssemblyDefinition().GetCustomAttributes()
        .Select(reader.GetCustomAttribute)
        .Where(a => NameOf(reader, a) == Debuggable)
        .All(a => (ModesOf(reader, a) & DisableOptimizations) == 0);

    private static string NameOf(MetadataReader reader, CustomAttribute attribute) =>
        attribute.Constructor.Kind == HandleKind.MemberReference
        && reader.GetMemberReference((MemberReferenceHandle)attribute.Constructor).Parent is { Kind: HandleKind.TypeReference } parent
            ? reader.GetString(reader.GetTypeReference((TypeReferenceHandle)parent).Name)
            : "";

    // Two bytes of prologue, then the one argument: System.Diagnostics.DebuggableAttribute.DebuggingModes.
    private static int ModesOf(MetadataReader reader, CustomAttribute attribute)
    {
        BlobReader blob = reader.GetBlobReader(attribute.Value);
        return blob.Length < 6 || blob.ReadUInt16() != 1 ? 0 : blob.ReadInt32();
    }
}
