// Loaded before a measured process (NODE_OPTIONS=--require): leaves what the process used in the file TIEOUT_USED. Beside processor
// time and memory these are the statements that it ran in the database, how many of them began a pass of judging, and the processor
// time of each step of its progress.
const Module = require('node:module');
const { writeFileSync } = require('node:fs');

const secondsUsed = () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  return (userCPUTime + systemCPUTime) / 1e6;
};

/** What runs a statement: `query` where no values are bound, and the others where some are. */
const running = [
  'query',
  'execute_prepared',
  'execute_prepared_streaming',
  'pending_prepared',
  'pending_prepared_streaming',
];
/** What is given the text of a statement. */
const texts = ['query', 'prepare', 'extract_statements'];
let statements = 0;
let passes = 0;

/** The driver's functions, of which those that run statements count them. They cannot be replaced in place. */
function counting(bindings) {
  const copy = {};
  for (const name of Object.getOwnPropertyNames(bindings)) {
    const value = bindings[name];
    if (typeof value !== 'function') copy[name] = value;
    else
      copy[name] = (...args) => {
        if (running.includes(name)) statements += 1;
        if (texts.includes(name) && /^\s*insert into recon\.run\b(?!_)/.test(args[1])) passes += 1;
        return value.apply(bindings, args);
      };
  }
  return copy;
}

// the bundle, the modules and the driver's own package all load the bindings
const load = Module._load;
let counted;
Module._load = function loadCounted(request, ...rest) {
  const loaded = load.call(this, request, ...rest);
  if (request !== '@duckdb/node-bindings') return loaded;
  counted ??= counting(loaded);
  return counted;
};

/** The steps of a command with `--json`, by the lines that tell where each begins and ends. */
const began = new Map();
const steps = {};
const write = process.stderr.write;
process.stderr.write = function written(chunk, ...rest) {
  for (const line of String(chunk)
    .split('\n')
    .filter((text) => text.startsWith('{'))) {
    const { msg, step } = JSON.parse(line);
    if (msg === 'step started') began.set(step, secondsUsed());
    if (msg === 'step finished') steps[step] = (steps[step] ?? 0) + secondsUsed() - began.get(step);
  }
  return write.call(this, chunk, ...rest);
};

process.on('exit', () => {
  const mib = Math.round(process.resourceUsage().maxRSS / 1024);
  writeFileSync(process.env.TIEOUT_USED, JSON.stringify({ seconds: secondsUsed(), mib, statements, passes, steps }));
});
