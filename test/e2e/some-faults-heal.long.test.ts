import { afterAll, beforeAll, test } from 'vitest';
import type { RunningSandbox } from '../../sandbox/src/start.ts';
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

// faults-heal.long.test.ts has them all
const share = shareOf(faultCases, 5);

test.each(share)('$name: the run is nowhere greener, and the next one heals it', async (faultCase) => {
  await expectHealed(sandbox, clean, faultCase);
});
