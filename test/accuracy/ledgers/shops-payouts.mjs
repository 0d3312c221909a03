// Couriers that remit cash on delivery, and marketplaces that pay out weekly: deposits for many orders, less fees.
import { sumOf } from './money-and-days.mjs';
import { drawSmallAmount, share } from './shops-amounts.mjs';

/**
 * What each courier keeps: a flat amount in sen a parcel and a percentage of the cash it collected.
 * `knows`: the books have the number of the remittance. `states`: the books have the fee of each parcel.
 */
export const couriers = [
  { name: 'Kilat Express', flat: 150, percent: 1.0, daily: false, knows: true, states: true, mark: 'KLT' },
  { name: 'Burung Parcel', flat: 200, percent: 1.5, daily: false, knows: false, states: false, mark: 'BRG' },
  { name: 'Lanjut Logistics', flat: 100, percent: 2.0, daily: true, knows: true, states: false, mark: 'LJT' },
  { name: 'Pantas Courier', flat: 120, percent: 1.2, daily: true, knows: false, states: true, mark: 'PTS' },
];

/** What each marketplace keeps of each order; beside it, all withhold tax. */
export const marketplaces = [
  { name: 'Pasarnet', percent: 6.5, share: 50 },
  { name: 'Belimall', percent: 4.8, share: 30 },
  { name: 'Warung Online', percent: 8.0, share: 20 },
];
export const withheldPercent = 1;

export const courierFee = (cents, { flat, percent }) => flat + share(cents, percent);
export const marketplaceNet = (cents, { percent }) => cents - share(cents, percent) - share(cents, withheldPercent);

const mondayOf = (calendar, day) => day - ((calendar.weekday(day) + 6) % 7);

/** Splits a list so that no part is longer than the limit and all are about the same. */
function inParts(list, limit) {
  const parts = Math.ceil(list.length / limit);
  const size = Math.ceil(list.length / parts);
  return Array.from({ length: parts }, (_, index) => list.slice(index * size, (index + 1) * size));
}

const grouped = (list, place) => {
  const groups = new Map();
  for (const item of list) {
    const key = place(item);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(item);
  }
  return [...groups].sort(([one], [other]) => one - other).map(([day, items]) => ({ day, items }));
};

/** Small remittances wait for the next one. */
function atLeastFive(groups) {
  const full = [];
  let waiting = [];
  for (const { day, items } of groups) {
    waiting = [...waiting, ...items];
    if (waiting.length < 5) continue;
    full.push({ day, items: waiting });
    waiting = [];
  }
  return { full, waiting };
}

function parcel(shop, courier) {
  const { draw, papers, days, calendar } = shop;
  const ordered = draw.whole(-10, days - 1);
  let delivered = ordered + draw.whole(1, 2);
  if (calendar.weekday(delivered) === 0) delivered += 1;
  const order = papers.order({ day: ordered, cents: drawSmallAmount(draw), who: shop.customer({ abroad: false }) });
  const late = draw.chance(0.03);
  // the books have no number of these remittances, and record the parcels on the day of the delivery
  const day = courier.knows ? ordered : delivered;
  const fee = courier.states ? { feeCents: courierFee(order.cents, courier) } : {};
  const description = `Order ${order.number}, cash on delivery, ${courier.name}`;
  return { ...order, ...fee, day, delivered, late, description };
}

/** The day on which a parcel's cash is in the account. */
function remittanceDay({ calendar }, { delivered, late }, weekly) {
  if (!weekly) return calendar.after(delivered, late ? 4 : 2);
  return calendar.open(mondayOf(calendar, delivered) + (late ? 15 : 8));
}

function remit({ draw, ledger, days }, courier, day, parcels) {
  const number = `${courier.mark}${draw.digits(7)}`;
  const cents = sumOf(parcels.map((item) => item.cents - courierFee(item.cents, courier)));
  const told = courier.knows || draw.chance(0.5) ? ` ${number}` : '';
  const line = { side: 'right', day, cents, description: `${courier.name.toUpperCase()} COD REMITTANCE${told}` };
  // the books learn the number when the money is on its way
  const orders =
    courier.knows && day < days
      ? parcels.map((item) => ({ ...item, description: `${item.description} ${number}` }))
      : parcels;
  const late = !courier.knows && parcels.some((item) => item.late);
  const phenomenon = courier.knows ? 'courier, number known' : 'courier, number unknown';
  ledger.match(late ? `${phenomenon}, parcel late` : phenomenon, ...orders, line);
}

