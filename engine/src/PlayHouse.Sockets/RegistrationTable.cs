namespace PlayHouse.Sockets;

/// <summary>
/// Registrations by token. A token is a place and how often that place was used before, so an event that was reported before a
/// removal never reaches the next user of the place, or of the descriptor's number.
/// </summary>
internal sealed class RegistrationTable
{
    private const int InitialPlaces = 64;

    private Registration?[] _places = new Registration?[InitialPlaces];
    private uint[] _generations = new uint[InitialPlaces];
    private readonly Stack<int> _free = new();
    private int _used;

    public int Count { get; private set; }

    /// <summary>The token that the next registration gets.</summary>
    public ulong NextToken()
    {
        if (!_free.TryPeek(out int place))
        {
            place = _used;
            if (place == _places.Length)
            {
                Array.Resize(ref _places, 2 * place);
                Array.Resize(ref _generations, 2 * place);
            }
        }

        return ((ulong)_generations[place] << 32) | (uint)place;
    }

    /// <summary>Keeps a registration with the token that <see cref="NextToken"/> has just given.</summary>
    public void Add(Registration registration)
    {
        int place = PlaceOf(registration.Token);
        if (!_free.TryPop(out _))
        {
            _used++;
        }

        _places[place] = registration;
        Count++;
    }

    /// <summary>The registration of a token; null when it was removed.</summary>
    public Registration? Find(ulong token) => _places[PlaceOf(token)] is { } found && found.Token == token ? found : null;

    public void Remove(Registration registration)
    {
        int place = PlaceOf(registration.Token);
        _places[place] = null;
        _generations[place]++;
        _free.Push(place);
        Count--;
    }

    public Registration[] Snapshot() => [.. _places.OfType<Registration>()];

    private static int PlaceOf(ulong token) => (int)(uint)token;
}
