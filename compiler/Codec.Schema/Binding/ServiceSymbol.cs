namespace Codec.Schema.Binding;

/// <summary>A service before it is added to the model. The tables of its methods may be declared after it.</summary>
internal sealed class ServiceSymbol(string fullName, string scope, ServiceSyntax syntax, SourceText source)
{
    internal SourceSpan Span => source.Span(syntax.Name);

    /// <summary>Gets the request and response of each method, in the order of the syntax.</summary>
    internal List<(RecordSymbol Request, RecordSymbol Response)> Messages { get; } = [];

    internal ServiceDefinition ToDefinition() => new()
    {
        FullName = fullName,
        Namespace = scope,
        Name = syntax.Name.Text,
        Span = Span,
        Documentation = Binder.Documentation(syntax),
        Attributes = new AttributeSet(syntax.Attributes, source).ToEntries(),
        Methods = new EquatableArray<ServiceMethod>(syntax.Methods.Select((method, i) => new ServiceMethod
        {
            Name = method.Name.Text,
            Request = Messages[i].Request.FullName,
            Response = Messages[i].Response.FullName,
            Span = source.Span(method.Name),
            Documentation = Binder.Documentation(method),
            Attributes = new AttributeSet(method.Attributes, source).ToEntries(),
        })),
    };
}
