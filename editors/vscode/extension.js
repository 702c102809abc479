// Starts `codec lsp` for the schemas of a folder. The tool does everything else.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const settings = vscode.workspace.getConfiguration("codec");
  const [command, ...first] = settings.get("command");
  const cwd = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  client = new LanguageClient(
    "codec",
    "Codec",
    { command, args: [...first, "lsp", ...settings.get("arguments")], options: { cwd } },
    { documentSelector: [{ scheme: "file", language: "fbs" }] },
  );
  return client.start();
};

exports.deactivate = () => client?.stop();
