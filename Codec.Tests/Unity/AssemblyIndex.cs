using System.Reflection.Metadata;

namespace Codec.Tests.Unity;

/// <summary>The types and members of a set of assemblies. It finds references of an assembly that are not in the set.</summary>
internal sealed class AssemblyIndex
{
    private readonly Dictionary<string, MetadataReader> _assemblies = [];

    /// <summary>Reads assemblies into memory.</summary>
    public AssemblyIndex(IEnumerable<string> paths)
    {
        foreach (string path in paths)
        {
            MetadataReader reader = Open(path);
            _assemblies.Add(reader.GetString(reader.GetAssemblyDefinition().Name), reader);
        }
    }

    /// <summary>Opens an assembly. It stays in memory as long as the reader is referenced.</summary>
    public static MetadataReader Open(string path) => new PEReader(ImmutableArray.Create(File.ReadAllBytes(path))).GetMetadataReader();

    /// <summary>Returns the names of the assemblies that an assembly refers to.</summary>
    public static string[] ReferencesOf(string path)
    {
        MetadataReader reader = Open(path);
        return [.. reader.AssemblyReferences.Select(handle => reader.GetString(reader.GetAssemblyReference(handle).Name))];
    }

    /// <summary>Returns the public and protected members of an assembly's public types, with their types and signatures.</summary>
    public static IEnumerable<string> MembersOf(string path)
    {
        MetadataReader reader = Open(path);
        return reader.TypeDefinitions.Where(handle => IsVisible(reader, handle)).SelectMany(handle => Members(reader, reader.GetTypeDefinition(handle))
            .Select(member => $"{SignatureNames.Instance.GetTypeFromDefinition(reader, handle, 0)}.{member}"));
    }

    /// <summary>Returns the types and members to which an assembly refers and that the index does not contain.</summary>
    public IEnumerable<string> Missing(string path)
    {
        MetadataReader reader = Open(path);
        foreach (TypeReferenceHandle handle in reader.TypeReferences)
        {
            if (Find(reader, handle) is null)
            {
                yield return Name(reader, handle);
            }
        }

        foreach (MemberReferenceHandle handle in reader.MemberReferences)
        {
            MemberReference member = reader.GetMemberReference(handle);
            if (TypeOf(reader, member.Parent) is { } type && Find(reader, type) is { } found)
            {
                string name = reader.GetString(member.Name);
                string signature = SignatureOf(reader, member);
                if (!Members(found.Reader, found.Type, name).Contains($"{name} {signature}"))
                {
                    yield return $"{Name(reader, type)}.{name} {signature}";
                }
            }
        }
    }

    // Returns the type that declares the member: the type itself, or the definition of a generic type. Arrays have no definition.
    private static TypeReferenceHandle? TypeOf(MetadataReader reader, EntityHandle parent)
    {
        if (parent.Kind == HandleKind.TypeReference)
        {
            return (TypeReferenceHandle)parent;
        }

        if (parent.Kind != HandleKind.TypeSpecification)
        {
            return null;
        }

        BlobReader blob = reader.GetBlobReader(reader.GetTypeSpecification((TypeSpecificationHandle)parent).Signature);
        if (blob.ReadSignatureTypeCode() != SignatureTypeCode.GenericTypeInstance)
        {
            return null;
        }

        blob.ReadByte();
        EntityHandle definition = blob.ReadTypeHandle();
        return definition.Kind == HandleKind.TypeReference ? (TypeReferenceHandle)definition : null;
    }

    private static string SignatureOf(MetadataReader reader, MemberReference member) => member.GetKind() == MemberReferenceKind.Field
        ? member.DecodeFieldSignature(SignatureNames.Instance, null)
        : SignatureNames.Of(member.DecodeMethodSignature(SignatureNames.Instance, null));

    // Returns the members with the name, or all members.
    private static IEnumerable<string> Members(MetadataReader reader, TypeDefinition type, string? name = null)
    {
        foreach (MethodDefinitionHandle handle in type.GetMethods())
        {
            MethodDefinition method = reader.GetMethodDefinition(handle);
            string own = reader.GetString(method.Name);
            if ((name ?? own) == own && IsVisible((int)(method.Attributes & MethodAttributes.MemberAccessMask)))
            {
                yield return $"{own} {SignatureNames.Of(method.DecodeSignature(SignatureNames.Instance, null))}";
            }
        }

        foreach (FieldDefinitionHandle handle in type.GetFields())
        {
            var field = reader.GetFieldDefinition(handle);
            string own = reader.GetString(field.Name);
            if ((name ?? own) == own && IsVisible((int)(field.Attributes & FieldAttributes.FieldAccessMask)))
            {
                yield return $"{own} {field.DecodeSignature(SignatureNames.Instance, null)}";
            }
        }
    }

    private static bool IsVisible(MetadataReader reader, TypeDefinitionHandle handle)
    {
        TypeDefinition type = reader.GetTypeDefinition(handle);
        return (type.Attributes & TypeAttributes.VisibilityMask) is TypeAttributes.Public or TypeAttributes.NestedPublic or TypeAttributes.NestedFamily or TypeAttributes.NestedFamORAssem
            && (type.GetDeclaringType().IsNil || IsVisible(reader, type.GetDeclaringType()));
    }

    // The accessibility flags of methods and fields have the same values.
    private static bool IsVisible(int access) => access is (int)MethodAttributes.Public or (int)MethodAttributes.Family or (int)MethodAttributes.FamORAssem;

    private (MetadataReader Reader, TypeDefinition Type)? Find(MetadataReader reader, TypeReferenceHandle handle)
    {
        var reference = reader.GetTypeReference(handle);
        string name = reader.GetString(reference.Name);
        if (reference.ResolutionScope.Kind == HandleKind.TypeReference)
        {
            return Find(reader, (TypeReferenceHandle)reference.ResolutionScope) is not { } outer ? null : outer.Type.GetNestedTypes()
                .Select(nested => outer.Reader.GetTypeDefinition(nested)).Where(nested => outer.Reader.GetString(nested.Name) == name)
                .Select(nested => ((MetadataReader, TypeDefinition)?)(outer.Reader, nested)).FirstOrDefault();
        }

        string assembly = reader.GetString(reader.GetAssemblyReference((AssemblyReferenceHandle)reference.ResolutionScope).Name);
        return Find(assembly, reader.GetString(reference.Namespace), name);
    }

    private (MetadataReader Reader, TypeDefinition Type)? Find(string assembly, string scope, string name)
    {
        if (!_assemblies.TryGetValue(assembly, out MetadataReader? reader))
        {
            return null;
        }

        foreach (TypeDefinition type in reader.TypeDefinitions.Select(reader.GetTypeDefinition))
        {
            if (reader.StringComparer.Equals(type.Name, name) && reader.StringComparer.Equals(type.Namespace, scope))
            {
                return (reader, type);
            }
        }

        foreach (ExportedType type in reader.ExportedTypes.Select(reader.GetExportedType))
        {
            if (type.IsForwarder && reader.StringComparer.Equals(type.Name, name) && reader.StringComparer.Equals(type.Namespace, scope))
            {
                return Find(reader.GetString(reader.GetAssemblyReference((AssemblyReferenceHandle)type.Implementation).Name), scope, name);
            }
        }

        return null;
    }

    private static string Name(MetadataReader reader, TypeReferenceHandle handle) => SignatureNames.Instance.GetTypeFromReference(reader, handle, 0);
}
