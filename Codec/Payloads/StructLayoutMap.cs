using System.Linq;
using System.Reflection;
using Layout = (int Size, int Alignment, System.Collections.Generic.HashSet<(int Offset, int Size)> Scalars);

namespace Codec.Payloads;

/// <summary>Computes a struct's layout from its fields, by the rules of C++.</summary>
internal sealed class StructLayoutMap
{
    private const BindingFlags Fields = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    // The default packing of the runtime, for a struct without Pack. No number in a payload is larger than 8 bytes.
    private const int DefaultPack = 8;

    // Each type is mapped once: nested structs can contain the same type many times.
    private readonly Dictionary<Type, Layout> _types = [];

    private StructLayoutMap(Type type)
    {
        (Size, Alignment, HashSet<(int Offset, int Size)> scalars) = type.IsEnum ? MapField(type, type.Name) : MapStruct(type, type.Name);
        _types.Clear();
        List<(int Offset, int Size)> padding = [];
        int end = 0;
        foreach ((int offset, int size) in scalars.OrderBy(static scalar => scalar).Append((Size, 0)))
        {
            if (offset < end)
            {
                Throw.StructFieldsOverlap(type, offset);
            }

            if (offset > end)
            {
                padding.Add((end, offset - end));
            }

            end = offset + size;
        }

        Padding = [.. padding];
    }

    /// <summary>Gets the ranges of bytes that belong to no field.</summary>
    internal (int Offset, int Size)[] Padding { get; }

    internal int Size { get; }

    internal int Alignment { get; }

