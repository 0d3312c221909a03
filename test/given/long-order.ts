import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { z } from 'zod';

const longTests = z.object({ order: z.array(z.string()), until: z.number() });
/** The long tests in their order, and the moment, in milliseconds, after which none begins: from `npm run test:long`. */
export const longTestsOf = (text: string | undefined) => longTests.parse(JSON.parse(text ?? ''));

/** Runs the long tests in the order in which `npm run test:long` names them. */
export class LongOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { order } = longTestsOf(process.env.TIEOUT_LONG);
    const place = ({ moduleId }: TestSpecification) => order.indexOf(relative(this.ctx.config.root, moduleId));
    return files.toSorted((a, b) => place(a) - place(b));
  }
}
