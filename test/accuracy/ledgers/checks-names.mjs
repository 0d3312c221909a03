// The parties of a small US business, and the ways in which a bank and a bookkeeper spell their names.

const places = `Summit,Lakeside,Pioneer,Cedar Ridge,Blue Heron,Granite,Redwood,Harbor,Prairie,Ironwood,Liberty,Keystone,
Magnolia,Copper Creek,Sunrise,Northgate,Evergreen,Bayview,Stonebridge,Silver Oak,Frontier,Riverbend,Maple Leaf,Falcon,
Golden State,Tri-County,Metro,Midwest,Gulf Coast,Piedmont,Cascade,Mesa,Palmetto,Bluegrass,Great Lakes,Old Town,Hilltop,
Westfield,Eastside,Capitol,Beacon,Anchor,Apex,Vanguard,Sterling,Patriot,Heritage,Paragon,Trident,Quantum`;
const trades = `Plumbing Supply,Dental Group,Roofing,Landscaping,Auto Parts,Office Products,Electric,Medical Supply,
Janitorial Services,Printing,Freight International,Foods,Coffee Roasters,Property Management,Insurance Agency,Staffing,
Construction,Engineering Associates,Software,Marketing Group,Security Services,Equipment Rental,Packaging,Industries,
Distributors,Manufacturing,Logistics,Fitness,Bakery,Veterinary Clinic,Flooring,Paint & Glass,Technologies,Consulting,
Pest Control,Tire Center,Uniform Services,Waste Services,Law Offices,Catering`;
const suffixes = [' LLC', ' Inc', ' Inc.', ', LLC', ' Corp', ' Co', ' Services LLC', ' Group Inc', '', ''];
const firstNames = `James,Maria,Robert,Linda,Michael,Patricia,David,Jennifer,Carlos,Elizabeth,Kevin,Susan,Anthony,Karen,
Brian,Nancy,Jose,Lisa,Steven,Angela,Thomas,Rosa,Daniel,Michelle,Tyrone,Emily,Hung,Priya,Omar,Grace`;
const lastNames = `Smith,Johnson,Garcia,Nguyen,Brown,Davis,Martinez,Wilson,Anderson,Taylor,Hernandez,Moore,Lee,Thompson,
White,Lopez,Clark,Ramirez,Robinson,Walker,Young,Allen,King,Wright,Torres,Hill,Flores,Green,Adams,Nelson,Baker,Patel,
Rivera,Campbell,Mitchell,Carter,Kowalski,O'Brien,Schmidt,Washington,Fitzgerald,Petrov,Castellanos,McAllister`;
const otherTrades = 'KWIK FIX,THE CORNER SHOP,AAA 24HR,J&R ENT,BIG DOG,HOLDCO 7,MAIN ST BISTRO,PRONTO'.split(',');

/** Vendors whose bank text everybody knows: the name in the books, the bank's text, and the price. */
const knownVendors = [
  ['Adobe', 'ADOBE *CREATIVE CLD', 2999],
  ['Microsoft 365', 'MSFT * E0400RT2KL', 1250],
  ['Google Workspace', 'GOOGLE *GSUITE_BIZ', 1800],
  ['Dropbox', 'DROPBOX*F2MJ2Q9', 1999],
  ['Zoom', 'ZOOM.US 888-799-9666', 1499],
  ['QuickBooks Online', 'INTUIT *QBOOKS ONL', 9900],
  ['Mailchimp', 'MAILCHIMP *MISC', 2900],
  ['Verizon Wireless', 'VERIZON WRLS', 18742],
  ['Comcast Business', 'COMCAST CABLE COMM', 14990],
  ['State Farm Insurance', 'STATE FARM RO 27', 31250],
  ['Pitney Bowes', 'PITNEY BOWES PBP', 9999],
  ['Waste Management', 'WM.COM WASTE MGMT', 21600],
];

