using System;
using Codec.Generated;
using NUnit.Framework;

namespace Codec.Tests.GeneratedCode;

public sealed class GeneratedThrowTests
{
    [Test]
    public void An_index_of_an_array_must_be_inside_it()
    {
        Assert.That(GeneratedThrow.CheckIndex(2, 3), Is.EqualTo(2));
        Assert.That(() => GeneratedThrow.CheckIndex(3, 3), Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => GeneratedThrow.CheckIndex(-1, 3), Throws.InstanceOf<ArgumentOutOfRangeException>());
    }

    [Test]
    public void A_required_field_is_named() =>
        Assert.That(() => GeneratedThrow.RequiredFieldMissing("Chat.text"), Throws.InvalidOperationException.With.Message.Contains("Chat.text"));
}
