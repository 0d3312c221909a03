import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import type { Section } from '../definition.ts';
import { added, isZero, negated } from '../shown-value.ts';
import type { ReportTable } from '../table.ts';
import type { Bridge } from './bridges.ts';

/** The reconciliation between the company's books and the gateway's payments. */
const booksReconciliation = 'orders_to_statement';

/** The reconciling items of one reason and direction. */
export type ReconcilingLine = {
  section: string;
  reasonCode: string;
  outcome: string;
  /** Books less gateway: the amount to add to the gateway's balance. */
  amount: string;
  count: number;
};

/** The figures between a gateway's balance and the balance per books, in one currency. */
export type BooksStatement = {
  bridge: Bridge;
  /** The title of the reconciliation with the books; none if the company gave no books for these days. */
  booksTitle: string | undefined;
  add: ReconcilingLine[];
  less: ReconcilingLine[];
  /** The amounts in the gateway's turnover that are not in its statement, as a deduction, and the bridges from which they come. */
  notInStatement: string;
  turnover: readonly Bridge[];
  /** The amounts collected per books, and those collected in addition. */
  collectedPerBooks: string;
  collectedOtherwise: string;
};

const text = (row: WarehouseRow, field: string) => String(row[field] ?? '');

type BookItems = { title: string; currency: string; line: ReconcilingLine; paid: string; sign: number };

async function bookItems(tables: readonly ReportTable[]): Promise<BookItems[]> {
  const items: BookItems[] = [];
  for (const table of tables) {
    const rows = await table.summarised(
      [
        'currency',
        'reconciliation_title',
        'coalesce(reason_code, outcome) as reason',
        'outcome',
        'sign(coalesce(right_minus_left, 0))::integer as sign',
      ],
      {
        difference: 'coalesce(sum(right_minus_left), 0)',
        paid: 'coalesce(sum(right_amount), 0)',
        item_count: 'count(*)',
      },
      `* replace (case when reconciliation = '${booksReconciliation}' then reconciliation_title end as reconciliation_title)`,
    );
    for (const row of rows) {
      if (row.reconciliation_title === null) continue;
      items.push({
        title: text(row, 'reconciliation_title'),
        currency: text(row, 'currency'),
        line: {
          section: table.section.name,
          reasonCode: text(row, 'reason'),
          outcome: text(row, 'outcome'),
          amount: negated(text(row, 'difference')),
          count: Number(row.item_count),
        },
        paid: text(row, 'paid'),
        sign: Number(row.sign),
      });
    }
  }
  return items;
}

const residualOf = ({ lines }: Bridge) => lines.find(({ isResidual }) => isResidual)?.amount ?? '0';

/** The controls out of balance between statement and turnover, of amounts and fees. */
function turnoverBridges(bridges: readonly Bridge[], currency: string): Bridge[] {
  return bridges.filter(
    (bridge) =>
      bridge.reconciliation === 'statement_to_turnover' &&
      bridge.currency === currency &&
      bridge.measure !== 'count' &&
      bridge.lines.some(({ daysNotZero, isResidual }) => isResidual && daysNotZero > 0),
  );
}

/** Whether an excess of turnover over the statement made the balance smaller: outgoing money and fees. */
export const lowersBalance = ({ subject, measure }: Bridge) => subject === 'outgoing' || measure === 'fee';

/** The amount to add to the gateway's balance for an excess of turnover over the statement. */
const turnoverSign = (bridge: Bridge, amount: string) => (lowersBalance(bridge) ? amount : negated(amount));

/** Whether a section lists items: decisions and changes have a difference too, but only items have the records of both sides. */
export function listsItems({ columns }: Section): boolean {
  const fields = columns.map(({ field }) => field);
  return fields.includes('right_amount') && fields.includes('right_minus_left');
}

/** A statement for each currency with a known gateway balance. `tables` are those with items. */
export async function readStatements(
  bridges: readonly Bridge[],
  tables: readonly ReportTable[],
): Promise<BooksStatement[]> {
  const items = await bookItems(tables);
  return bridges
    .filter(({ reconciliation }) => reconciliation === 'gateway_balance')
    .map((bridge) => {
      const own = items.filter(({ currency }) => currency === bridge.currency);
      const collected = bridge.lines.find(({ code }) => code === 'collected')?.amount ?? '0';
      const paid = added(...own.map((item) => item.paid));
      const collectedPerBooks = added(paid, ...own.map(({ line }) => line.amount));
      const turnover = turnoverBridges(bridges, bridge.currency);
      return {
        bridge,
        turnover,
        notInStatement: added(...turnover.map((other) => turnoverSign(other, residualOf(other)))),
        booksTitle: own[0]?.title,
        add: own.filter(({ line, sign }) => sign < 0 && !isZero(line.amount)).map(({ line }) => line),
        less: own.filter(({ line, sign }) => sign > 0 && !isZero(line.amount)).map(({ line }) => line),
        collectedPerBooks,
        collectedOtherwise: added(collected, negated(paid)),
      };
    });
}
