// Collects the records of a ledger and what belongs together; then says what evidence the finished records hold.
import { moneyText, sumOf } from './money-and-days.mjs';
import { showsName } from './shops-names.mjs';
import { compressed } from './shops-texts.mjs';

/**
 * A record before it has its key. `tokens` are the numbers that would identify it, `party` is the name that would.
 * @typedef {{ side: 'left'|'right', day: number, cents: number, feeCents?: number, counterparty?: string|null,
 *   reference?: string|null, description: string, tokens?: string[], party?: string, key?: string }} Draft
 */

const textOf = ({ description, counterparty, reference }) => `${description} ${counterparty ?? ''} ${reference ?? ''}`;
/** What a record moves before a stated fee: books and provider lines state the fee on the record that shows it. */
const gross = ({ side, cents, feeCents = 0 }) => (side === 'right' ? cents + feeCents : cents);
const net = ({ side, cents, feeCents = 0 }) => (side === 'left' ? cents - feeCents : cents);

function showsToken(record, token) {
  return compressed(textOf(record)).includes(compressed(token));
}

const sharesReference = (ours, theirs) =>
  ours.every((record) =>
    (record.tokens ?? []).some(
      (token) => showsToken(record, token) && theirs.some((other) => showsToken(other, token)),
    ),
  );

const sharesName = (ours, theirs) =>
  ours.every(
    ({ party, counterparty }) =>
      (party ?? counterparty) && theirs.some((other) => showsName(textOf(other), party ?? counterparty)),
  );

/** Finds records of an amount near a day, to tell whether an amount identifies a record. */
function amountIndex(drafts) {
  const byAmount = new Map();
  for (const draft of drafts) {
    for (const cents of new Set([gross(draft), net(draft)])) {
      const place = `${draft.side} ${cents}`;
      if (!byAmount.has(place)) byAmount.set(place, []);
      byAmount.get(place).push(draft);
    }
  }
  return (side, cents, from, to) =>
    (byAmount.get(`${side} ${cents}`) ?? []).filter(({ day }) => day >= from && day <= to);
}

/** How far from each other two records of one payment may lie, when somebody looks for them by the amount. */
const reach = 14;

function evidenceOf(drafts, near) {
  const lefts = drafts.filter(({ side }) => side === 'left');
  const rights = drafts.filter(({ side }) => side === 'right');
  const oneSided = lefts.length === 0 || rights.length === 0;
  const [ours, theirs] = oneSided ? [drafts.slice(0, 1), drafts.slice(1)] : [lefts, rights];
  const pair = ours.length === 1 && theirs.length === 1;
  const [first, second] = [ours[0], theirs[0]];
  const rivals = (record, other, sign) =>
    near(record.side, sign * gross(other), record.day - reach, record.day + reach).concat(
      gross(other) === net(other) ? [] : near(record.side, sign * net(other), record.day - reach, record.day + reach),
    );
  const sign = oneSided ? -1 : 1;
  const twins = pair ? new Set(rivals(first, second, sign)) : new Set();
  const others = pair ? new Set(rivals(second, first, sign)) : new Set();

  const agrees = oneSided
    ? sumOf(drafts.map(({ cents }) => cents)) === 0
    : sumOf(lefts.map(net)) === sumOf(rights.map(gross));
  const found = [];
  if (sharesReference(ours, theirs)) found.push('reference');
  const name = first.party ?? first.counterparty;
  const sameName = [...twins].some((twin) => twin !== first && (twin.party ?? twin.counterparty) === name);
  if (sharesName(ours, theirs) && !sameName) found.push('name');
  // an amount that other records near it have too identifies nothing
  if (agrees && (pair ? twins.size <= 1 && others.size <= 1 : true)) found.push('amount');
  return found.length > 0 ? found : ['none'];
}

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
    company,
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
  /** @type {Draft[]} */
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
    const near = amountIndex(drafts);
    const truth = sets.map(({ phenomenon, together }) => ({
      keys: together.map(({ key }) => key).sort(),
      phenomenon,
      evidence: evidenceOf(together, near),
    }));
    return { records: draw.shuffled(drafts.map((draft) => recordOf(company, calendar, draft))), truth };
  };

  return { leave, match, finish, count: () => drafts.length };
}
