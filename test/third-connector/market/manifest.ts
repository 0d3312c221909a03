import { z } from 'zod';
import { defineConnector } from '../../../src/connectors/connector.ts';
import { extractMarket } from './extract.ts';

const market = z.strictObject({
  folder: z.string().min(1).describe('The folder into which the market place puts one statement a day.'),
});

/** A fictitious market place: it has no API, no turnover and no balance; its daily statements are files in a folder. */
export const connector = defineConnector({
  name: 'market',
  title: 'market place',
  access: 'local',
  configuration: { market: market.optional().describe('A market place whose statements are files.') },
  unrecorded: { 'market.folder': 'unrecorded' },
  isConfigured: (section) => section.market !== undefined,
  isCollecting: true,
  kinds: {
    market_statement: {
      input: 'statement',
      load: {
        format: 'table',
        formats: ['csv'],
        title: 'market statement',
        columns: {
          sale: ['sale'],
          kind: ['kind'],
          sold_at: ['when'],
          paid_out_at: ['paid out'],
          currency: ['currency'],
          gross: ['gross'],
          commission: ['commission'],
          order: ['order'],
        },
        required: ['sale', 'kind', 'sold_at', 'gross'],
        section: 'market',
        dates: ['sold_at', 'paid_out_at'],
        staged: 'staging.market_payment',
        steps: ['load/line_reject', 'load/payment_close', 'load/payment_insert', 'load/line_span'],
      },
      import: {
        name: 'market-statement',
        description: 'a statement of the market place',
        figures: 'load/payment_figures',
        reconciles: 'days_of_file',
      },
    },
  },
  requires: () => [
    {
      kind: 'market_statement',
      coverage: 'window',
      scope: 'currency',
      reason: 'The market place has not delivered its statement of the day.',
    },
  ],
  settings: () => ({}),
  extract: (context) => extractMarket(context, context.section.market?.folder ?? ''),
  probe: async ({ section }) => [
    { check: 'market place', isOk: section.market !== undefined, detail: 'a folder is named', fix: null },
  ],
});
