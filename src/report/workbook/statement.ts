import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import type { ReportTable } from '../table.ts';
import { added, isZero, negated } from './amounts.ts';
import type { Bridge } from './bridges.ts';

/** The reconciliation whose items lead from the gateway's payments to the company's own books. */
export const booksReconciliation = 'orders_to_statement';

/** Items of one reason that the books count higher than the gateway, or lower. */
export type ReconcilingLine = {
  section: string;
  reasonCode: string;
  outcome: string;
  /** Books less gateway: what has to be added to the gateway's balance. */
  amount: string;
  count: number;
};

/** What is needed to lead from a gateway's balance to the balance per books, in one currency. */
export type BooksStatement = {
  bridge: Bridge;
  /** The title of the reconciliation with the books; without one the company gave no books for these days. */
  booksTitle: string | undefined;
  add: ReconcilingLine[];
  less: ReconcilingLine[];
  /** What the gateway's own turnover knows and its statement does not show, taken off; and the bridges that say so. */
  notInStatement: string;
  turnover: readonly Bridge[];
  /** What the books say was collected, and what was collected of which they do not tell. */
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

/** The controls of money and fees, in and out, that hold the statement against turnover. */
function turnoverBridges(bridges: readonly Bridge[], currency: string): Bridge[] {
  return bridges.filter(
    (bridge) =>
      bridge.reconciliation === 'statement_to_turnover' &&
      bridge.currency === currency &&
      bridge.measure !== 'count' &&
      bridge.lines.some(({ daysNotZero, isResidual }) => isResidual && daysNotZero > 0),
  );
}

/** Whether what turnover counts above the statement made the balance smaller: money out, and every fee. */
export const lowersBalance = ({ subject, measure }: Bridge) => subject === 'outgoing' || measure === 'fee';

/** What has to be added to the gateway's balance for what its turnover counts above its statement. */
const turnoverSign = (bridge: Bridge, amount: string) => (lowersBalance(bridge) ? amount : negated(amount));

/** One statement a currency of which the gateway's balance is known. `tables` are those that hold items. */
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
