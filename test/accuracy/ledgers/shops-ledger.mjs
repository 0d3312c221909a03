// Collects the records of a ledger and what belongs together.
import { moneyText } from './money-and-days.mjs';

/** Keys rise with the days, as in real systems, and by chance within a day: they do not tell what belongs together. */
function giveKeys(drafts, { shuffled, whole }) {
  const next = { left: whole(1000, 9000), right: whole(1000, 9000) };
  const prefix = { left: 'E', right: 'L' };
  for (const draft of shuffled(drafts).sort((one, other) => one.day - other.day)) {
    next[draft.side] += 1;
    draft.key = `${prefix[draft.side]}${String(next[draft.side]).padStart(6, '0')}`;
  }
}

function recordOf(company, calendar, draft) {
  const { side, key, day, cents, feeCents, counterparty = null, reference = null, description } = draft;
  const fee = feeCents === undefined ? null : moneyText(feeCents);
  return {
    book: company,
    side,
    key,
    amount: moneyText(cents),
    at: calendar.text(day),
    counterparty,
    reference,
    description,
    fee,
  };
}

/** @param {{ draw: object, days: number, company: string, calendar: { text: (day: number) => string } }} options */
export function shopsLedger({ draw, days, company, calendar }) {
  const drafts = [];
  const sets = [];

  /** Records what belongs to nothing; orders before the period are in its books. */
  const leave = (...alone) => {
    drafts.push(...alone.filter(({ side, day }) => day < days && (side === 'left' || day >= 0)));
  };

  /** Records what belongs together; at both ends of the period only a part of it is in the ledger. */
  const match = (phenomenon, ...together) => {
    const lefts = together.filter(({ side }) => side === 'left');
    const rights = together.filter(({ side }) => side === 'right');
    const whole = lefts.length > 0 && rights.length > 0;
    if (whole && lefts.every(({ day }) => day < 0)) return leave(...rights);
    if (whole && rights.some(({ day }) => day >= days)) return leave(...lefts);
    if (!whole && together.some(({ day }) => day < 0 || day >= days)) return undefined;
    drafts.push(...together);
    sets.push({ phenomenon, together });
    return undefined;
  };

  const finish = () => {
    giveKeys(drafts, draw);
    const truth = sets.map(({ phenomenon, together }) => ({ keys: together.map(({ key }) => key).sort(), phenomenon }));
    return { records: draw.shuffled(drafts.map((draft) => recordOf(company, calendar, draft))), truth };
  };

  return { leave, match, finish, count: () => drafts.length };
}
