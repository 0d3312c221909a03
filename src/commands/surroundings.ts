import type { Environment } from '../config/environment.ts';
import type { Clock } from '../domain/clock.ts';

/** What takes the output of a command: a stream of a process, or what a test reads it from. */
export type OutputStream = {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** The width of a terminal. */
  readonly columns?: number;
  /** Whether the reader is slower than the writer, which then waits for `drain`. */
  readonly writableNeedDrain?: boolean;
  once?(event: 'drain', listener: () => void): unknown;
};

/** What a command may be given to read: standard input of a process, or what a test writes. */
export type InputStream = AsyncIterable<Uint8Array | string> & { readonly isTTY?: boolean };

export type StopSignal = 'SIGINT' | 'SIGTERM';

/** Everything outside a command line that it reads, writes and decides by. Two of them in one process share nothing else. */
export type Surroundings = {
  env: Environment;
  /** The folder from which files are named. */
  cwd: string;
  /** Opens standard input; where it is not given, nothing can be read. */
  stdin?(): InputStream;
  stdout: OutputStream;
  stderr: OutputStream;
  /** What is now; the clock of the system where it is not given. */
  clock?: Clock;
  /** The time zone of the machine; that of the system where it is not given. */
  zone?: string;
  /** The script as Node was given it, by which hints name the command; `tieout` where it is not given. */
  script?: string;
  /**
   * Calls a command that stays at each signal, until the function that it returns is called. Where it is not given, no signal comes.
   */
  onSignal?(signal: StopSignal, asked: () => void): () => void;
  /** Ends the process at once: a command that stays was asked to stop a second time. */
  end?(status: number): void;
};
