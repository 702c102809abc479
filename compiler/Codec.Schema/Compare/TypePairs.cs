namespace Codec.Schema.Compare;

/// <summary>
/// Pairs each type of the old version with a type of the new version: by name or use. Types with different full names are paired only if they have the same
/// form, so the old type was renamed.
/// </summary>
internal sealed class TypePairs
{
    private readonly SchemaModel _old;
    private readonly SchemaModel _new;
    private readonly Dictionary<string, Definition> _oldTypes;
    private readonly Dictionary<string, Definition> _newTypes;
    private readonly Dictionary<string, Definition> _toNew = [];
    private readonly Dictionary<string, Definition> _toOld = [];

    internal TypePairs(SchemaModel old, SchemaModel @new)
    {
        _old = old;
        _new = @new;
        _oldTypes = old.Types.ToDictionary(type => type.FullName);
        _newTypes = @new.Types.ToDictionary(type => type.FullName);
        (string Old, string New)[] same = [.. _oldTypes.Keys.Where(_newTypes.ContainsKey).Select(name => (name, name))];
        HashSet<(string Old, string New)> named = [.. same, .. Moved()];

        // A type whose declaration is the same keeps its name. Otherwise, a use by a field, a packet or a method shows that the type was renamed, even if
        // another type has its name now.
        Pair(named, AreEqual);
        PairByUse(named, AreEqual);
        Pair(named, AreAlike);
        PairByUse(named, AreAlike);
        Pair(same, (_, _) => true);
    }

    internal IEnumerable<(Definition Old, Definition New)> All =>
        _new.Types.Where(type => _toOld.ContainsKey(type.FullName)).Select(type => (_toOld[type.FullName], type));

    internal IEnumerable<Definition> Removed => _old.Types.Where(type => !_toNew.ContainsKey(type.FullName));

    /// <summary>Returns the new version of an old type; null if there is none.</summary>
    internal Definition? NewOf(string old) => _toNew.TryGetValue(old, out Definition? type) ? type : null;

    /// <summary>Returns the old version of a new type; null if there is none.</summary>
    internal Definition? OldOf(string @new) => _toOld.TryGetValue(@new, out Definition? type) ? type : null;

    internal bool IsPair(string old, string @new) => NewOf(old)?.FullName == @new;

    internal TypeMatch Match(TypeReference old, TypeReference @new)
    {
        if (old.Definition is not null && @new.Definition is not null)
        {
            return IsPair(old.Definition, @new.Definition) ? TypeMatch.Same : TypeMatch.Different;
        }

        if (old.Kind == @new.Kind)
        {
            return old.Kind switch
            {
                TypeKind.Scalar => old.Scalar == @new.Scalar ? TypeMatch.Same : TypeMatch.Different,
                TypeKind.String => TypeMatch.Same,
                _ => old.Length == @new.Length ? Match(old.Element!, @new.Element!) : TypeMatch.Different,
            };
        }

        bool areNumbers = old.Kind is TypeKind.Scalar or TypeKind.Enum && @new.Kind is TypeKind.Scalar or TypeKind.Enum;
        return areNumbers && old.Scalar == @new.Scalar ? TypeMatch.SameBytes : TypeMatch.Different;
    }

    /// <summary>Returns the types that are in another namespace and have the same name, if each version has one such type.</summary>
    private IEnumerable<(string Old, string New)> Moved()
    {
        ILookup<string, string> left = Names(_oldTypes, _newTypes);
        ILookup<string, string> right = Names(_newTypes, _oldTypes);
        return left.Where(group => group.Count() == 1 && right[group.Key].Count() == 1).Select(group => (group.First(), right[group.Key].First()));

        static ILookup<string, string> Names(Dictionary<string, Definition> types, Dictionary<string, Definition> others) =>
            types.Values.Where(type => !others.ContainsKey(type.FullName)).ToLookup(type => type.Name, type => type.FullName);
    }

    /// <summary>Pairs types that the same packet, file, method, field or member refers to. Follows the uses by all types that have a pair or may get one by name.</summary>
    private void PairByUse(HashSet<(string Old, string New)> named, Func<Definition, Definition, bool> condition)
    {
        Queue<(string Old, string New)> open = new([.. Roots(), .. All.Select(pair => (pair.Old.FullName, pair.New.FullName)), .. named]);
        HashSet<(string Old, string New)> seen = [.. open];
        while (open.Count > 0)
        {
            (string Old, string New) pair = open.Dequeue();
            Pair([pair], condition);
            if (IsPair(pair.Old, pair.New) || (AreFree(pair) && named.Contains(pair)))
            {
                foreach ((string Old, string New) use in WithBoth(Uses(_oldTypes[pair.Old], _newTypes[pair.New])).Where(seen.Add))
                {
                    open.Enqueue(use);
                }
            }
        }
    }

    private void Pair(IEnumerable<(string Old, string New)> candidates, Func<Definition, Definition, bool> condition)
    {
        foreach ((string old, string @new) in candidates.Where(pair => AreFree(pair) && condition(_oldTypes[pair.Old], _newTypes[pair.New])))
        {
            _toNew.Add(old, _newTypes[@new]);
            _toOld.Add(@new, _oldTypes[old]);
        }
    }

