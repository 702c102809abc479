using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Writes a struct with the wire's layout, and the code that moves it.</summary>
internal static class StructEmitter
{
    private static readonly string[] Reserved = ["Equals", "GetHashCode", "GetType", "ToString", "MemberwiseClone", "ReferenceEquals", "Finalize", "ByteSize"];

    private static readonly string[] PacketReserved = ["PacketId", "TryWrite", "TryRead"];

    /// <summary>What a struct with a key has besides.</summary>
    public static readonly string[] KeyReserved = ["CompareByKey", "TryFind"];

    /// <summary>Whether vectors of the struct can be searched.</summary>
    public static bool HasKey(StructDefinition definition) => definition.Fields.Any(IsKey);

    /// <summary>The fields with their names in C#.</summary>
    public static List<(StructField Field, string Name)> Fields(StructDefinition definition)
    {
        HashSet<string> taken = [definition.Name, .. Reserved, .. definition.Packet is null ? [] : PacketReserved, .. HasKey(definition) ? KeyReserved : []];
        List<(StructField Field, string Name)> fields = [];
        foreach (StructField field in definition.Fields)
        {
            // An array has methods instead of a field; what they store into is private, as behind a bool.
            string name = CSharpNames.Pascal(field.Name);
            string[] Derived() => field.Type switch
            {
                { Kind: TypeKind.Array } => [name, "Get" + name, "Set" + name, "__" + name, $"__{name}Elements"],
                { Kind: TypeKind.Scalar, Scalar: ScalarKind.Bool } => [name, "__" + name],
                _ => [name],
            };
            while (System.Array.Exists(Derived(), taken.Contains))
            {
                name += "_";
            }

            taken.UnionWith(Derived());
            fields.Add((field, name));
        }

        return fields;
    }

    public static void Emit(CodeWriter code, StructDefinition definition)
    {
        string name = CSharpNames.Identifier(definition.Name);
        Emission.Summary(code, definition.Documentation, $"The struct {definition.FullName} of the schema.");
        code.Line($"/// <remarks>{definition.Size} bytes, laid out as in C++; what its place in a payload is divisible by: {definition.Alignment}.</remarks>");
        code.Line($"[global::System.Runtime.InteropServices.StructLayout(global::System.Runtime.InteropServices.LayoutKind.Sequential, Size = {definition.Size})]");
        code.Open($"public partial struct {name}{(definition.Packet is null ? "" : " : " + PacketWriting.Interface)}");
        code.Line("/// <summary>The struct's size in bytes, in memory and in a payload.</summary>");
        code.Line($"public const int ByteSize = {definition.Size};");
        if (definition.Packet is not null)
        {
            code.Line();
            PacketWriting.EmitId(code, definition.Packet);
        }

        List<(StructField Field, string Name)> fields = Fields(definition);
        int padding = 0;
        foreach ((StructField field, string property) in fields)
        {
            EmitField(code, field, property);
            for (int i = 0; i < field.PaddingAfter; i++)
            {
                code.Line($"private byte __padding{padding++};");
            }
        }

        if (definition.Packet is not null)
        {
            StructPacketEmitter.EmitMembers(code, definition, definition.Packet);
        }

        foreach ((StructField field, string property) in fields.Where(field => IsKey(field.Field)))
        {
            EmitKey(code, definition, field, property);
        }

        code.Close();
        code.Line();
        EmitMoves(code, definition, fields, padding);
        if (definition.Packet is not null)
        {
            string type = CSharpNames.Global(definition.FullName);
            code.Line();
            new DispatchEmitter(code, definition, definition.Packet, "in " + type).Emit(
                $"{type}.TryRead(packet.Payload, out {type} message)", $"return {type}.TryRead(packet.Payload, out message);");
        }
    }

    private static bool IsKey(StructField field) => field.IsKey && KeyOrder.Has(field.Type);

