/** The one clock that both services and everything around them follow; milliseconds since the epoch. */
export type SandboxClock = {
  now(): number;
  /** Moves the clock to an instant. A running clock runs on from there, a still one stands there. */
  set(at: number): void;
};

export type ClockOptions = {
  /** Where it starts; the real time by default. */
  startAt?: number;
  /** It stands still until it is moved. Clients that sign with the real time are then refused soon. */
  isStill?: boolean;
  /** What makes it run. */
  real?: () => number;
};

/** A clock that shows the real time until it is told otherwise. */
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
