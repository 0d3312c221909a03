// A merchant's books and bank account without a shared key, and the ground truth of the matches: batch deposits
// of two to five items, amounts net of a fee, voids and reissues, typing errors and abbreviations in descriptions, duplicates,
// items of the previous period, and outstanding items. Written from that list, not from the match rules.
import { drawer } from '../ledgers/draw.mjs';
import { moneyText, sumOf } from '../ledgers/money-and-days.mjs';
import { bankText, partner } from './names.mjs';

const firstDay = Date.UTC(2026, 0, 1);
const millisecondsPerDay = 86_400_000;
const dayText = (day) => new Date(firstDay + day * millisecondsPerDay).toISOString().slice(0, 10);
const prices = [990, 1990, 2500, 4990, 5000, 9900, 10000, 12900, 15000, 25000, 50000, 120000];
/** In sen: a fifth are repeated prices, a tenth whole ringgit, the others random from 5 to 5,000. */
function drawAmount({ chance, one, whole, next }) {
  if (chance(0.2)) return one(prices);
  if (chance(0.125)) return whole(5, 1500) * 100;
  return Math.round(500 * Math.exp(next() * Math.log(1000)));
}

export function bankAndBooks({ seed, records, days, company = `seed ${seed}` }) {
  const draw = drawer(seed);
  const { whole, one, chance } = draw;
  const partners = Array.from({ length: Math.max(40, Math.floor(records / 15)) }, () => partner(draw));
  const all = [];
  const truth = [];
  let counter = 0;

  const put = (side, day, cents, rest) => {
    const key = `${side === 'left' ? 'B' : 'K'}${String(counter).padStart(6, '0')}`;
    const record = { company, side, key, amount: moneyText(cents), at: dayText(day), ...rest };
    all.push(record);
    return record;
  };
  const book = (day, cents, name, rest = {}) => {
    counter += 1;
    const number = 20000 + counter;
    const texts = { counterparty: name, reference: `INV-${number}`, description: `Invoice ${number}` };
    return put('left', day, cents, { ...texts, ...rest });
  };
  const bank = (day, cents, description) => {
    counter += 1;
    return put('right', day, cents, { reference: `TXN${700000 + counter}`, description });
  };
  const same = (...matched) => truth.push({ keys: matched.map(({ key }) => key).sort(), phenomenon: 'all' });
  const lag = () => one([0, 0, 1, 1, 1, 2, 2, 3, 4]);
  const sign = () => (chance(0.7) ? 1 : -1);

  const kinds = {
    plain() {
      const [day, cents, name] = [whole(0, days), sign() * drawAmount(draw), one(partners)];
      same(book(day, cents, name), bank(day + lag(), cents, bankText(name, draw)));
    },
    batch() {
      const day = whole(0, days);
      const item = () => ({ day: day - (chance(0.15) ? 1 : 0), cents: drawAmount(draw) });
      const items = Array.from({ length: whole(2, 5) }, item);
      const total = sumOf(items.map(({ cents }) => cents));
      const booked = items.map((item) => book(item.day, item.cents, one(partners)));
      const came = day + whole(0, 3);
      const text = `${one(['BATCH DEP', 'CHEQUE DEPOSIT', 'CDM DEP', 'MERCHANT SETTLEMENT'])} ${whole(1000, 99999)}`;
      same(...booked, bank(came, total, text));
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
  const shares = {
    ...{ plain: 60, batch: 10, netOfFee: 8, voidAndReissue: 5, bookedTwice: 2, bankedTwice: 2 },
    ...{ priorPeriod: 4, onlyInBank: 3, outstanding: 6 },
  };
  const urn = Object.entries(shares).flatMap(([kind, share]) => Array.from({ length: share }, () => kind));
  while (all.length < records) kinds[one(urn)]();
  return { records: draw.shuffled(all), truth };
}
