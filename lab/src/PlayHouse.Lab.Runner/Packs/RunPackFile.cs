using System.IO.Compression;
using System.Security.Cryptography;
using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Packs;

/// <summary>
/// A run in one file: a ZIP archive of <c>run.json</c> (see <see cref="RunPack"/>) and its stacks under <c>files/</c>. Raw traces stay
/// where they are: they are a hundred times larger and nothing but a new conversion needs them.
/// </summary>
internal static class RunPackFile
{
    /// <summary>Most bytes of one entry, unpacked.</summary>
    public const long EntryBytesMax = 256L << 20;

    private const string RunEntry = "run.json";
    private const string FilePrefix = "files/";

    /// <summary>Writes the archive; a file that exists is replaced whole.</summary>
    public static async Task<RunPack> WriteAsync(RunPack pack, string traces, string path, CancellationToken ct)
    {
        RunPack packed = pack with { Files = [.. pack.Files.Where(f => IsStacks(f.Path) && File.Exists(Path.Combine(traces, f.Path)))] };
        string half = path + ".part";
        try
        {
            await using (FileStream target = File.Create(half))
            {
                await using ZipArchive zip = await ZipArchive.CreateAsync(target, ZipArchiveMode.Create, leaveOpen: true, null, ct);
                await using (Stream run = await Entry(zip, RunEntry, pack).OpenAsync(ct))
                {
                    await JsonSerializer.SerializeAsync(run, packed, LabJson.Compact, ct);
                }

                foreach (Artefact file in packed.Files)
                {
                    await using Stream from = File.OpenRead(Path.Combine(traces, file.Path));
                    await using Stream to = await Entry(zip, FilePrefix + file.Path, pack).OpenAsync(ct);
                    await from.CopyToAsync(to, ct);
                }

                await zip.DisposeAsync();
                // A name that is moved into place before its bytes are on the disk may name nothing after a loss of power.
                target.Flush(flushToDisk: true);
            }

            File.Move(half, path, overwrite: true);
            return packed;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new LabInputException([$"{path} cannot be written: {e.Message}"]);
        }
        finally
        {
            File.Delete(half);
        }
    }

    /// <summary>Reads the archive: the run and the bytes of its files, each checked against its hash. Throws <see cref="LabInputException"/>.</summary>
    public static async Task<(RunPack Pack, IReadOnlyDictionary<string, byte[]> Files)> ReadAsync(string path, CancellationToken ct)
    {
        try
        {
            await using FileStream source = File.OpenRead(path);
            await using ZipArchive zip = await ZipArchive.CreateAsync(source, ZipArchiveMode.Read, leaveOpen: true, null, ct);
            RunPack pack = JsonSerializer.Deserialize<RunPack>(await BytesAsync(zip, RunEntry, ct), LabJson.Compact) ?? throw new JsonException("it is empty");
            Dictionary<string, byte[]> files = [];
            foreach (Artefact file in pack.Files)
            {
                byte[] bytes = await BytesAsync(zip, FilePrefix + file.Path, ct);
                files[file.Path] = bytes.Length == file.SizeBytes && Convert.ToHexStringLower(SHA256.HashData(bytes)) == file.Sha256
                    ? bytes
                    : throw new InvalidDataException($"{file.Path} is not what its hash says");
            }

            return (pack, files);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or InvalidDataException or JsonException or NotSupportedException)
        {
            throw new LabInputException([$"{path} is not a packed run: {e.Message}", "Make one with: plab pack RUN --out FILE"]);
        }
    }

    // The time of the run: the same run gives the same bytes.
    private static ZipArchiveEntry Entry(ZipArchive zip, string name, RunPack pack)
    {
        ZipArchiveEntry entry = zip.CreateEntry(name, CompressionLevel.SmallestSize);
        entry.LastWriteTime = pack.Run.CreatedAt;
        return entry;
    }

    private static bool IsStacks(string path) => Path.GetFileName(path) == AllocationStacksFile.FileName;

    private static async Task<byte[]> BytesAsync(ZipArchive zip, string name, CancellationToken ct)
    {
        ZipArchiveEntry entry = zip.GetEntry(name) ?? throw new InvalidDataException($"it has no {name}");
        await using Stream stream = await entry.OpenAsync(ct);
        using MemoryStream bytes = new();
        byte[] chunk = new byte[81_920];
        int count;
        while ((count = await stream.ReadAsync(chunk, ct)) > 0)
        {
            // What the archive says of its size may be a lie; what comes out of it is not.
            if (bytes.Length + count > EntryBytesMax)
            {
                throw new InvalidDataException($"{name} is larger than {EntryBytesMax >> 20} MiB");
            }

            await bytes.WriteAsync(chunk.AsMemory(0, count), ct);
        }

        return bytes.ToArray();
    }
}
