namespace PlayHouse.Engine;

/// <summary>Who owns the bytes of replies and takes each back once. Any thread.</summary>
public interface IReplyOwner
{
    /// <summary>True while the bytes that were handed out under this token have not been given back.</summary>
    /// <param name="token">The one that the reply was made with.</param>
    bool IsHeld(int token);

    /// <summary>Takes the bytes back; does nothing for a token that was given back before.</summary>
    /// <param name="token">The one that the reply was made with.</param>
    void GiveBack(int token);
}
