using System.Text;
using PlayHouse.Samples.TickArena.Server;

namespace PlayHouse.Samples.TickArena.Client;

/// <summary>The latest state of an arena as a picture of characters. Fed by the reading task, drawn by another.</summary>
internal sealed class ArenaView
{
    private readonly Lock _gate = new();
    private byte[] _state = [];

    /// <summary>Own number; 0 until the server has told it.</summary>
    public byte Me { get; set; }

    /// <summary>States received.</summary>
    public int States { get; private set; }

    /// <summary>Steps of which no state was received.</summary>
    public int Gaps { get; private set; }

    /// <summary>Step of the latest state.</summary>
    public int Step { get; private set; } = -1;

    public void Take(ReadOnlySpan<byte> state)
    {
        lock (_gate)
        {
            int step = BitConverter.ToInt32(state);
            Gaps += Step < 0 ? 0 : step - Step - 1;
            Step = step;
            States++;
            _state = state.ToArray();
        }
    }

    /// <summary>Own score in the latest state.</summary>
    public int Score
    {
        get
        {
            lock (_gate)
            {
                return Players().Where(p => p.Id == Me).Select(p => p.Score).FirstOrDefault();
            }
        }
    }

    public string Draw()
    {
        lock (_gate)
        {
            char[][] field = [.. Enumerable.Range(0, Arena.Height).Select(Row)];
            if (_state.Length > 0)
            {
                for (int at = 6 + (_state[4] * 5); at < _state.Length; at += 2)
                {
                    field[_state[at + 1]][_state[at]] = 'o';
                }

                // The own figure last: another one on the same place must not hide it.
                foreach ((byte id, byte x, byte y, int _) in Players().OrderBy(p => p.Id == Me))
                {
                    field[y][x] = id == Me ? '@' : (char)('A' + (id % 26));
                }
            }

            StringBuilder picture = new();
            foreach (char[] row in field)
            {
                picture.Append(row).Append('\n');
            }

            return picture.Append($"step {Step}  players {(_state.Length > 4 ? _state[4] : 0)}  your score {Players().Where(p => p.Id == Me).Select(p => p.Score).FirstOrDefault()}").ToString();
        }
    }

    private IEnumerable<(byte Id, byte X, byte Y, int Score)> Players()
    {
        for (int i = 0; _state.Length > 4 && i < _state[4]; i++)
        {
            int at = 6 + (i * 5);
            yield return (_state[at], _state[at + 1], _state[at + 2], BitConverter.ToUInt16(_state, at + 3));
        }
    }

    private static char[] Row(int y)
    {
        bool isWall = y is 0 or Arena.Height - 1;
        char[] row = new string(isWall ? '-' : ' ', Arena.Width).ToCharArray();
        row[0] = row[^1] = isWall ? '+' : '|';
        return row;
    }
}
