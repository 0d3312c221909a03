import { TestRunner, test } from 'vitest';
import { longTestsOf } from './long-order.ts';

const { until } = longTestsOf(process.env.TIEOUT_LONG);

/** Begins no file after the time is over: it is listed as skipped. */
export default class LongRunner extends TestRunner {
  override importFile(path: string, source: 'collect' | 'setup'): unknown {
    if (source === 'setup' || Date.now() < until) return super.importFile(path, source);
    test('left to another commit', ({ skip }) => skip());
    return undefined;
  }
}
