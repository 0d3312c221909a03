import { afterAll, beforeAll, expect, test } from 'vitest';
import { effectKinds } from '../../packages/sandbox/src/faults/fault.ts';
import type { RunningSandbox } from '../../packages/sandbox/src/start.ts';
import { faultCases } from '../given/fault-cases.ts';
import { cleanRun, expectHealed, faultySandbox, type Seen } from '../given/faulted-run.ts';
import { shareOf } from '../given/share.ts';

let sandbox: RunningSandbox;
let clean: Seen;
beforeAll(async () => {
  sandbox = await faultySandbox();
  clean = await cleanRun(sandbox);
});
afterAll(() => sandbox.close());

test('Every fault that the sandbox can play is among the cases', () => {
  const played = new Set(faultCases.flatMap(({ faults }) => faults.map(({ effect }) => effect.kind)));
  expect([...played].sort()).toEqual([...effectKinds].sort());
});

test.each(shareOf(faultCases, 5, 47))(
  '$name: the run is nowhere greener, and the next one heals it',
  async (faultCase) => {
    await expectHealed(sandbox, clean, faultCase);
  },
);
