namespace Codec.Schema.Binding;

/// <summary>A service before it is added to the model. The tables of its methods may be declared after it.</summary>
internal sealed class ServiceSymbol(string fullName, string scope, ServiceSyntax syntax, SourceText source)
{
    internal SourceSpan Span => source.Span(syntax.Name);

    /// <summary>Gets the request and response of each method, in the order of the syntax.</summary>
    internal List<(RecordSymbol Request, RecordSymbol Response)> Messages { get; } = [];

    internal ServiceDefinition ToDefinition()
    {
        IEnumerable<ServiceMethod> methods = syntax.Methods.Zip(Messages, (method, messages) => Binder.Describe(
            new ServiceMethod { Request = messages.Request.FullName, Response = messages.Response.FullName }, method, source));
        ServiceDefinition service = new() { FullName = fullName, Namespace = scope, Methods = new EquatableArray<ServiceMethod>(methods) };
        return Binder.Describe(service, syntax, source);
    }
}