    private bool AreFree((string Old, string New) pair) => !_toNew.ContainsKey(pair.Old) && !_toOld.ContainsKey(pair.New);

    private IEnumerable<(string Old, string New)> Roots() => WithBoth(
    [
        .. _old.Packets.Join<PacketDefinition, PacketDefinition, uint, (string?, string?)>(
            _new.Packets, packet => packet.Id, packet => packet.Id, (old, @new) => (old.Type, @new.Type)),
        .. FileComparison.Pairs(_old, _new).Select(pair => (pair.Old.RootType, pair.New.RootType)),
        .. ServiceComparison.Methods(_old, _new).SelectMany(pair => new[] { (pair.Old.Request, pair.New?.Request), (pair.Old.Response, pair.New?.Response) }),
    ]);

    private static IEnumerable<(string Old, string New)> WithBoth(IEnumerable<(string? Old, string? New)> pairs) =>
        pairs.Where(pair => pair.Old is not null && pair.New is not null).Select(pair => (pair.Old!, pair.New!));

    private static IEnumerable<(TableField Old, TableField New)> Fields(TableDefinition old, TableDefinition @new)
    {
        Dictionary<string, TableField> byName = old.Fields.ToDictionary(field => field.Name);
        HashSet<string> names = [.. @new.Fields.Select(field => field.Name)];
        Dictionary<int, TableField> byId = old.Fields.Where(field => !names.Contains(field.Name)).ToDictionary(field => field.Id);
        foreach (TableField field in @new.Fields)
        {
            if (byName.TryGetValue(field.Name, out TableField? other) || byId.TryGetValue(field.Id, out other))
            {
                yield return (other, field);
            }
        }
    }

    private static IEnumerable<(string? Old, string? New)> Uses(Definition oldType, Definition newType) => (oldType, newType) switch
    {
        (TableDefinition old, TableDefinition @new) => Fields(old, @new).SelectMany(pair => new[]
        {
            Use(pair.Old.Type, pair.New.Type), (pair.Old.NestedFlatBuffer, pair.New.NestedFlatBuffer),
        }),
        (StructDefinition old, StructDefinition @new) => old.Fields.Zip(@new.Fields, (left, right) => Use(left.Type, right.Type)),
        (UnionDefinition old, UnionDefinition @new) => @new.Members.Join(
            old.Members, member => member.Id, candidate => candidate.Id, (member, candidate) => Use(candidate.Type, member.Type)),
        _ => [],
    };

    private static (string? Old, string? New) Use(TypeReference old, TypeReference @new) =>
        old.Element is null || @new.Element is null ? (old.Definition, @new.Definition) : (old.Element.Definition, @new.Element.Definition);

    /// <summary>Returns whether the types have the same form, and members with the same names.</summary>
    private static bool AreEqual(Definition old, Definition @new) => AreAlike(old, @new) && AreAlike(@new, old) && Names(old).SequenceEqual(Names(@new));

    private static IEnumerable<string> Names(Definition type) => type switch
    {
        EnumDefinition definition => definition.Values.Select(value => value.Name),
        UnionDefinition union => union.Members.Select(member => member.Name),
        StructDefinition record => record.Fields.Select(field => field.Name),
        _ => ((TableDefinition)type).Fields.Select(field => field.Name),
    };

    /// <summary>Returns whether the new type has the form of the old one, perhaps with more members.</summary>
    private static bool AreAlike(Definition old, Definition @new) => (old, @new) switch
    {
        (EnumDefinition left, EnumDefinition right) => left.Underlying == right.Underlying
            && new HashSet<ulong>(right.Values.Select(value => value.Value.Bits)).IsSupersetOf(left.Values.Select(value => value.Value.Bits)),
        (UnionDefinition left, UnionDefinition right) => left.Underlying == right.Underlying
            && HasAll(right.Members, left.Members, member => member.Id, member => member.Type),
        (StructDefinition left, StructDefinition right) => left.Fields.Count == right.Fields.Count
            && left.Fields.Zip(right.Fields, (one, other) => HaveSameForm(one.Type, other.Type)).All(isAlike => isAlike),
        (TableDefinition left, TableDefinition right) => HasAll(right.Fields, left.Fields, field => field.Id, field => field.Type),
        _ => false,
    };

    /// <summary>Returns whether the new version has an item with the id and the form of each old item.</summary>
    private static bool HasAll<T, TId>(IEnumerable<T> @new, IEnumerable<T> old, Func<T, TId> idOf, Func<T, TypeReference> typeOf)
    {
        ILookup<TId, TypeReference> types = @new.ToLookup(idOf, typeOf);
        return old.All(item => types[idOf(item)].Any(candidate => HaveSameForm(typeOf(item), candidate)));
    }

    /// <summary>Returns whether the types are alike, without comparing the definitions that they refer to.</summary>
    private static bool HaveSameForm(TypeReference old, TypeReference @new) =>
        old.Kind == @new.Kind
        && old.Scalar == @new.Scalar
        && old.Length == @new.Length
        && (old.Element is null || HaveSameForm(old.Element, @new.Element!));
}
