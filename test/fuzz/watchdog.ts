import { Worker } from 'node:worker_threads';

/** Ends the process when a case takes longer than this: a loop without an end blocks everything else in it. */
const mostSeconds = 60;

const program = `
  const { parentPort } = require('node:worker_threads');
  const { writeSync } = require('node:fs');
  let timer;
  parentPort.on('message', (command) => {
    clearTimeout(timer);
    if (command === null) return parentPort.close();
    timer = setTimeout(() => {
      writeSync(2, 'no end after ${mostSeconds} s: ' + command + '\\n');
      process.kill(process.pid, 'SIGKILL');
    }, ${mostSeconds * 1000});
  });
`;

export function startWatchdog(): { watch(command: string): void; stop(): void } {
  const worker = new Worker(program, { eval: true });
  worker.unref();
  return {
    watch: (command) => worker.postMessage(command),
    stop: () => worker.postMessage(null),
  };
}
