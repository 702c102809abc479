namespace Codec.Schema.Format;

/// <summary>A comment between two tokens.</summary>
/// <param name="Text">The comment with its slashes, without a line break after it.</param>
/// <param name="LinesBefore">The number of line breaks between the comment and the text before it.</param>
/// <param name="IsLine">Whether the comment extends to the end of its line.</param>
internal readonly record struct CommentText(string Text, int LinesBefore, bool IsLine);
