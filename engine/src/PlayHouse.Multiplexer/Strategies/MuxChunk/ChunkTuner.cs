using System.Numerics;

namespace PlayHouse.Multiplexer.Strategies.MuxChunk;

/// <summary>
/// Learns which DATA frame costs least per byte, for each size of message apart: an average of nanoseconds per byte for every
/// candidate, the cheapest in use, another one tried every so many messages so that a change is noticed. One connection's writer,
/// whose turns never overlap; its memory is fixed.
/// </summary>
internal sealed class ChunkTuner
{
    /// <summary>Messages a candidate is tried with before it may be compared.</summary>
    public const int TrialsMin = 8;

    private const int SmallestLog2 = 10;
    private const int BucketCount = 14;
    private const double NewestWeight = 1.0 / 8;
    private static readonly int[] Candidates = [1024, 4 * 1024, 16 * 1024, 64 * 1024, FrameHeader.DataBytesMax];

    private readonly int _exploreEvery;
    private readonly Bucket[] _buckets = [.. Enumerable.Range(0, BucketCount).Select(_ => new Bucket())];

    public ChunkTuner(int exploreEvery) => _exploreEvery = exploreEvery;

    /// <summary>The size to cut the next message of this size into. A message that fits the smallest frame is never cut.</summary>
    public int Next(int messageBytes) =>
        messageBytes <= Candidates[0] ? FrameHeader.DataBytesMax : BucketOf(messageBytes).Next(_exploreEvery);

    /// <summary>What a part of a message took.</summary>
    /// <param name="messageBytes">Size of the whole message.</param>
    /// <param name="chunkBytes">What <see cref="Next"/> said for it.</param>
    /// <param name="dataBytes">Payload that was sent.</param>
    /// <param name="nanoseconds">Time that this took.</param>
    /// <param name="isLast">True for the end of the message.</param>
    public void Took(int messageBytes, int chunkBytes, int dataBytes, double nanoseconds, bool isLast)
    {
        int candidate = Array.IndexOf(Candidates, chunkBytes);
        if (messageBytes > Candidates[0] && candidate >= 0)
        {
            BucketOf(messageBytes).Took(candidate, dataBytes, nanoseconds, isLast);
        }
    }

    private Bucket BucketOf(int messageBytes) =>
        _buckets[Math.Clamp(BitOperations.Log2((uint)messageBytes) - SmallestLog2, 0, BucketCount - 1)];

    /// <summary>Messages of about one size.</summary>
    private sealed class Bucket
    {
        private readonly Cost[] _costs = new Cost[Candidates.Length];
        private int _messages;
        private int _tried;

        public int Next(int exploreEvery)
        {
            int untried = Array.FindIndex(_costs, c => c.Messages < TrialsMin);
            if (untried >= 0)
            {
                return Candidates[untried];
            }

            if (++_messages >= exploreEvery)
            {
                _messages = 0;
                _tried = (_tried + 1) % Candidates.Length;
                return Candidates[_tried];
            }

            int best = 0;
            for (int i = 1; i < _costs.Length; i++)
            {
                best = _costs[i].NanosecondsPerByte < _costs[best].NanosecondsPerByte ? i : best;
            }

            return Candidates[best];
        }

        public void Took(int candidate, int dataBytes, double nanoseconds, bool isLast) =>
            _costs[candidate].Add(dataBytes, nanoseconds, isLast);
    }

    private struct Cost
    {
        private double _nanoseconds;
        private long _bytes;

        public int Messages { get; private set; }

        public double NanosecondsPerByte { get; private set; }

        public void Add(int dataBytes, double nanoseconds, bool isLast)
        {
            _bytes += dataBytes;
            _nanoseconds += nanoseconds;
            if (!isLast)
            {
                return;
            }

            double newest = _nanoseconds / Math.Max(1, _bytes);
            NanosecondsPerByte = Messages == 0 ? newest : NanosecondsPerByte + NewestWeight * (newest - NanosecondsPerByte);
            Messages = Math.Min(Messages + 1, TrialsMin);
            (_bytes, _nanoseconds) = (0, 0);
        }
    }
}
