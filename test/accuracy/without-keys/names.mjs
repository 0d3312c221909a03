// Payers and payees, and how a bank prints their names: capitals, typing errors, abbreviations, truncation.

const first =
  'Sunrise Golden Pacific Maju Harmoni Bintang Cahaya Delima Emas Fajar Gemilang Impian Jaya Kasih Lestari Mutiara Nusantara Orkid Permata Rimba Sentosa Teratai Unggul Warisan Zamrud Orient Summit Evergreen Bluewater Redwood'.split(
    ' ',
  );
const second =
  'Trading Resources Enterprise Engineering Logistics Bakery Furniture Motors Textiles Printing Hardware Pharmacy Catering Consulting Electronics Plantation Marine Dental Optical Travel'.split(
    ' ',
  );
const given =
  'Aminah Farid Kavitha Rajesh Siti Nurul Hafiz Daniel Grace Melissa Jason Priya Suresh Azlan Farah Kelvin Michelle Ravi Zainab Imran'.split(
    ' ',
  );
const family =
  'Abdullah Rahman Tan Lim Wong Krishnan Pillai Ismail Hassan Chong Fernandez Yusof Othman Goh Subramaniam Ibrahim Salleh Ong Teoh Mahmud'.split(
    ' ',
  );

export function partner({ one, chance }) {
  if (chance(0.4)) return `${one(given)} ${one(family)}`;
  return `${one(first)} ${one(second)}${chance(0.7) ? ' Sdn Bhd' : ''}`;
}

function slip(word, { whole, one }) {
  if (word.length < 4) return word;
  const at = whole(1, word.length - 2);
  const kind = whole(0, 3);
  if (kind === 0) return word.slice(0, at) + word.slice(at + 1);
  if (kind === 1) return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
  if (kind === 2) return word.slice(0, at) + word[at] + word.slice(at);
  return word.slice(0, at) + one([...'abcdefghijklmnopqrstuvwxyz']) + word.slice(at + 1);
}

const lead = ['IBG TRF', 'DUITNOW', 'FPX', 'ONLINE TRANSFER', 'GIRO', 'CHQ DEP', 'FUND TRANSFER FROM', 'PYMT'];
const nameless = ['CASH DEPOSIT MACHINE', 'CHEQUE DEPOSIT', 'CDM 0042', 'COUNTER DEPOSIT', 'INTERBANK GIRO'];

/** The text that the bank prints. One in ten does not name the payer. */
export function bankText(name, draw) {
  const { one, chance, whole } = draw;
  const number = String(whole(10000, 999999));
  if (chance(0.1)) return `${one(nameless)} ${number}`;
  let words = name.split(' ');
  if (chance(0.4)) words = words.filter((word) => word !== 'Sdn' && word !== 'Bhd');
  words = words.map((word) => (chance(0.15) ? slip(word, draw) : word));
  words = words.map((word) => (word.length > 5 && chance(0.2) ? word.slice(0, whole(3, 5)) : word));
  const text = words.join(' ').toUpperCase();
  return `${one(lead)} ${chance(0.25) ? text.slice(0, 16) : text} ${number}`;
}
