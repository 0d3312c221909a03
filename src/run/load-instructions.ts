import type { Connector } from '../connectors/connector.ts';
import { connectors } from '../connectors/registry.ts';
import type { Receipt } from '../domain/receipt.ts';
import type { LoadInstructions } from '../warehouse/load/load-instructions.ts';

/** The connector of a receipt: by its source, or by its kind for a receipt of an older version. */
function connectorFor({ source, kind }: Pick<Receipt, 'source' | 'kind'>): Connector | undefined {
  const candidates = connectors.filter(({ kinds }) => Object.hasOwn(kinds, kind));
  return candidates.find(({ name }) => name === source) ?? candidates[0];
}

/**
 * How a receipt is loaded: as the connector of its kind declares, with the headers that the company's
 * configuration adds. Decisions are loaded by the pipeline itself; a kind that no connector declares is kept and noted.
 */
export function instructionsFor(
  receipt: Pick<Receipt, 'source' | 'kind'>,
  company: object,
  earlier: LoadInstructions['earlier'],
): LoadInstructions {
  if (receipt.kind === 'decision') {
    const plan = { format: 'json', steps: ['decision_reject', 'decision_insert'] } as const;
    return { plan, sqlFolder: 'load', aliases: {}, earlier };
  }
  const connector = connectorFor(receipt);
  const declaration = connector?.kinds[receipt.kind];
  if (connector === undefined || declaration === undefined)
    return { plan: { format: 'none' }, sqlFolder: 'load', aliases: {}, earlier };
  return {
    plan: declaration.load,
    sqlFolder: `connectors/${connector.name}`,
    aliases: connector.aliases(company, receipt.kind),
    earlier,
    dependsOn: declaration.dependsOn,
  };
}
