// Which matches somebody who sees only the records could find: by a number, by a rare word, or because the amount is like no other.

/** How far from each other two records of one payment may lie, when somebody looks for them by the amount. */
const reach = 14;
const dayOf = ({ at }) => Date.parse(at) / 86_400_000;
/** What a record moves, and the same less the fee of the books, or with the fee that a provider has taken. */
const centsOf = ({ side, amount, fee }) =>
  [0, side === 'left' ? -(fee ?? 0) : Number(fee ?? 0)].map((more) => Math.round((Number(amount) + more) * 100));
const plain = ({ counterparty, reference, description }) =>
  `${counterparty ?? ''} ${reference ?? ''} ${description}`.normalize('NFD').toUpperCase();

/** Numbers without leading zeros, and the beginnings of words, which banks cut short. */
function marksOf(record) {
  const numbers = plain(record).match(/[1-9]\d{2,}/g) ?? [];
  const words = plain(record).match(/[A-Z]{4,}/g) ?? [];
  return new Set([...numbers, ...words.map((word) => word.slice(0, 4))]);
}

/** @returns {(match: { keys: string[] }) => boolean} whether a true match carries evidence */
export function evidenceIn(records) {
  const known = new Map(records.map((record) => [record.key, { ...record, marks: marksOf(record) }]));
  const bearers = new Map();
  const sameAmount = new Map();
  for (const record of known.values()) {
    for (const mark of record.marks) bearers.set(mark, (bearers.get(mark) ?? 0) + 1);
    const place = `${record.side} ${centsOf(record)[0]}`;
    sameAmount.set(place, [...(sameAmount.get(place) ?? []), dayOf(record)]);
  }
  // a mark of more than one in twenty records tells nobody which one it is
  const isRare = (mark) => bearers.get(mark) <= Math.max(6, records.length / 20);
  const isAlone = (record) => {
    const near = sameAmount.get(`${record.side} ${centsOf(record)[0]}`);
    return near.filter((day) => Math.abs(day - dayOf(record)) <= reach).length === 1;
  };

  return ({ keys }) => {
    const members = keys.map((key) => known.get(key));
    const [ours, theirs] = [
      members.filter(({ side }) => side === 'left'),
      members.filter(({ side }) => side === 'right'),
    ];
    const isOfOneSide = ours.length === 0 || theirs.length === 0;
    const [first, others] = isOfOneSide ? [members.slice(0, 1), members.slice(1)] : [ours, theirs];
    // blanks are overlooked
    const seen = others.map((record) => plain(record).replaceAll(/[^A-Z0-9]/g, '')).join(' ');
    if (first.some(({ marks }) => [...marks].some((mark) => isRare(mark) && seen.includes(mark)))) return true;
    const sums = (list) => [0, 1].map((kind) => list.reduce((sum, record) => sum + centsOf(record)[kind], 0));
    const [[gross, net], [arrived, sent]] = [sums(first), sums(others)];
    // of several records, a fee of up to 15 % that nobody states is learned from others like them
    if (members.length > 2) return arrived / gross >= 0.85 && arrived / gross <= 1;
    const agrees = isOfOneSide ? arrived === -gross : [gross, net].includes(arrived) || sent === gross;
    return agrees && members.every(isAlone);
  };
}