    private static void EmitKey(CodeWriter code, StructDefinition definition, StructField key, string property)
    {
        string type = CSharpNames.Global(definition.FullName);
        code.Line();
        code.Line($"/// <summary>Compares by the key {key.Name}: the order in which a vector must be for its elements to be found by key.</summary>");
        code.Line("/// <param name=\"left\">One.</param>");
        code.Line("/// <param name=\"right\">The other.</param>");
        code.Line("/// <returns>Less than, equal to or greater than 0.</returns>");
        code.Line($"public static int CompareByKey({type} left, {type} right) => {KeyOrder.Compare(key.Type, "left." + property, "right." + property)};");
        code.Line();
        code.Line($"/// <summary>Finds an element of a vector by its key {key.Name}, in as many steps as the count has bits; the vector must be in the order of the key.</summary>");
        code.Line("/// <param name=\"vector\">The vector, as a view or a list gives it.</param>");
        code.Line("/// <param name=\"key\">The key.</param>");
        code.Line("/// <param name=\"found\">The element, or the default.</param>");
        code.Line("/// <returns>Whether there is one; of several with the key it is any.</returns>");
        code.Open($"public static bool TryFind(global::System.ReadOnlySpan<{type}> vector, {Emission.ValueType(key.Type)} key, out {type} found)");
        KeyOrder.EmitSearch(code, "vector.Length", "vector[middle]", KeyOrder.Compare(key.Type, "vector[middle]." + property, "key"));
        code.Close();
    }

    private static void EmitField(CodeWriter code, StructField field, string name)
    {
        code.Gap();
        TypeReference type = field.Type;
        if (type.Kind == TypeKind.Array)
        {
            EmitArray(code, field, name);
            return;
        }

        if (type is { Kind: TypeKind.Scalar, Scalar: ScalarKind.Bool })
        {
            // A C# bool that is neither 0 nor 1 misbehaves; bytes from outside may hold anything.
            code.Line($"private byte __{name};");
            code.Line();
            Emission.Summary(code, field.Documentation, $"The field {field.Name}.");
            code.Open($"public bool {name}");
            code.Line($"readonly get => __{name} != 0;");
            code.Line($"set => __{name} = value ? (byte)1 : (byte)0;");
            code.Close();
            return;
        }

        Emission.Summary(code, field.Documentation, $"The field {field.Name}.");
        code.Line($"public {Emission.ValueType(type)} {name};");
    }

    private static void EmitArray(CodeWriter code, StructField field, string name)
    {
        TypeReference element = field.Type.Element!;
        bool isBool = element is { Kind: TypeKind.Scalar, Scalar: ScalarKind.Bool };
        string stored = isBool ? "byte" : Emission.ValueType(element);
        code.Line($"private __{name}Elements __{name};");
        code.Line();
        Emission.Summary(code, field.Documentation, $"The field {field.Name}.");
        code.Line($"/// <param name=\"index\">From 0 to {field.Type.Length - 1}.</param>");
        code.Line("/// <returns>The element.</returns>");
        code.Line("/// <exception cref=\"global::System.ArgumentOutOfRangeException\">There is no such element.</exception>");
        string place = $"global::System.Runtime.CompilerServices.Unsafe.Add(ref __{name}.First, {Emission.Run}GeneratedThrow.CheckIndex(index, {field.Type.Length}))";
        string read = $"{Emission.Bytes}.Element<__{name}Elements, {stored}>(in __{name}, {Emission.Run}GeneratedThrow.CheckIndex(index, {field.Type.Length}))";
        code.Line($"public readonly {Emission.ValueType(element)} Get{name}(int index) => {read}{(isBool ? " != 0" : "")};");
        code.Line();
        code.Line($"/// <summary>Sets an element of {name}.</summary>");
        code.Line($"/// <param name=\"index\">From 0 to {field.Type.Length - 1}.</param>");
        code.Line("/// <param name=\"value\">The element.</param>");
        code.Line("/// <exception cref=\"global::System.ArgumentOutOfRangeException\">There is no such element.</exception>");
        code.Line($"public void Set{name}(int index, {Emission.ValueType(element)} value) => {place} = {(isBool ? "value ? (byte)1 : (byte)0" : "value")};");
        code.Line();
        code.Line($"[global::System.Runtime.InteropServices.StructLayout(global::System.Runtime.InteropServices.LayoutKind.Sequential, Size = {field.Type.InlineSize})]");
        code.Open($"private struct __{name}Elements");
        code.Line($"public {stored} First;");
        code.Close();
    }

