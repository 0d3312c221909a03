import { countWork } from './counted-work.ts';

// a setup file is loaded once for each test file, and all test files of a worker share its modules' prototypes
const counting = Symbol.for('tieout.counting');
if (Reflect.get(globalThis, counting) !== true) {
  Reflect.set(globalThis, counting, true);
  countWork();
}
