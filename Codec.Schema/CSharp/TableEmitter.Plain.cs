using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

internal sealed partial class TableEmitter
{
    private void EmitPlain()
    {
        string view = CSharpNames.Identifier(_table.Name + "View");
        Emission.Summary(_code, _table.Definition.Documentation, $"The table {_table.Definition.FullName} of the schema.");
        _code.Line("/// <remarks>To fill and write, or to read into: reading overwrites every field and uses memory again. Not safe to change from several threads.</remarks>");
        _code.Open($"public sealed partial class {CSharpNames.Identifier(_table.Name)}{(Packet is null ? "" : " : " + PacketWriting.Interface)}");
        if (Packet is not null)
        {
            PacketWriting.EmitId(_code, Packet);
        }

        foreach (FieldCode field in Fields)
        {
            EmitProperty(field);
        }

        _code.Gap();
        EmitPlainWriting();
        if (Packet is not null)
        {
            PacketWriting.EmitInterface(_code, _table.Definition.FullName, Packet, "", "GetMaxByteCount()");
        }

        _code.Line();
        _code.Line("/// <summary>Checks that a payload holds this table and nothing that leads outside; at least as strict as FlatBuffers' C++ verifier.</summary>");
        _code.Line("/// <param name=\"payload\">The payload; it is not changed.</param>");
        _code.Line("/// <returns>Whether it may be read by anybody.</returns>");
        _code.Line(Inline);
        _code.Line($"public static bool Verify({ReadOnlySpan} payload) => {Helper("Codec")}.VerifyRoot(payload);");
        _code.Line();
        _code.Line("/// <summary>Overwrites every field with a payload's. The payload need not be verified.</summary>");
        _code.Line("/// <param name=\"payload\">The payload; nothing of it is kept.</param>");
        _code.Line("/// <returns><see langword=\"false\"/> where the bytes are not this table, or would make much more memory than they are; the fields are then in no defined state.</returns>");
        _code.Open($"public bool TryRead({ReadOnlySpan} payload)");
        _code.Line($"return {_view}.TryCreate(payload, out {_view} view) && TryRead(view);");
        _code.Close();
        _code.Line();
        _code.Line("/// <summary>Overwrites every field with a view's.</summary>");
        _code.Line("/// <param name=\"view\">The view.</param>");
        _code.Line("/// <returns><see langword=\"false\"/> as for a payload.</returns>");
        _code.Open($"public bool TryRead({view} view)");
        _code.Line($"{Run}GeneratedBudget budget = view.CreateBudget();");
        _code.Line($"return view.ReadInto(this, ref budget, {FirstDepth});");
        _code.Close();
        EmitKeyComparison();
        _code.Close();
    }

    private string Helper(string suffix) => CSharpNames.Global(_table.Definition.FullName, suffix);

    private void EmitProperty(FieldCode field)
    {
        _code.Gap();
        Emission.Summary(_code, field.Field.Documentation, $"The field {field.Field.Name}{(field.IsRequired ? "; a value is required" : "")}.");
        string initial = field.Field switch
        {
            { Default: ScalarValue { Bits: not 0 } } => $" = {Default(field)};",
            { DefaultText: string text } => $" = {CSharpNames.Quote(text)};",
            { DefaultIsEmptyVector: true } => " = new();",
            _ => "",
        };
        _code.Line($"public {PlainType(field)}{(IsNullable(field) ? "?" : "")} {field.Property} {{ get; set; }}{initial}");
    }

    private void EmitPlainWriting()
    {
        string depth = _table.IsDeep ? ", 1" : "";
        _code.Line("/// <summary>The most bytes that writing the payload takes; exact where all fields have a fixed size.</summary>");
        _code.Line("/// <exception cref=\"global::System.InvalidOperationException\">No memory is that large, or tables are nested too deep.</exception>");
        _code.Open("public int GetMaxByteCount()");
        _code.Line($"long size = {Helper("Codec")}.MaxSize(this{depth}) + {_table.RootTable - _table.PaddedVTableSize - (_table.Alignment - 4)};");
        _code.Block("if (size > int.MaxValue)", $"{Run}GeneratedThrow.PayloadTooLarge({CSharpNames.Quote(_table.Definition.FullName)}, size, int.MaxValue);");
        _code.Line();
        _code.Line("return (int)size;");
        _code.Close();
        _code.Line();
        _code.Line("/// <summary>Writes the payload.</summary>");
        _code.Line("/// <param name=\"destination\">Where to write; its content is undefined afterwards where it is too short.</param>");
        _code.Line("/// <param name=\"written\">The payload's size in bytes.</param>");
        _code.Line("/// <returns><see langword=\"false\"/> where <paramref name=\"destination\"/> is too short; <see cref=\"GetMaxByteCount\"/> bytes are enough.</returns>");
        _code.Line("/// <exception cref=\"global::System.InvalidOperationException\">A required field or an element is null, or tables are nested too deep.</exception>");
        _code.Open($"public bool TryWrite({Span} destination, out int written)");
        _code.Line($"written = {Helper("Codec")}.WriteRoot(ref global::System.Runtime.InteropServices.MemoryMarshal.GetReference(destination), destination.Length, this);");
        _code.Block("if (written >= 0)", "return true;");
        _code.Line();
        _code.Line("written = 0;");
        _code.Line("return false;");
        _code.Close();
        _code.Line();
        _code.Line("/// <summary>Writes the payload and advances the destination.</summary>");
        _code.Line("/// <param name=\"destination\">Where to write.</param>");
        _code.Line("/// <exception cref=\"global::System.ArgumentNullException\"><paramref name=\"destination\"/> is null.</exception>");
        _code.Line("/// <exception cref=\"global::System.InvalidOperationException\">A required field or an element is null, or tables are nested too deep.</exception>");
        _code.Open("public void Write(global::System.Buffers.IBufferWriter<byte> destination)");
        _code.Line($"{Run}GeneratedThrow.CheckNotNull(destination, nameof(destination));");
        _code.Block("if (!TryWrite(destination.GetSpan(GetMaxByteCount()), out int written))", $"{Run}GeneratedThrow.ChangedWhileWriting({CSharpNames.Quote(_table.Definition.FullName)});");
        _code.Line();
        _code.Line("destination.Advance(written);");
        _code.Close();
    }

    private void EmitKeyComparison()
    {
        FieldCode? key = Key;
        if (key is null)
        {
            return;
        }

        _code.Line();
        _code.Line($"/// <summary>Compares by the key {key.Field.Name}: the order in which a vector must be for its elements to be found by key.</summary>");
        _code.Line("/// <param name=\"left\">One.</param>");
        _code.Line("/// <param name=\"right\">The other.</param>");
        _code.Line("/// <returns>Less than, equal to or greater than 0.</returns>");
        string name = CSharpNames.Identifier(_table.Name);
        string compare = key.Type.Kind == TypeKind.String
            ? $"{Run}GeneratedText.Compare(left.{key.Property}, right.{key.Property})"
            : KeyOrder.Compare(key.Type, "left." + key.Property, "right." + key.Property);
        _code.Line($"public static int CompareByKey({name} left, {name} right) => {compare};");
    }
}
