using System;
using System.Reflection;

namespace Codec.Tests.GeneratedCode;

/// <summary>Making a generated type's view of verified bytes, by reflection, so that one test serves all types.</summary>
internal sealed class VerifiedView
{
    private readonly CheckBytes _tryCreate;

    public VerifiedView(Type type)
    {
        Type view = type.Assembly.GetType(type.FullName + "+View", throwOnError: true)!;
        _tryCreate = typeof(VerifiedView).GetMethod(nameof(Bind), BindingFlags.NonPublic | BindingFlags.Static)!
            .MakeGenericMethod(view).CreateDelegate<Func<CheckBytes>>()();
    }

    private delegate bool CheckBytes(ReadOnlySpan<byte> payload);

    private delegate bool CreateView<TView>(ReadOnlySpan<byte> payload, out TView view)
        where TView : allows ref struct;

    public bool TryCreate(ReadOnlySpan<byte> payload) => _tryCreate(payload);

    private static CheckBytes Bind<TView>()
        where TView : allows ref struct
    {
        CreateView<TView> create = typeof(TView).GetMethod("TryCreateVerified")!.CreateDelegate<CreateView<TView>>();
        return payload => create(payload, out _);
    }
}
