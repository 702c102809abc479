using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Model;
using Google.FlatBuffers;

namespace Codec.Cli.BinarySchemas;

/// <summary>Writes the tables <c>reflection.Type</c>.</summary>
internal sealed class ReflectionTypes
{
    private const sbyte NoType = 0;
    private const sbyte UnionTypeKind = 1;
    private const sbyte StringKind = 13;
    private const sbyte VectorKind = 14;
    private const sbyte ObjectKind = 15;
    private const sbyte UnionKind = 16;
    private const sbyte ArrayKind = 17;
    private const sbyte Vector64Kind = 18;
    private const int NoIndex = -1;
    private const uint OffsetSize = 4;

    private readonly FlatBufferBuilder _builder;
    private readonly Dictionary<string, StructDefinition> _structs;
    private readonly Dictionary<string, int> _records = [];
    private readonly Dictionary<string, int> _enums = [];

    internal ReflectionTypes(FlatBufferBuilder builder, SchemaModel model, IEnumerable<Definition> records, IEnumerable<Definition> enums)
    {
        _builder = builder;
        _structs = model.Structs.ToDictionary(record => record.FullName);
        Number(_records, records);
        Number(_enums, enums);
    }

    /// <summary>Returns the index of a struct or table among the objects.</summary>
    internal int RecordIndex(string fullName) => _records[fullName];

    /// <summary>Writes the type of an enum value.</summary>
    internal int None() => Write(NoType, NoType, NoIndex, 0, 1, 1);

    /// <summary>Writes the underlying type of an enum or a union. As in flatc, the type of a union that names none has its own kind.</summary>
    internal int Underlying(Definition definition)
    {
        ScalarKind scalar = definition is UnionDefinition any ? any.Underlying : ((EnumDefinition)definition).Underlying;
        sbyte kind = definition is UnionDefinition { HasExplicitType: false } ? UnionTypeKind : Scalar(scalar);
        return Write(kind, NoType, _enums[definition.FullName], 0, (uint)ScalarKinds.SizeOf(scalar), 1);
    }

    /// <summary>Writes the type of the field that stores the type of a union, or the types of a vector of unions.</summary>
    internal int UnionType(TypeReference type) => type.Element is { } element
        ? Write(VectorKind, UnionTypeKind, _enums[element.Definition!], 0, OffsetSize, (uint)ScalarKinds.SizeOf(element.Scalar))
        : Write(UnionTypeKind, NoType, _enums[type.Definition!], 0, (uint)ScalarKinds.SizeOf(type.Scalar), 1);

    /// <summary>Writes a type.</summary>
    internal int Of(TypeReference type, bool isVector64 = false)
    {
        if (type.Element is not { } element)
        {
            return Write(Kind(type), NoType, Index(type), 0, Size(type), 1);
        }

        // As in flatc, the element size of a vector of structs is the size of the struct. An array of structs does not have it.
        uint elementSize = type.Kind == TypeKind.Vector && element.Kind == TypeKind.Struct ? (uint)_structs[element.Definition!].Size : Size(element);
        sbyte kind = type.Kind == TypeKind.Array ? ArrayKind : isVector64 ? Vector64Kind : VectorKind;
        return Write(kind, Kind(element), Index(element), (ushort)type.Length, isVector64 ? 8 : OffsetSize, elementSize);
    }

    private static void Number(Dictionary<string, int> numbers, IEnumerable<Definition> definitions)
    {
        foreach (Definition definition in definitions)
        {
            numbers.Add(definition.FullName, numbers.Count);
        }
    }

    // BaseType has the scalars in the order of ScalarKind, starting at 2.
    private static sbyte Scalar(ScalarKind kind) => (sbyte)((int)kind + 1);

    private static sbyte Kind(TypeReference type) => type.Kind switch
    {
        TypeKind.Scalar or TypeKind.Enum => Scalar(type.Scalar),
        TypeKind.String => StringKind,
        TypeKind.Union => UnionKind,
        _ => ObjectKind,
    };

    private static uint Size(TypeReference type) => type.Kind is TypeKind.Scalar or TypeKind.Enum ? (uint)ScalarKinds.SizeOf(type.Scalar) : OffsetSize;

    private int Index(TypeReference type) => type.Kind switch
    {
        TypeKind.Enum or TypeKind.Union => _enums[type.Definition!],
        TypeKind.Struct or TypeKind.Table => _records[type.Definition!],
        _ => NoIndex,
    };

    private int Write(sbyte kind, sbyte element, int index, ushort length, uint size, uint elementSize)
    {
        _builder.StartTable(6);
        _builder.AddSbyte(0, kind, 0);
        _builder.AddSbyte(1, element, 0);
        _builder.AddInt(2, index, NoIndex);
        _builder.AddUshort(3, length, 0);
        _builder.AddUint(4, size, OffsetSize);
        _builder.AddUint(5, elementSize, 0);
        return _builder.EndTable();
    }
}
