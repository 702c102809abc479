using System.Reflection.Metadata;

namespace Codec.Tests.Unity;

/// <summary>Formats signatures as text without the assemblies of their types, so that a forwarded type is equal to its original.</summary>
internal sealed class SignatureNames : ISignatureTypeProvider<string, object?>
{
    public static readonly SignatureNames Instance = new();

    /// <summary>Returns the signature of a method as text.</summary>
    public static string Of(MethodSignature<string> method) =>
        $"{(method.Header.IsInstance ? "" : "static ")}{method.ReturnType}`{method.GenericParameterCount}({string.Join(", ", method.ParameterTypes)})";

    public string GetArrayType(string elementType, ArrayShape shape) => $"{elementType}[{shape.Rank}]";

    public string GetByReferenceType(string elementType) => elementType + "&";

    public string GetFunctionPointerType(MethodSignature<string> signature) => "*" + Of(signature);

    public string GetGenericInstantiation(string genericType, ImmutableArray<string> typeArguments) => $"{genericType}<{string.Join(", ", typeArguments)}>";

    public string GetGenericMethodParameter(object? genericContext, int index) => string.Create(CultureInfo.InvariantCulture, $"!!{index}");

    public string GetGenericTypeParameter(object? genericContext, int index) => string.Create(CultureInfo.InvariantCulture, $"!{index}");

    public string GetModifiedType(string modifier, string unmodifiedType, bool isRequired) => isRequired ? $"{unmodifiedType} modreq({modifier})" : unmodifiedType;

    public string GetPinnedType(string elementType) => elementType;

    public string GetPointerType(string elementType) => elementType + "*";

    public string GetPrimitiveType(PrimitiveTypeCode typeCode) => $"System.{typeCode}";

    public string GetSZArrayType(string elementType) => elementType + "[]";

    public string GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind)
    {
        TypeDefinition type = reader.GetTypeDefinition(handle);
        return type.GetDeclaringType() is { IsNil: false } outer
            ? $"{GetTypeFromDefinition(reader, outer, 0)}.{reader.GetString(type.Name)}"
            : $"{reader.GetString(type.Namespace)}.{reader.GetString(type.Name)}";
    }

    public string GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind)
    {
        var type = reader.GetTypeReference(handle);
        return type.ResolutionScope.Kind == HandleKind.TypeReference
            ? $"{GetTypeFromReference(reader, (TypeReferenceHandle)type.ResolutionScope, 0)}.{reader.GetString(type.Name)}"
            : $"{reader.GetString(type.Namespace)}.{reader.GetString(type.Name)}";
    }

    public string GetTypeFromSpecification(MetadataReader reader, object? genericContext, TypeSpecificationHandle handle, byte rawTypeKind) =>
        throw new NotSupportedException("A signature names a type specification.");
}