    private static void EmitMoves(CodeWriter code, StructDefinition definition, List<(StructField Field, string Name)> fields, int padding)
    {
        string type = CSharpNames.Global(definition.FullName);
        code.Line($"/// <summary>Moves a {Emission.Escape(definition.Name)} between payloads and memory.</summary>");
        code.Open($"internal static class {definition.Name}Codec");
        string isBlock = $"{Emission.Bytes}.IsWireLayout<{type}>({definition.Size})";
        code.Line(Emission.Inline);
        code.Line($"public static {type} Load(ref byte origin, int at) =>");
        code.Line($"    {isBlock} ? {Emission.Bytes}.LoadBlock<{type}>(ref origin, at) : LoadFields(ref origin, at);");
        code.Line();
        code.Open($"private static {type} LoadFields(ref byte origin, int at)");
        code.Line($"{type} value = default;");
        foreach ((StructField field, string name) in fields)
        {
            Each(code, field, place => field.Type.Kind == TypeKind.Array
                ? $"value.Set{name}(i, {LoadElement(field.Type.Element!, place)});"
                : $"value.{name} = {LoadElement(field.Type, place)};");
        }

        code.Line("return value;");
        code.Close();
        code.Line();
        code.Line(Emission.Inline);
        code.Open($"public static void Store(ref byte origin, int at, {type} value)");
        code.Open($"if ({isBlock})");
        code.Line($"{Emission.Bytes}.StoreBlock(ref origin, at, value);");
        code.Line("return;");
        code.Close();
        code.Line();
        code.Line("StoreFields(ref origin, at, value);");
        code.Close();
        code.Line();
        code.Open($"private static void StoreFields(ref byte origin, int at, {type} value)");
        if (padding > 0)
        {
            code.Line($"{Emission.Bytes}.Clear(ref origin, at, {definition.Size});");
        }

        foreach ((StructField field, string name) in fields)
        {
            Each(code, field, place => field.Type.Kind == TypeKind.Array
                ? StoreElement(field.Type.Element!, place, $"value.Get{name}(i)")
                : StoreElement(field.Type, place, $"value.{name}"));
        }

        code.Close();
        EmitVectors(code, definition, type);
        code.Close();
    }

    private static void EmitVectors(CodeWriter code, StructDefinition definition, string type)
    {
        string list = $"global::System.ReadOnlySpan<{type}>";
        code.Line();
        code.Open($"public static int StoreVector(ref byte origin, int at, int end, int slot, {list} values, int alignment = {System.Math.Max(4, definition.Alignment)})");
        code.Block(
            $"if ({Emission.Bytes}.IsWireLayout<{type}>({definition.Size}))",
            $"return {Emission.Run}GeneratedWriter.Vector(ref origin, at, end, slot, values, alignment);");
        code.Line();
        code.Line($"int next = {Emission.Run}GeneratedWriter.VectorHead(ref origin, at, end, slot, values.Length, {definition.Size}, alignment, out int elements);");
        code.Open("for (int i = 0; next >= 0 && i < values.Length; i++)");
        code.Line($"Store(ref origin, elements + (i * {definition.Size}), values[i]);");
        code.Close();
        code.Line();
        code.Line("return next;");
        code.Close();
        code.Line();
        code.Line(Emission.Inline);
        code.Line($"public static {list} LoadVector(global::System.ReadOnlySpan<byte> buffer, nint slot) =>");
        code.Line($"    {Emission.Bytes}.IsWireLayout<{type}>({definition.Size}) ? {Emission.Run}GeneratedReader.Structs<{type}>(buffer, slot) : CopyVector(buffer, (int)slot);");
        code.Line();
        code.Open($"private static {list} CopyVector(global::System.ReadOnlySpan<byte> buffer, int slot)");
        code.Line($"int start = {Emission.Run}GeneratedReader.Vector(buffer, slot, {definition.Size}, out int count);");
        code.Line($"{type}[] copy = new {type}[count];");
        code.Open("for (int i = 0; i < count; i++)");
        code.Line($"copy[i] = Load(ref {Emission.Bytes}.Place(buffer, start), i * {definition.Size});");
        code.Close();
        code.Line();
        code.Line("return copy;");
        code.Close();
    }

    private static void Each(CodeWriter code, StructField field, System.Func<string, string> statement)
    {
        if (field.Type.Kind != TypeKind.Array)
        {
            code.Line(statement($"at + {field.Offset}"));
            return;
        }

        code.Open($"for (int i = 0; i < {field.Type.Length}; i++)");
        code.Line(statement($"at + {field.Offset} + (i * {field.Type.Element!.InlineSize})"));
        code.Close();
    }

    private static string LoadElement(TypeReference type, string at) => type.Kind == TypeKind.Struct
        ? $"{CSharpNames.Global(type.Definition!, "Codec")}.Load(ref origin, {at})"
        : Emission.Load(type, $"ref origin, {at}");

    private static string StoreElement(TypeReference type, string at, string value) => type.Kind == TypeKind.Struct
        ? $"{CSharpNames.Global(type.Definition!, "Codec")}.Store(ref origin, {at}, {value});"
        : Emission.Store(type, at, value);
}
