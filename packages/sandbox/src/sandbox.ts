/** The public entry of the package. */
export { chooseAll } from './choices.ts';
export { readFaultScript } from './faults/script.ts';
export { priceList } from './gateway/fees.ts';
export type { StatementCell } from './gateway/statement-file.ts';
export { SandboxError } from './sandbox-error.ts';
export { type RunningSandbox, SANDBOX_ZONE, type SandboxOptions, startSandbox } from './start.ts';
export { stateUntil } from './state-file.ts';
