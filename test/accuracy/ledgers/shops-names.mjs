// Names of customers and suppliers. Many share words, as in Malaysia and Singapore: such a word identifies nobody.

const listOf = (text) => text.split(/,\s*/);
const malayMen = listOf(
  `Muhammad,Mohd,Ahmad,Amirul,Hafiz,Syafiq,Faizal,Azman,Ridzuan,Haziq,Danial,Irfan,Zulkifli,Khairul`,
);
const malayMiddle = listOf('Aiman,Hakim,Firdaus,Nazrin,Izzat,Farhan,Syahmi,Adam,Luqman,Fikri');
const malayWomen = listOf('Siti,Nur,Nurul,Noor,Puteri,Wan,Farah,Aisyah,Hidayah,Izzati');
const malayWomenMiddle = listOf('Aisyah,Nurhaliza,Aminah,Balqis,Khadijah,Sofea,Athirah,Fatimah,Mastura,Syuhada');
const malayFathers =
  listOf(`Abdullah,Ismail,Hassan,Ibrahim,Othman,Yusof,Rahman,Ahmad,Osman,Salleh,Zakaria,Jaafar,Ramli,Mansor,
Bakar`);
const chineseSurnames = listOf('Tan,Lim,Lee,Wong,Ng,Chong,Ong,Goh,Chan,Teoh,Yap,Koh,Low,Chin,Khoo');
const chineseGiven = listOf(`Wei,Ling,Mei,Hui,Jia,Xin,Kok,Boon,Siew,Chee,Keong,Yee,Kah,Seng,Min,Jun,Hao,Swee,Peng,Yan,
Zhi,Li,Ying,Choon`);
const chineseWestern = listOf('Jason,Michelle,Kelvin,Vivian,Adrian,Joanne,Desmond,Grace,Raymond,Evelyn');
const indianMen = listOf('Kumar,Rajesh,Suresh,Ganesh,Prakash,Vijay,Arun,Dinesh,Saravanan,Mohan,Logan,Thiagu');
const indianWomen = listOf('Priya,Kavitha,Shanti,Devi,Lakshmi,Anitha,Revathi,Malini,Geetha,Thulasi');
const indianFathers = listOf(
  `Subramaniam,Muniandy,Krishnan,Ramasamy,Perumal,Arumugam,Govindasamy,Letchumanan,Nair,Pillai`,
);
const europeanGiven = listOf(
  `Anna,Jürgen,Sofie,Luca,Pierre,Marta,Björn,Elena,Katarzyna,Thomas,François,Inés,Pieter,Greta`,
);
const europeanFamily = listOf(
  `Müller,Schmidt,Rossi,Dubois,García,Nowak,Åkesson,van den Berg,Lindqvist,Moreau,Weiß,Jansen,Fernández`,
);
const firmWords =
  listOf(`Maju,Jaya,Sinar,Bintang,Mutiara,Gemilang,Perdana,Setia,Damai,Harmoni,Sri,Cahaya,Wawasan,Kencana,
Lestari`);
const firmSurnames = listOf('Tan,Lim,Hock Seng,Ban Lee,Kim Huat,Sin Chuan,Guan Hin,Chop Tong,Eng Soon,Yong Fatt');
const firmTrades = listOf('Trading,Enterprise,Marketing,Supplies,Resources,Boutique,Textiles,Hardware,Catering,Global');

/** Two different words. */
function two(one, words) {
  const first = one(words);
  return `${first} ${one(words.filter((word) => word !== first))}`;
}

function malay({ chance, one }) {
  const father = chance(0.3) ? two(one, malayFathers) : one(malayFathers);
  if (chance(0.5)) return `${one(malayMen)} ${chance(0.6) ? `${one(malayMiddle)} ` : ''}bin ${father}`;
  return `${one(malayWomen)} ${one(malayWomenMiddle)} binti ${father}`;
}

function chinese({ chance, one }) {
  const name = `${one(chineseSurnames)} ${two(one, chineseGiven)}`;
  return chance(0.25) ? `${one(chineseWestern)} ${name}` : name;
}

const indian = ({ chance, one }) =>
  chance(0.5) ? `${one(indianMen)} a/l ${one(indianFathers)}` : `${one(indianWomen)} a/p ${one(indianFathers)}`;

const european = ({ one }) => `${one(europeanGiven)} ${one(europeanFamily)}`;

/** A firm in Malaysia or Singapore. */
export function firm({ chance, one }) {
  const family = chance(0.4) ? one(firmSurnames) : '';
  const words = chance(0.5) ? two(one, firmWords) : one(firmWords);
  const start = family ? `${family}${chance(0.5) ? ` ${one(firmWords)}` : ''}` : words;
  const trade = one(firmTrades);
  if (trade === 'Enterprise' || chance(0.25)) return `${start} ${trade}`;
  return `${start} ${trade} ${chance(0.75) ? 'Sdn Bhd' : 'Pte Ltd'}`;
}

const europeanFirm = ({ one }) => `${one(europeanFamily)} ${one(['GmbH', 'B.V.', 'S.r.l.', 'SARL', 'AB'])}`;

/** A private person of the region. */
export const person = (draw) =>
  ({ malay, chinese, indian })[draw.weighted({ malay: 45, chinese: 38, indian: 17 })](draw);

/** Somebody who buys: where they live decides how they can pay. */
function customer(draw) {
  const kind = draw.weighted({ person: 76, firm: 16, european: 6, europeanFirm: 2 });
  const name = { person, firm, european, europeanFirm }[kind](draw);
  return { name, abroad: kind.startsWith('european'), firm: kind.toLowerCase().endsWith('firm') };
}

/** Customers of whom some come back and most buy once. The regular ones grow with the ledger. */
export function customers(draw, records) {
  const regulars = Array.from({ length: Math.max(60, Math.floor(records / 10)) }, () => customer(draw));
  return ({ abroad } = {}) => {
    const fits = (candidate) => abroad === undefined || candidate.abroad === abroad;
    if (draw.chance(0.4)) {
      const found = draw.one(regulars);
      if (fits(found)) return found;
    }
    for (;;) {
      const found = customer(draw);
      if (fits(found)) return found;
    }
  };
}

/** Capitals without accents, as banks write. */
export const plain = (text) =>
  text
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toUpperCase();

/** The name as a bank line has it: capitals, at times shortened words, cut at the width of the field. */
export function bankName(name, { chance }, width = 35) {
  let text = plain(name);
  if (chance(0.3)) text = text.replace(/\bMUHAMMAD\b/, chance(0.5) ? 'MOHD' : 'MUHD');
  if (chance(0.25)) text = text.replace(/ BIN /, ' B ').replace(/ BINTI /, ' BT ');
  if (chance(0.3)) text = text.replace(/ A\/([LP]) /, ' A$1 ');
  if (chance(0.3)) text = text.replace(/ SDN BHD$/, chance(0.5) ? ' S/B' : ' SB');
  return text.slice(0, width).trim();
}
