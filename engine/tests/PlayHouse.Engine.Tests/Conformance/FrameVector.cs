using System.Globalization;
using System.Text;

namespace PlayHouse.Engine.Conformance;

/// <summary>One line of <c>Vectors/client-frames.csv</c>: a frame as bytes and as fields.</summary>
public sealed record FrameVector(string Kind, string Name, string MsgId, ushort MsgSeq, long StageId, ushort ErrorCode, string PayloadHex, string FrameHex)
{
    public byte[] Frame => Convert.FromHexString(FrameHex);

    public byte[] Payload => Convert.FromHexString(PayloadHex);

    public byte[] MsgIdUtf8 => Encoding.UTF8.GetBytes(MsgId);

    public static TheoryData<FrameVector> Load(string kind)
    {
        TheoryData<FrameVector> vectors = [];
        foreach (string line in File.ReadLines(Path.Combine(AppContext.BaseDirectory, "Conformance", "Vectors", "client-frames.csv")).Skip(1))
        {
            string[] fields = line.Split(',');
            FrameVector vector = new(
                fields[0],
                fields[1],
                fields[2],
                ushort.Parse(fields[3], CultureInfo.InvariantCulture),
                long.Parse(fields[4], CultureInfo.InvariantCulture),
                ushort.Parse(fields[5], CultureInfo.InvariantCulture),
                fields[6],
                fields[7]);
            if (vector.Kind == kind)
            {
                vectors.Add(vector);
            }
        }

        return vectors;
    }
}