/** Parcels that came back: most are cancelled in the books. */
function comeBack({ draw, ledger }, parcels) {
  for (const item of parcels) {
    const entered = { ...item, feeCents: undefined };
    const back = { ...entered, day: item.day + draw.whole(3, 8), cents: -item.cents };
    if (draw.chance(0.6))
      ledger.match('parcel returned', entered, { ...back, description: `Return ${item.reference}` });
    else if (item.day >= 0) ledger.leave(entered);
  }
}

/** A small shop has two couriers: one whose remittance numbers the books know, and one whose numbers they do not. */
function couriersFor({ draw, days }, parcels) {
  if ((parcels * 7) / days > 60) return couriers;
  return [true, false].map((knows) => draw.one(couriers.filter((courier) => courier.knows === knows)));
}

/** @param {number} parcels how many parcels all couriers carry */
export function cashOnDelivery(shop, parcels) {
  const { draw, days } = shop;
  const active = couriersFor(shop, parcels);
  for (const courier of active) {
    const count = Math.round(parcels / active.length);
    const weekly = !courier.daily && (count * 7) / days <= 55;
    const all = Array.from({ length: count }, () => parcel(shop, courier));
    const returned = new Set(all.filter(() => draw.chance(0.04)));
    comeBack(shop, [...returned]);
    const delivered = all.filter((item) => !returned.has(item));
    const { full, waiting } = atLeastFive(grouped(delivered, (item) => remittanceDay(shop, item, weekly)));
    for (const { day, items } of full) for (const part of inParts(items, 40)) remit(shop, courier, day, part);
    shop.ledger.leave(...waiting);
  }
}

function marketplaceOrder(shop, marketplace) {
  const { draw, papers, days, calendar } = shop;
  const day = draw.whole(-14, days - 1);
  const number = `${calendar.text(day).replaceAll('-', '').slice(2)}${draw.code(8)}`;
  const order = papers.order({ day, cents: drawSmallAmount(draw), who: shop.customer({ abroad: false }) });
  const completed = day + 5 + (draw.chance(0.1) ? 1 : 0);
  // money comes on the Tuesday or Wednesday after the week in which the order was completed
  const paid = calendar.open(mondayOf(calendar, completed) + 8);
  const given = { reference: number, description: `${marketplace.name} order ${number}` };
  return { ...order, ...given, paid };
}

/** A buyer sent the goods back: the next payout is less by what this order had brought. */
const sentBack = (order, { whole }) => ({
  ...order,
  day: order.day + whole(3, 6),
  cents: -order.cents,
  description: `${order.description}, returned`,
});

/** @param {number} orders how many orders all marketplaces bring */
export function marketplacePayouts(shop, orders) {
  const { draw, ledger } = shop;
  for (const marketplace of marketplaces) {
    const count = Math.round((orders * marketplace.share) / 100);
    const sold = Array.from({ length: count }, () => marketplaceOrder(shop, marketplace));
    const returned = sold.filter(() => draw.chance(0.02));
    const all = [...sold, ...returned.map((order) => sentBack(order, draw))];
    const netOf = (items) => sumOf(items.map((item) => marketplaceNet(item.cents, marketplace)));
    for (const { day, items: due } of grouped(all, ({ paid }) => paid)) {
      // a payout that returns would use up has none
      const items = netOf(due) > 0 ? due : due.filter((item) => item.cents > 0);
      const cents = netOf(items);
      const text = draw.one(['PAYOUT', 'SELLER BALANCE', 'SETTLEMENT']);
      const line = { side: 'right', day, cents, description: `${marketplace.name.toUpperCase()} ${text}` };
      const withReturn = items.some((item) => item.cents < 0);
      ledger.match(withReturn ? 'marketplace payout with return' : 'marketplace payout', ...items, line);
    }
  }
}
