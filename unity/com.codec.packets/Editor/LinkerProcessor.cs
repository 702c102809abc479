using System.IO;
using UnityEditor.Build;
using UnityEditor.Build.Reporting;
using UnityEditor.UnityLinker;

namespace Codec.Unity.Editor
{
    /// <summary>Passes the package's link.xml to Unity's linker, which searches for such files only in Assets.</summary>
    public sealed class LinkerProcessor : IUnityLinkerProcessor
    {
        private const string LinkFile = "Packages/com.codec.packets/Runtime/link.xml";

        /// <inheritdoc/>
        public int callbackOrder => 0;

        /// <inheritdoc/>
        public string GenerateAdditionalLinkXmlFile(BuildReport report, UnityLinkerBuildPipelineData data) => Path.GetFullPath(LinkFile);
    }
}
