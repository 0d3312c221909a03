import type { SizeLimits } from 'tieout-files';
import type { CompanyConfig } from '../config/company-schema.ts';
import type { Connector } from '../connectors/connector.ts';
import { connectors } from '../connectors/registry.ts';
import { defaultReading } from '../domain/reading.ts';
import type { Receipt } from '../domain/receipt.ts';
import type { LoadPlan } from '../domain/receipt-kind.ts';
import type { SecretOf } from '../domain/secrets.ts';
import { readDecision } from '../reconcile/decision/decision.ts';
import type { LoadInstructions } from '../warehouse/load/landed-file.ts';
import { configurationKind } from './recorded-configuration.ts';

/** The connector of a receipt: by its source, or by its kind where an older version recorded the receipt. */
function connectorFor({ source, kind }: Pick<Receipt, 'source' | 'kind'>, company: object): Connector | undefined {
  const candidates = connectors.filter((connector) => Object.hasOwn(connector.kindsOf(company), kind));
  return candidates.find(({ name }) => name === source) ?? candidates[0];
}

function limitsOf({ reading }: Pick<CompanyConfig, 'reading'>): SizeLimits {
  return { largestUnpackedBytes: reading.largest_unpacked_mib * 1024 ** 2, highestRatio: reading.highest_ratio };
}

/** The kinds that tieout itself loads: decisions and declarations of people, records of requests, and the configuration. */
const plansOfOurs: ReadonlyMap<string, LoadPlan> = new Map([
  ['requests', { format: 'json', steps: ['request_insert'] }],
  // loaded unchanged, as mart.configuration shows it
  [configurationKind, { format: 'json', isOneRecord: true, steps: [] }],
  [
    'decision',
    {
      format: 'json',
      isOneRecord: true,
      examine: readDecision,
      steps: ['decision_reject', 'decision_insert'],
      remedy: 'The record of a decision is unusable: decide the item again.',
    },
  ],
  [
    'declared_span',
    {
      format: 'json',
      steps: [
        ...['declared_span_reject', 'declared_span_insert'],
        ...['declared_order_text', 'declared_order', 'connectors/files/merchant_order_end'],
        ...['declared_bank_text', 'declared_bank_line'],
        ...['connectors/files/bank_line_end', 'connectors/files/list_line_end'],
        ...['declared_text_done', 'declared_done', 'ended_note'],
      ],
    },
  ],
]);

/**
 * The instructions for loading a receipt: those that the connector of its kind declares, with the headers that the company's
 * configuration adds. The pipeline itself loads decisions and declarations. A kind that no connector declares is kept and noted.
 */
export function instructionsFor(
  receipt: Pick<Receipt, 'source' | 'kind'>,
  company: Pick<CompanyConfig, 'reading'>,
  earlier: LoadInstructions['earlier'],
  secretOf?: SecretOf,
): LoadInstructions {
  const plan = plansOfOurs.get(receipt.kind);
  if (plan !== undefined) return { plan, sqlFolder: 'load', reading: defaultReading, earlier };
  const connector = connectorFor(receipt, company);
  const declaration = connector?.kindsOf(company)[receipt.kind];
  const { earliest_day, days_ahead } = company.reading;
  if (connector === undefined || declaration === undefined)
    return { plan: { format: 'none' }, sqlFolder: 'load', reading: defaultReading, earlier };
  const reading = connector.reading(company, receipt.kind);
  return {
    plan: declaration.load,
    sqlFolder: `connectors/${connector.name}`,
    reading: {
      ...defaultReading,
      ...reading,
      settings: { ...reading.settings, earliest_day, days_ahead: String(days_ahead) },
      limits: limitsOf(company),
    },
    earlier,
    secretOf,
    figures: declaration.import?.figures,
    dependsOn: declaration.dependsOn,
  };
}
