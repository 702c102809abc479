namespace Codec.Tests.Doubles;

/// <summary>A field of a runtime that has no metadata tokens.</summary>
internal sealed class TokenlessField(string name) : FieldInfo
{
    public override string Name => name;

    public override int MetadataToken => throw new InvalidOperationException("There is no metadata token.");

    public override FieldAttributes Attributes => FieldAttributes.Public;

    public override RuntimeFieldHandle FieldHandle => default;

    public override Type FieldType => typeof(int);

    public override Type? DeclaringType => null;

    public override Type? ReflectedType => null;

    public override object[] GetCustomAttributes(bool inherit) => [];

    public override object[] GetCustomAttributes(Type attributeType, bool inherit) => [];

    public override bool IsDefined(Type attributeType, bool inherit) => false;

    public override object? GetValue(object? obj) => null;

    public override void SetValue(object? obj, object? value, BindingFlags invokeAttr, Binder? binder, CultureInfo? culture)
    {
    }
}
