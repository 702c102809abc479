// Runs the scripts of this folder in one process, for the tests. A process takes longer to start than most scripts take to run:
//   node eng/flatc/serve.mjs
// A line of the input is a JSON array of a script's name and its arguments. A line of the output is its result, { "exitCode": number, "output": text }.
// Each script starts its own instance of flatc, so runs are independent. The process ends when its input ends.
import { createInterface } from "node:readline";
import { runScript } from "./flatc.mjs";

const answer = process.stdout.write.bind(process.stdout);
let output = "";
process.stdout.write = process.stderr.write = text => {
  output += text;
  return true;
};

for await (const line of createInterface({ input: process.stdin })) {
  const [script, ...options] = JSON.parse(line);
  const module = new URL(script, import.meta.url).href;
  output = "";
  await import(module);
  const exitCode = await runScript(module, options);
  answer(JSON.stringify({ exitCode, output }) + "\n");
}
