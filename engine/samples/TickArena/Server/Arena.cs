namespace PlayHouse.Samples.TickArena.Server;

/// <summary>A direction as it travels: one byte.</summary>
internal enum Direction : byte
{
    None,
    Up,
    Down,
    Left,
    Right,
}

/// <summary>The rules: a walled field, players that move one cell per step, coins that score. Knows nothing of networks or clocks.</summary>
internal sealed class Arena
{
    public const int Width = 40;
    public const int Height = 12;
    private const int Coins = 5;

    private readonly Dictionary<byte, Player> _players = [];
    private readonly List<(byte X, byte Y)> _coins = [];
    private readonly Random _random;

    public Arena(int seed)
    {
        _random = new Random(seed);
        while (_coins.Count < Coins)
        {
            _coins.Add(Place());
        }
    }

    public int Players => _players.Count;

    /// <summary>Adds a player somewhere; null when all 255 numbers are taken.</summary>
    public byte? Enter()
    {
        for (int id = 1; id <= byte.MaxValue; id++)
        {
            if (!_players.ContainsKey((byte)id))
            {
                (byte x, byte y) = Place();
                _players.Add((byte)id, new Player { X = x, Y = y });
                return (byte)id;
            }
        }

        return null;
    }

    public void Leave(byte id) => _players.Remove(id);

    public void Steer(byte id, Direction direction)
    {
        if (_players.TryGetValue(id, out Player? player))
        {
            player.Heading = direction;
        }
    }

    /// <summary>One fixed step of simulated time.</summary>
    public void Step()
    {
        foreach (Player player in _players.Values)
        {
            player.Move();
            int coin = _coins.IndexOf((player.X, player.Y));
            if (coin >= 0)
            {
                player.Score++;
                _coins[coin] = Place();
            }
        }
    }

    /// <summary>
    /// Writes the state: step (int32, little-endian), players (1), coins (1), then 5 bytes per player (id, x, y, score as
    /// uint16) and 2 per coin (x, y). Returns the bytes.
    /// </summary>
    public int Write(Span<byte> destination, int step)
    {
        BitConverter.TryWriteBytes(destination, step);
        destination[4] = (byte)_players.Count;
        destination[5] = (byte)_coins.Count;
        int at = 6;
        foreach ((byte id, Player player) in _players)
        {
            destination[at] = id;
            destination[at + 1] = player.X;
            destination[at + 2] = player.Y;
            BitConverter.TryWriteBytes(destination[(at + 3)..], player.Score);
            at += 5;
        }

        foreach ((byte x, byte y) in _coins)
        {
            destination[at++] = x;
            destination[at++] = y;
        }

        return at;
    }

    /// <summary>Most bytes that <see cref="Write"/> takes.</summary>
    public const int StateBytesMax = 6 + (255 * 5) + (Coins * 2);

    private (byte X, byte Y) Place() => ((byte)_random.Next(1, Width - 1), (byte)_random.Next(1, Height - 1));

    private sealed class Player
    {
        public byte X { get; set; }

        public byte Y { get; set; }

        public ushort Score { get; set; }

        public Direction Heading { get; set; }

        public void Move()
        {
            X = Heading switch
            {
                Direction.Left when X > 1 => (byte)(X - 1),
                Direction.Right when X < Width - 2 => (byte)(X + 1),
                _ => X,
            };
            Y = Heading switch
            {
                Direction.Up when Y > 1 => (byte)(Y - 1),
                Direction.Down when Y < Height - 2 => (byte)(Y + 1),
                _ => Y,
            };
        }
    }
}
