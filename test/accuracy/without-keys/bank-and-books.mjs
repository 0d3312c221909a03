// A merchant's books and bank account without a shared key, and the ground truth of the matches: batch deposits
// of two to five items, amounts net of a fee, voids and reissues, typing errors and abbreviations in descriptions, duplicates,
// items of the previous period, and outstanding items. Written from that list, not from the match rules.
import { drawer } from './draw.mjs';
import { bankText, partner } from './names.mjs';

const firstDay = Date.UTC(2026, 0, 1);
const millisecondsPerDay = 86_400_000;
const dayText = (day) => new Date(firstDay + day * millisecondsPerDay).toISOString().slice(0, 10);
const prices = [990, 1990, 2500, 4990, 5000, 9900, 10000, 12900, 15000, 25000, 50000, 120000];
const moneyText = (cents) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

/** In sen: a fifth are repeated prices, a tenth whole ringgit, the others random from 5 to 5,000. */
function drawAmount({ chance, one, whole, next }) {
  if (chance(0.2)) return one(prices);
  if (chance(0.125)) return whole(5, 1500) * 100;
  return Math.round(500 * Math.exp(next() * Math.log(1000)));
}

/**
 * @param {{ seed: number, records: number, days: number, company?: string }} options records: the approximate number on both sides together
 * @returns the records of both sides in a shuffled order, and the truth: each match as the sorted keys of its records
 */
export function bankAndBooks({ seed, records, days, company = `seed ${seed}` }) {
  const draw = drawer(seed);
  const { whole, one, chance } = draw;
  const partners = Array.from({ length: Math.max(40, Math.floor(records / 15)) }, () => partner(draw));
  const all = [];
  const truth = [];
  let counter = 0;

  const book = (day, cents, name, rest = {}) => {
    counter += 1;
    const key = `B${String(counter).padStart(6, '0')}`;
    const reference = `INV-${20000 + counter}`;
    all.push({
      company,
      side: 'left',
      key,
      amount: moneyText(cents),
      at: dayText(day),
      counterparty: name,
      reference,
      description: `Invoice ${20000 + counter}`,
      ...rest,
    });
    return { key, reference };
  };
  const bank = (day, cents, description) => {
    counter += 1;
    const key = `K${String(counter).padStart(6, '0')}`;
    all.push({
      company,
      side: 'right',
      key,
      amount: moneyText(cents),
      at: dayText(day),
      reference: `TXN${700000 + counter}`,
      description,
    });
    return { key };
  };
  const same = (...matched) => truth.push(matched.map(({ key }) => key).sort());
  const lag = () => one([0, 0, 1, 1, 1, 2, 2, 3, 4]);
  const sign = () => (chance(0.7) ? 1 : -1);

  const kinds = {
    plain() {
      const [day, cents, name] = [whole(0, days), sign() * drawAmount(draw), one(partners)];
      same(book(day, cents, name), bank(day + lag(), cents, bankText(name, draw)));
    },
    batch() {
      const day = whole(0, days);
      const items = Array.from({ length: whole(2, 5) }, () => ({
        day: day - (chance(0.15) ? 1 : 0),
        cents: drawAmount(draw),
      }));
      const total = items.reduce((sum, { cents }) => sum + cents, 0);
      const booked = items.map((item) => book(item.day, item.cents, one(partners)));
      same(
        ...booked,
        bank(
          day + whole(0, 3),
          total,
          `${one(['BATCH DEP', 'CHEQUE DEPOSIT', 'CDM DEP', 'MERCHANT SETTLEMENT'])} ${whole(1000, 99999)}`,
        ),
      );
    },
    netOfFee() {
      const [day, gross, name] = [whole(0, days), drawAmount(draw), one(partners)];
      const fee = Math.max(1, Math.round((gross * whole(100, 300)) / 10_000));
      const known = chance(0.5) ? { fee: moneyText(fee) } : {};
      same(book(day, gross, name, known), bank(day + lag(), gross - fee, bankText(name, draw)));
    },
    voidAndReissue() {
      const [day, cents, name] = [whole(0, days), -drawAmount(draw), one(partners)];
      const entered = book(day, cents, name);
      const voidDay = day + whole(0, 4);
      const link = chance(0.7)
        ? { reference: entered.reference, description: `Void ${entered.reference}` }
        : { description: 'Void' };
      same(entered, book(voidDay, -cents, name, link));
      const again = voidDay + whole(0, 3);
      same(book(again, cents, name), bank(again + lag(), cents, bankText(name, draw)));
    },
    bookedTwice() {
      const [day, cents, name] = [whole(0, days), sign() * drawAmount(draw), one(partners)];
      const entered = book(day, cents, name);
      book(day + whole(0, 2), cents, name);
      same(entered, bank(day + lag(), cents, bankText(name, draw)));
    },
    bankedTwice() {
      const [day, cents, name] = [whole(0, days), sign() * drawAmount(draw), one(partners)];
      const came = day + lag();
      same(book(day, cents, name), bank(came, cents, bankText(name, draw)));
      bank(came + whole(0, 2), cents, bankText(name, draw));
    },
    priorPeriod() {
      bank(whole(0, 5), sign() * drawAmount(draw), bankText(one(partners), draw));
    },
    onlyInBank() {
      bank(whole(0, days), -whole(50, 5000), one(['SERVICE CHARGE', 'BANK FEE', 'INTEREST', 'STAMP DUTY']));
    },
    outstanding() {
      book(whole(0, days), sign() * drawAmount(draw), one(partners));
    },
  };
  const shares = [
    ['plain', 60],
    ['batch', 10],
    ['netOfFee', 8],
    ['voidAndReissue', 5],
    ['bookedTwice', 2],
    ['bankedTwice', 2],
    ['priorPeriod', 4],
    ['onlyInBank', 3],
    ['outstanding', 6],
  ];
  const urn = shares.flatMap(([kind, share]) => Array.from({ length: share }, () => kind));
  while (all.length < records) kinds[one(urn)]();
  for (let index = all.length - 1; index > 0; index -= 1) {
    const other = whole(0, index);
    [all[index], all[other]] = [all[other], all[index]];
  }
  return { records: all, truth };
}
