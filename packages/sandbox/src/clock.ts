/** The clock of the whole sandbox: both services and the admin API use it. Times are milliseconds since the epoch. */
export type SandboxClock = {
  now(): number;
  /** Moves the clock to an instant. A running clock continues from there; a stopped clock stays there. */
  set(at: number): void;
};

export type ClockOptions = {
  /** The time at the start; by default the real time. */
  startAt?: number;
  /** The clock stands still and changes only when it is moved. Clients that sign with the machine's time are then soon refused. */
  isStill?: boolean;
  /** The source of the real time. */
  real?: () => number;
};

/** Creates the clock. By default it shows the machine's time until it is moved. */
export function createClock({ startAt, isStill = false, real = Date.now }: ClockOptions = {}): SandboxClock {
  const began = real();
  let ahead = startAt === undefined ? 0 : startAt - began;
  const running = () => (isStill ? began : real());
  return {
    now: () => running() + ahead,
    set: (at) => {
      ahead = at - running();
    },
  };
}
