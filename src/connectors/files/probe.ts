import { stat } from 'node:fs/promises';
import { TieoutError } from '../../domain/tieout-error.ts';
import { checked } from '../check.ts';
import type { ConnectorContext, Finding } from '../connector.ts';
import type { FilesSection } from './configuration.ts';

/** Whether each file that the configuration names is there and can be read. */
export async function probeFiles({ section, resolvePath }: ConnectorContext<FilesSection>): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const name of ['orders', 'bank', 'callbacks'] as const) {
    const named = section.books[name]?.file;
    if (named === undefined) continue;
    const file = resolvePath(named);
    findings.push(
      await checked(`${name} file`, async () => {
        const found = await stat(file).catch(() => undefined);
        if (found?.isFile() === true) return `${named}, ${found.size.toLocaleString('en')} bytes`;
        throw new TieoutError({
          code: 'BOOK_FILE_MISSING',
          message: `${named} is not there.`,
          remedy: `Put the file there, or remove books.${name}.file from the configuration.`,
          place: { file },
          exitStatus: 4,
        });
      }),
    );
  }
  return findings;
}
