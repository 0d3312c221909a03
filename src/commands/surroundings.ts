import type { Environment } from '../config/environment.ts';
import type { Clock } from '../domain/clock.ts';

/** The output of a command: a stream of a process, or a buffer of a test. */
export type OutputStream = {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** The width of a terminal. */
  readonly columns?: number;
  /** Whether the reader is slower than the writer, which then waits for `drain`. */
  readonly writableNeedDrain?: boolean;
  once?(event: 'drain', listener: () => void): unknown;
};

/** The input of a command: standard input of a process, or the input of a test. */
export type InputStream = AsyncIterable<Uint8Array | string> & { readonly isTTY?: boolean };

export type StopSignal = 'SIGINT' | 'SIGTERM';

/**
 * The environment of a command line: everything outside it that it reads and writes, and that affects its behaviour. Two of them in one
 * process share nothing else.
 */
export type Surroundings = {
  env: Environment;
  /** The folder to which paths are relative. */
  cwd: string;
  /** Opens standard input; without it, nothing can be read. */
  stdin?(): InputStream;
  stdout: OutputStream;
  stderr: OutputStream;
  /** The clock; by default that of the system. */
  clock?: Clock;
  /** The time zone of the machine; by default that of the system. */
  zone?: string;
  /** The script as Node received it, for the name of the command in hints; by default `tieout`. */
  script?: string;
  /** Calls back at each signal to a service, until the returned function is called. Without it, no signal is received. */
  onSignal?(signal: StopSignal, asked: () => void): () => void;
  /** Ends the process immediately, after a second signal to a service. */
  end?(status: number): void;
};
