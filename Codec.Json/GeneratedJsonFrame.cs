using System.Collections.Generic;
using System.Text.Json;

namespace Codec.Json;

/// <summary>The state of one object that is being read.</summary>
internal ref struct GeneratedJsonFrame
{
    // The types of unions whose values have not been read, keyed by the ordinals of the values; without the type that was read last.
    private Dictionary<int, KeyValuePair<long, List<long>?>>? _moreTypes;

    // The ordinals of seen fields that have no bit in _seen.
    private HashSet<int>? _moreSeen;
    private ulong _seen;

    /// <summary>The reader at the start of the object. It is used to read the values of unions that are before their types.</summary>
    internal Utf8JsonReader Start;

    /// <summary>Whether the reader is at the name of the next field. If not, it is at the end of the object.</summary>
    internal bool HasName;

    /// <summary>Whether this pass only checks that no required field is missing.</summary>
    internal bool IsChecking;

    /// <summary>The number of fields that generated code has asked for in this pass.</summary>
    internal int NextOrdinal;

    /// <summary>The number of fields that were read.</summary>
    internal int Read;

    /// <summary>The ordinals of unions whose values were skipped because they are before their types.</summary>
    internal HashSet<int>? Deferred;

    /// <summary>Whether this pass only reads those values.</summary>
    internal bool IsReadingDeferred;

    // The type field that was read last: the ordinal of the union's value, and the type, or the types of a vector of unions.
    private int _typeOrdinal;
    private KeyValuePair<long, List<long>?> _type;

    internal readonly bool IsSeen(int ordinal) => ordinal < 64 ? (_seen & (1UL << ordinal)) != 0 : _moreSeen?.Contains(ordinal) == true;

    internal void SetSeen(int ordinal)
    {
        if (ordinal < 64)
        {
            _seen |= 1UL << ordinal;
        }
        else
        {
            (_moreSeen ??= []).Add(ordinal);
        }
    }

    internal void SetType(int ordinal, long type, List<long>? types)
    {
        // Usually, the value of the previous union has been read.
        if (_typeOrdinal != 0 && (Deferred is not null || !IsSeen(_typeOrdinal)))
        {
            (_moreTypes ??= [])[_typeOrdinal] = _type;
        }

        _typeOrdinal = ordinal;
        _type = new KeyValuePair<long, List<long>?>(type, types);
    }

    internal readonly bool TryGetType(int ordinal, out long type, out List<long>? types)
    {
        KeyValuePair<long, List<long>?> found = _type;
        bool isFound = ordinal == _typeOrdinal || _moreTypes?.TryGetValue(ordinal, out found) == true;
        type = found.Key;
        types = found.Value;
        return isFound;
    }
}