    internal static StructLayoutMap Of(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicFields | DynamicallyAccessedMemberTypes.NonPublicFields)] Type type) => new(type);

    /// <summary>Sets the bytes of the struct at <paramref name="start"/> that belong to no field to zero.</summary>
    internal void ClearPadding(ref byte start)
    {
        foreach ((int offset, int size) in Padding)
        {
            Unsafe.InitBlockUnaligned(ref Unsafe.Add(ref start, offset), 0, (uint)size);
        }
    }

    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "A struct's fields make its layout, so they are kept with it.")]
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "A struct's fields make its layout, so they are kept with it.")]
    private Layout MapStruct(Type type, string path)
    {
        StructLayoutAttribute layout = type.StructLayoutAttribute!;
        if (layout.Value == LayoutKind.Auto)
        {
            Throw.StructFieldRefused(path, "has automatic layout; give it LayoutKind.Sequential or Explicit");
        }

        RefuseForeign(type, path);
        int pack = layout.Pack == 0 ? DefaultPack : layout.Pack;
        int end = 0;
        int alignment = 1;
        HashSet<(int Offset, int Size)> scalars = [];
        FieldInfo[] fields = type.GetFields(Fields);
        if (fields.Length == 0)
        {
            Throw.StructFieldRefused(path, "has no fields that reflection can find");
        }

        SortByDeclaration(fields);
        foreach (FieldInfo field in fields)
        {
            string name = path + "." + field.Name;
            int count = 1;
            Type fieldType = field.FieldType;
            if (field.GetCustomAttribute<FixedBufferAttribute>() is { } buffer)
            {
                (fieldType, count) = (buffer.ElementType, buffer.Length);
            }
            else if (InlineLength(type) is int length)
            {
                count = length;
            }

            (int size, int natural, HashSet<(int Offset, int Size)> parts) = MapField(fieldType, name);
            int own = Math.Min(natural, pack);
            int offset = layout.Value == LayoutKind.Explicit
                ? field.GetCustomAttribute<FieldOffsetAttribute>()!.Value
                : (end + own - 1) / own * own;
            if (offset % own != 0)
            {
                Throw.StructFieldMisaligned(name, offset, own);
            }

            for (int i = 0; i < count; i++)
            {
                scalars.UnionWith(parts.Select(part => (offset + (i * size) + part.Offset, part.Size)));
            }

            end = Math.Max(end, offset + (size * count));
            alignment = Math.Max(alignment, own);
        }

        if (layout.Size > end && layout.Size % alignment != 0)
        {
            Throw.StructSizeUneven(path, layout.Size, alignment);
        }

        return (Math.Max((end + alignment - 1) / alignment * alignment, layout.Size), alignment, scalars);
    }

    /// <summary>
    /// Sorts fields by their declaration, because reflection guarantees no order. Native AOT has no metadata tokens to sort by: the order does not
    /// change, and the struct is rejected if the computed size differs from its size.
    /// </summary>
    internal static void SortByDeclaration(FieldInfo[] fields)
    {
        int[] tokens = new int[fields.Length];
        try
        {
            for (int i = 0; i < fields.Length; i++)
            {
                tokens[i] = fields[i].MetadataToken;
            }
        }
        catch (InvalidOperationException)
        {
            return;
        }

        Array.Sort(tokens, fields);
    }

    private Layout MapField(Type type, string path)
    {
        if (_types.TryGetValue(type, out Layout known))
        {
            return known;
        }

        return _types[type] = MapNewField(type, path);
    }

    private Layout MapNewField(Type type, string path)
    {
        Type scalar = type.IsEnum ? Enum.GetUnderlyingType(type) : type;
        int size = Type.GetTypeCode(scalar) switch
        {
            TypeCode.Byte or TypeCode.SByte => 1,
            TypeCode.Int16 or TypeCode.UInt16 => 2,
            TypeCode.Int32 or TypeCode.UInt32 or TypeCode.Single => 4,
            TypeCode.Int64 or TypeCode.UInt64 or TypeCode.Double => 8,
            _ => 0,
        };
        if (size > 0)
        {
            return (size, size, [(0, size)]);
        }

        if (scalar == typeof(bool))
        {
            Throw.StructFieldRefused(path, "is a bool, for which only the bytes 0 and 1 are valid; use a byte");
        }

        if (scalar == typeof(char))
        {
            Throw.StructFieldRefused(path, "is a char, whose size is different in C++; use a ushort");
        }

        // A function pointer has no full name. netstandard has no other way to recognize it.
        if (scalar.IsPointer || scalar.FullName is null || scalar == typeof(IntPtr) || scalar == typeof(UIntPtr))
        {
            Throw.StructFieldRefused(path, "is a pointer");
        }

        if (!scalar.IsValueType)
        {
            Throw.StructFieldRefused(path, "is a reference");
        }

        return MapStruct(type, path);
    }

    /// <summary>
    /// Rejects structs that have no C++ counterpart although their fields would be accepted. netstandard lacks some, so these are compared by name.
    /// </summary>
    private static void RefuseForeign(Type type, string path)
    {
        if (type == typeof(decimal))
        {
            Throw.StructFieldRefused(path, "is a decimal, which C++ does not have; use integers");
        }

        if (type.FullName is "System.Int128" or "System.UInt128")
        {
            Throw.StructFieldRefused(path, "is an integer of 128 bits, which standard C++ does not have; use two integers of 64 bits");
        }

        if (type.Namespace == "System.Runtime.Intrinsics")
        {
            Throw.StructFieldRefused(path, "is a vector that the runtime aligns by its own rules; use fields, or a fixed buffer, of its elements");
        }

        if (type.FullName is "System.Runtime.InteropServices.NFloat" or "System.Runtime.InteropServices.CLong" or "System.Runtime.InteropServices.CULong"
            || (type.Namespace == "System.Numerics" && type.Name == "Vector`1"))
        {
            Throw.StructFieldRefused(path, "has a width that depends on the host; use a type of fixed width");
        }
    }

    /// <summary>Returns the length of an inline array. The attribute is found by its name, because netstandard does not have it.</summary>
    private static int? InlineLength(Type type)
    {
        foreach (CustomAttributeData attribute in type.CustomAttributes)
        {
            if (attribute.AttributeType.FullName == "System.Runtime.CompilerServices.InlineArrayAttribute")
            {
                return (int)attribute.ConstructorArguments[0].Value!;
            }
        }

        return null;
    }
}
