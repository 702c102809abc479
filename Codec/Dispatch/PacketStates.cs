using System.Linq;

namespace Codec.Dispatch;

/// <summary>
/// A set of connection states. The default value contains all of them, and <see cref="PacketRules.InStates"/> returns every other set. No set is empty.
/// Immutable and thread-safe.
/// </summary>
public readonly struct PacketStates : IEquatable<PacketStates>
{
    // One bit for each state that is not in the set, so that the default value contains all states.
    private readonly uint _excluded;

    internal PacketStates(uint bits) => _excluded = ~bits;

    /// <summary>Gets the states: bit n is set if the set contains state n.</summary>
    internal uint Bits => ~_excluded;

    /// <inheritdoc/>
    public bool Equals(PacketStates other) => _excluded == other._excluded;

    /// <inheritdoc/>
    public override bool Equals([NotNullWhen(true)] object? obj) => obj is PacketStates other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => (int)_excluded;

    /// <summary>Returns the numbers of the states in ascending order, for logs: <c>0, 2</c>. If the set contains all states, returns <c>all</c>.</summary>
    public override string ToString()
    {
        uint excluded = _excluded;
        return excluded == 0 ? "all" : string.Join(", ", Enumerable.Range(0, PacketRules.MaxStates).Where(state => (excluded & (1u << state)) == 0));
    }

    /// <summary>Returns whether two sets contain the same states.</summary>
    public static bool operator ==(PacketStates left, PacketStates right) => left.Equals(right);

    /// <summary>Returns whether two sets contain different states.</summary>
    public static bool operator !=(PacketStates left, PacketStates right) => !left.Equals(right);
}
