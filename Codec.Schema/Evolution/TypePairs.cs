using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.Evolution;

/// <summary>
/// Pairs each type of the old version with a type of the new version: by full name, or otherwise by name or use. Types that are paired by name or use
/// have the same form, so the old type was renamed.
/// </summary>
internal sealed class TypePairs
{
    private readonly SchemaModel _old;
    private readonly SchemaModel _new;
    private readonly Dictionary<string, Definition> _oldTypes;
    private readonly Dictionary<string, Definition> _newTypes;
    private readonly Dictionary<string, Definition> _toNew = [];
    private readonly Dictionary<string, Definition> _toOld = [];
    private readonly Queue<(Definition Old, Definition New)> _open = new();

    internal TypePairs(SchemaModel old, SchemaModel @new)
    {
        _old = old;
        _new = @new;
        _oldTypes = old.Types.ToDictionary(type => type.FullName);
        _newTypes = @new.Types.ToDictionary(type => type.FullName);
        foreach (Definition type in _oldTypes.Values)
        {
            if (_newTypes.TryGetValue(type.FullName, out Definition? same))
            {
                Pair(type, same);
            }
        }

        PairByName();
        PairByUse();
    }

    /// <summary>Gets the pairs, in the order of the new version.</summary>
    internal IEnumerable<(Definition Old, Definition New)> All =>
        _new.Types.Where(type => _toOld.ContainsKey(type.FullName)).Select(type => (_toOld[type.FullName], type));

    /// <summary>Gets the old types that the new version lacks.</summary>
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

    private void Pair(Definition old, Definition @new)
    {
        _toNew.Add(old.FullName, @new);
        _toOld.Add(@new.FullName, old);
        _open.Enqueue((old, @new));
    }

    private void PairByName()
    {
        ILookup<string, Definition> left = _oldTypes.Values.Where(type => !_toNew.ContainsKey(type.FullName)).ToLookup(type => type.Name);
        foreach (IGrouping<string, Definition> added in _newTypes.Values.Where(type => !_toOld.ContainsKey(type.FullName)).ToLookup(type => type.Name))
        {
            if (added.Count() == 1 && left[added.Key].Count() == 1)
            {
                PairIfCompatible(left[added.Key].First(), added.First());
            }
        }
    }

    private void PairByUse()
    {
        Dictionary<uint, PacketDefinition> packets = _old.Packets.ToDictionary(packet => packet.Id);
        foreach (PacketDefinition packet in _new.Packets)
        {
            if (packets.TryGetValue(packet.Id, out PacketDefinition? old))
            {
                PairIfCompatible(old.Type, packet.Type);
            }
        }

        foreach ((SchemaFile old, SchemaFile @new) in FileComparison.Pairs(_old, _new))
        {
            if (old.RootType is not null && @new.RootType is not null)
            {
                PairIfCompatible(old.RootType, @new.RootType);
            }
        }

        foreach ((ServiceMethod old, ServiceMethod? @new) in ServiceComparison.Methods(_old, _new))
        {
            if (@new is not null)
            {
                PairIfCompatible(old.Request, @new.Request);
                PairIfCompatible(old.Response, @new.Response);
            }
        }

        while (_open.Count > 0)
        {
            (Definition oldType, Definition newType) = _open.Dequeue();
            foreach ((TypeReference old, TypeReference @new) in Uses(oldType, newType))
            {
                PairIfCompatible(old, @new);
            }

            if (oldType is TableDefinition oldTable && newType is TableDefinition newTable)
            {
                foreach ((TableField old, TableField @new) in Fields(oldTable, newTable))
                {
                    if (old.NestedFlatBuffer is not null && @new.NestedFlatBuffer is not null)
                    {
                        PairIfCompatible(old.NestedFlatBuffer, @new.NestedFlatBuffer);
                    }
                }
            }
        }
    }

    private static IEnumerable<(TableField Old, TableField New)> Fields(TableDefinition old, TableDefinition @new)
    {
        Dictionary<string, TableField> byName = old.Fields.ToDictionary(field => field.Name);
        Dictionary<int, TableField> byId = old.Fields.ToDictionary(field => field.Id);
        foreach (TableField field in @new.Fields)
        {
            if (byName.TryGetValue(field.Name, out TableField? other) || byId.TryGetValue(field.Id, out other))
            {
                yield return (other, field);
            }
        }
    }

    private static IEnumerable<(TypeReference Old, TypeReference New)> Uses(Definition oldType, Definition newType) => (oldType, newType) switch
    {
        (TableDefinition old, TableDefinition @new) => Fields(old, @new).Select(pair => (pair.Old.Type, pair.New.Type)),
        (StructDefinition old, StructDefinition @new) => old.Fields.Zip(@new.Fields, (left, right) => (left.Type, right.Type)),
        (UnionDefinition old, UnionDefinition @new) => @new.Members.Join(
            old.Members, member => member.Id, candidate => candidate.Id, (member, candidate) => (candidate.Type, member.Type)),
        _ => [],
    };

    private void PairIfCompatible(TypeReference old, TypeReference @new)
    {
        if (old.Element is not null && @new.Element is not null)
        {
            PairIfCompatible(old.Element, @new.Element);
        }
        else if (old.Definition is not null && @new.Definition is not null)
        {
            PairIfCompatible(old.Definition, @new.Definition);
        }
    }

    private void PairIfCompatible(string old, string @new)
    {
        if (!_toNew.ContainsKey(old) && !_toOld.ContainsKey(@new))
        {
            PairIfCompatible(_oldTypes[old], _newTypes[@new]);
        }
    }

    private void PairIfCompatible(Definition old, Definition @new)
    {
        bool areAlike = (old, @new) switch
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
        if (areAlike)
        {
            Pair(old, @new);
        }
    }

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
