/** The one clock that both services and everything around them follow; milliseconds since the epoch. */
export type SandboxClock = {
  now(): number;
  /** Moves the clock to an instant. A running clock continues from there; a stopped one stays there. */
  set(at: number): void;
};

export type ClockOptions = {
  /** Where it starts; the real time by default. */
  startAt?: number;
  /** Stopped until it is moved. Clients that sign with the machine's time are then soon refused. */
  isStill?: boolean;
  /** The source of time. */
  real?: () => number;
};

/** A clock that shows the machine's time until it is moved. */
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