const abbreviations = {
  ...{ INTERNATIONAL: 'INTL', SERVICES: 'SVCS', MANAGEMENT: 'MGMT', MANUFACTURING: 'MFG', ASSOCIATES: 'ASSOC' },
  ...{ CONSTRUCTION: 'CONST', INSURANCE: 'INS', EQUIPMENT: 'EQUIP', DISTRIBUTORS: 'DISTR', PROPERTY: 'PROP' },
  ...{ TECHNOLOGIES: 'TECH', SUPPLY: 'SPLY', PRODUCTS: 'PROD', CONSULTING: 'CONSLTG', ENGINEERING: 'ENGR' },
  ...{ INDUSTRIES: 'IND', PACKAGING: 'PKG', LANDSCAPING: 'LNDSCP' },
};

const listOf = (text) => text.split(',').map((word) => word.trim());
const [placeList, tradeList, firstList, lastList] = [places, trades, firstNames, lastNames].map(listOf);

const personName = ({ one }) => `${one(firstList)} ${one(lastList)}`;

function companyName({ one, chance }) {
  const family = chance(0.15);
  const start = family ? `${one(lastList)} ${one(['& Sons', 'Bros', 'Family'])}` : one(placeList);
  return `${start} ${one(tradeList)}${one(suffixes)}`.replace(/(Services|Group) \1/, '$1');
}

/** A name no other party has, so that a name in full tells the party. */
function unusedName(used, drawName) {
  let name = drawName();
  for (let attempt = 0; used.has(name) && attempt < 50; attempt += 1) name = drawName();
  used.add(name);
  return name;
}

/** Customers, vendors, employees, and vendors of subscriptions; a few have a trade name that shares no word. */
export function drawParties(draw, count, dbaShare) {
  const { whole, one, chance } = draw;
  const used = new Set();
  const party = (person) => {
    const name = unusedName(used, () => (person ? personName(draw) : companyName(draw)));
    const dba = !person && chance(dbaShare) ? `${one(otherTrades)} ${whole(1, 99)}` : null;
    return { name, person, dba, descriptor: null, price: null };
  };
  const many = (share, make) => Array.from({ length: Math.max(4, Math.round(count * share)) }, make);
  const subscription = { person: false, dba: null };
  return {
    customers: many(0.42, () => party(chance(0.25))),
    vendors: many(0.4, () => party(chance(0.1))),
    employees: many(0.12, () => party(true)),
    subscriptions: knownVendors.map(([name, descriptor, price]) => ({ name, descriptor, price, ...subscription })),
  };
}

/** The name as a bookkeeper types it: not twice the same. */
export function nameInBooks(party, draw, variation) {
  if (!draw.chance(variation)) return party.name;
  const bare = party.name.replace(/,? (LLC|Inc\.?|Corp|Co)$/, '');
  return draw.one([bare, party.name.toUpperCase(), bare.replace(' & ', ' and '), `${bare} `.trimEnd()]);
}

function misspell(text, { whole, chance }) {
  const at = whole(1, Math.max(1, Math.min(text.length - 2, 7)));
  if (chance(0.35)) return text.slice(0, at) + text.slice(at + 1);
  if (chance(0.5)) return text.slice(0, at) + text[at] + text.slice(at);
  return text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);
}

function abbreviate(text) {
  const short = text.split(' ').map((word) => abbreviations[word] ?? word);
  if (short.join(' ') !== text) return short.join(' ');
  return short.map((word, index) => (index === 0 ? word : word[0] + word.slice(1).replace(/[AEIOU]/g, ''))).join(' ');
}

const upper = (text) => text.toUpperCase().replace(/[.,']/g, '');

/** 'JAMES SMITH' as 'SMITH JAMES' or 'J SMITH': banks have their own order of a person's names. */
function personAtBank(text, { one }) {
  const [first, last] = text.split(' ');
  return one([text, `${last} ${first}`, `${first[0]} ${last}`]);
}

/** The name as the bank prints it. */
export function nameAtBank(party, form, draw) {
  if (party.dba ?? party.descriptor) return party.dba ?? party.descriptor;
  const full = upper(party.name);
  if (form === 'cut') return full.slice(0, draw.whole(16, 22)).trim();
  if (form === 'abbreviated') return abbreviate(full).slice(0, 22).trim();
  if (form === 'misspelt') return misspell(full, draw).replace(/ +/g, ' ').slice(0, 24).trim();
  return party.person ? personAtBank(full, draw) : full;
}
