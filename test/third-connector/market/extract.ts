import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ExtractContext } from '../../../src/connectors/connector.ts';
import { receiptsOf, windowOfDays } from '../../../src/connectors/windows.ts';
import { daysOf } from '../../../src/domain/period.ts';
import { newReceiptFacts } from '../../../src/domain/receipt.ts';

/** Lands the statement of each day of the period that is not in the landing zone. A day without a file stays incomplete. */
export async function extractMarket(
  { company, landing, period, askedAgain, resolvePath, progress }: ExtractContext<unknown>,
  folder: string,
): Promise<unknown[]> {
  const step = progress.step('Market statements');
  for (const day of daysOf(period)) {
    const window = windowOfDays({ from: day, to: day.add({ days: 1 }) }, company.zone);
    const file = join(resolvePath(folder), `${day.toString()}.csv`);
    const isReceived = receiptsOf(landing.receipts(), company.name, askedAgain).some(
      ({ kind, window_from }) => kind === 'market_statement' && window_from === window.from.toString(),
    );
    if (isReceived || !existsSync(file)) continue;
    await landing.put(
      newReceiptFacts({
        source: 'market',
        kind: 'market_statement',
        company: company.name,
        ext: 'csv',
        window_from: window.from.toString(),
        window_to: window.to.toString(),
        original_name: `${day.toString()}.csv`,
      }),
      { file },
    );
    step.advance();
  }
  step.done();
  return [];
}
