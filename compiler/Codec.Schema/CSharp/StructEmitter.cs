using System;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Generates a struct with the layout of the wire format.</summary>
internal sealed class StructEmitter
{
    private readonly CodeWriter _code;
    private readonly Emission _emission;
    private readonly StructCode _struct;
    private readonly string _name;
    private readonly string _self;
    private int _padding;

    public StructEmitter(CodeWriter code, Emission emission, StructCode definition)
    {
        _code = code;
        _emission = emission;
        _struct = definition;
        _name = CSharpNames.Identifier(definition.Name);
        _self = Emission.Self(definition.Definition);
    }

    private StructDefinition Definition => _struct.Definition;

    private MemberNames Members => _struct.Members;

    public void Emit()
    {
        PacketDefinition? packet = Definition.Packet;
        Emission.Summary(_code, Definition.Documentation, $"The struct {Definition.FullName}: {Definition.Size} bytes, aligned to {Definition.Alignment}, laid out as in C++.");
        _code.Line(Layout(Definition.Size));
        _code.Open($"{CSharpNames.Access(Definition)} partial struct {_name} : Wire_::IWireStruct{(packet is null ? "" : ", Packets_::IPacket")}");
        _code.Line("/// <summary>The size in bytes, in memory and in a payload.</summary>");
        _code.Line($"public const int {Members["ByteSize"]} = {Definition.Size};");
        if (packet is not null)
        {
            _code.Line();
            _code.Line("/// <summary>The id in the header of a packet with this payload.</summary>");
            _code.Line(FormattableString.Invariant($"public const uint {Members["PacketId"]} = {packet.Id};"));
        }

        _code.Line();
        foreach (StructFieldCode member in _struct.Fields)
        {
            StructField field = member.Field;
            EmitField(field, member);
            for (int i = 0; i < field.PaddingAfter; i++)
            {
                _code.Line($"private byte {Members.Add($"__padding{_padding++}")};");
            }
        }

        if (packet is not null)
        {
            EmitWriting(packet);
            EmitReading();
        }

        foreach (StructFieldCode key in _struct.Fields.Where(field => field.Field.IsKey && KeyOrder.Has(field.Field.Type)))
        {
            EmitKey(key.Field, key.Identifier);
        }

        string type = _emission.Type(Definition.FullName);
        if (packet is not null)
        {
            DispatchEmitter.EmitHandler(_code, Members["Handler"], "in " + type);
        }

        _code.Close();
        if (packet is not null)
        {
            string read = $"{type}.{Members["TryRead"]}(packet.Payload, out ";
            _code.Line();
            new DispatchEmitter(_code, _struct.Name, type, Members, packet, Definition).Emit($"{read}{type} message)", $"return {read}message);");
        }
    }

    private static string Layout(int size) => $"[Interop_::StructLayout(Interop_::LayoutKind.Sequential, Size = {size})]";

    private void EmitWriting(PacketDefinition packet)
    {
        string tryWrite = Members["TryWrite"];
        string size = Members["ByteSize"];
        _code.Line();
        _code.Line("/// <summary>Writes the payload, only the struct's bytes. Returns false and writes nothing if the destination is too short.</summary>");
        _code.Open($"public readonly bool {tryWrite}(Sys_::Span<byte> destination, out int written)");
        _code.Line($"written = destination.Length < {size} ? 0 : {size};");
        _code.Open("if (written > 0)");
        _code.Line($"{Emission.Bytes}.Store(ref {Emission.Bytes}.First(destination), 0, this);");
        _code.Close();
        _code.Line();
        _code.Line("return written > 0;");
        _code.Close();
        TableEmitter.EmitInterface(_code, packet, "readonly ", Members["PacketId"], size, tryWrite, Definition);
    }

    private void EmitReading()
    {
        string size = Members["ByteSize"];
        _code.Line();
        _code.Line("/// <summary>Reads a payload. Returns false if its size is not the struct's.</summary>");
        _code.Open($"public static bool {Members["TryRead"]}({Emission.ReadOnlyBytes} payload, out {_self} value)");
        _code.Line($"value = payload.Length == {size} ? {Emission.Bytes}.Load<{_self}>(ref {Emission.Bytes}.Place(payload, 0)) : default;");
        _code.Line($"return payload.Length == {size};");
        _code.Close();
    }

    private void EmitKey(StructField key, string property)
    {
        _code.Line();
        _code.Line($"/// <summary>Compares by the key {key.Name}. <c>TryFind</c> requires a vector in this order.</summary>");
        _code.Line($"public static int {Members["CompareByKey"]}({_self} left, {_self} right) => {KeyOrder.Compare(key.Type, "left." + property, "right." + property)};");
        _code.Line();
        _code.Line($"/// <summary>Finds an element by its key {key.Name} in a vector that is sorted by that key.</summary>");
        _code.Open($"public static bool {Members["TryFind"]}(Sys_::ReadOnlySpan<{_self}> vector, {_emission.ValueType(key.Type)} key, out {_self} found)");
        KeyOrder.EmitSearch(_code, "vector.Length", "vector[middle]", KeyOrder.Compare(key.Type, "vector[middle]." + property, "key"));
        _code.Close();
    }

    private void EmitField(StructField field, StructFieldCode member)
    {
        string name = member.Identifier;
        TypeReference type = field.Type;
        if (type.Kind == TypeKind.Array)
        {
            EmitArray(field, member);
        }
        else if (type is { Kind: TypeKind.Scalar, Scalar: ScalarKind.Bool })
        {
            // A C# bool whose byte is neither 0 nor 1 behaves unpredictably, and received bytes can have any value.
            string stored = member.Stored;
            _code.Line($"private byte {stored};");
            Emission.Summary(_code, field.Documentation);
            _code.Line($"public bool {name} {{ readonly get => {stored} != 0; set => {stored} = value ? (byte)1 : (byte)0; }}");
        }
        else
        {
            Emission.Summary(_code, field.Documentation);
            _code.Line($"public {_emission.ValueType(type)} {name};");
        }
    }

    private void EmitArray(StructField field, StructFieldCode member)
    {
        TypeReference element = field.Type.Element!;
        bool isBool = element is { Kind: TypeKind.Scalar, Scalar: ScalarKind.Bool };
        string type = _emission.ValueType(element);
        string stored = isBool ? "byte" : type;
        string array = member.Elements;
        string own = member.Stored;
        string index = $"Wire_::GeneratedThrow.CheckIndex(index, {field.Type.Length})";
        _code.Gap();
        _code.Line($"private {array} {own};");
        _code.Line();
        Emission.Summary(_code, field.Documentation, $"Gets an element, from 0 to {field.Type.Length - 1}.");
        _code.Line($"public readonly {type} {member.Get}(int index) => {Emission.Bytes}.Element<{array}, {stored}>(in {own}, {index}){(isBool ? " != 0" : "")};");
        _code.Line();
        _code.Line($"/// <summary>Sets an element, from 0 to {field.Type.Length - 1}.</summary>");
        _code.Line($"public void {member.Set}(int index, {type} value) => {Emission.Bytes}.ElementAt(ref {own}.First, {index}) = {(isBool ? "value ? (byte)1 : (byte)0" : "value")};");
        _code.Line();
        _code.Line(Layout(field.Type.InlineSize));
        _code.Line($"private struct {array} {{ public {stored} First; }}");
        _code.Line();
    }
}
