/**
 * The encodings of text that a section may declare, each with its other names: lower case, letters and digits only. The list is written
 * out so that a configuration is checked without loading the tables of the encodings.
 */
export const encodings: Readonly<Record<string, readonly string[]>> = {
  'utf-8': ['unicode11utf8', 'ascii', 'usascii'],
  'utf-16': [],
  'utf-16le': ['ucs2'],
  'utf-16be': [],
  'utf-32': ['ucs4'],
  'utf-32le': ['ucs4le'],
  'utf-32be': ['ucs4be'],
  'windows-874': ['win874', 'cp874', 'iso885911', 'tis620', 'thai'],
  'windows-1250': ['win1250', 'cp1250', '1250'],
  'windows-1251': ['win1251', 'cp1251', '1251'],
  'windows-1252': ['win1252', 'cp1252', '1252'],
  'windows-1253': ['win1253', 'cp1253', '1253'],
  'windows-1254': ['win1254', 'cp1254', '1254'],
  'windows-1255': ['win1255', 'cp1255', '1255'],
  'windows-1256': ['win1256', 'cp1256', '1256'],
  'windows-1257': ['win1257', 'cp1257', '1257'],
  'windows-1258': ['win1258', 'cp1258', '1258'],
  'iso-8859-1': ['latin1', 'l1', 'cp819'],
  'iso-8859-2': ['latin2', 'l2'],
  'iso-8859-3': ['latin3', 'l3'],
  'iso-8859-4': ['latin4', 'l4'],
  'iso-8859-5': ['cyrillic'],
  'iso-8859-6': ['arabic'],
  'iso-8859-7': ['greek'],
  'iso-8859-8': ['hebrew'],
  'iso-8859-9': ['latin5', 'l5', 'turkish'],
  'iso-8859-10': ['latin6', 'l6'],
  'iso-8859-13': ['latin7', 'l7'],
  'iso-8859-14': ['latin8', 'l8'],
  'iso-8859-15': ['latin9', 'l9'],
  'iso-8859-16': ['latin10', 'l10'],
  'koi8-r': [],
  'koi8-u': [],
  viscii: [],
  tcvn: [],
  'armscii-8': [],
  macintosh: ['mac', 'macroman'],
  maccyrillic: [],
  macgreek: [],
  macturkish: [],
  maccenteuro: [],
  cp437: ['ibm437', '437'],
  cp720: [],
  cp737: ['ibm737', '737'],
  cp775: ['ibm775', '775'],
  cp850: ['ibm850', '850'],
  cp852: ['ibm852', '852'],
  cp855: ['ibm855', '855'],
  cp857: ['ibm857', '857'],
  cp858: ['ibm858', '858'],
  cp860: ['ibm860', '860'],
  cp861: ['ibm861', '861'],
  cp862: ['ibm862', '862'],
  cp863: ['ibm863', '863'],
  cp864: ['ibm864', '864'],
  cp865: ['ibm865', '865'],
  cp866: ['ibm866', '866'],
  cp869: ['ibm869', '869'],
  gb2312: ['euccn', 'gb231280'],
  gbk: ['cp936', 'ms936', 'windows936', '936'],
  gb18030: [],
  big5: ['cp950', 'ms950', 'windows950', '950', 'cnbig5', 'big5hkscs'],
  shift_jis: ['sjis', 'cp932', 'ms932', 'windows31j', 'windows932', '932'],
  'euc-jp': [],
  'euc-kr': ['ksc5601', 'korean', 'cp949', 'ms949', 'windows949', '949'],
};

/** The encodings in which one letter of a text in Latin script may be two bytes that are two other letters in another encoding. */
export const multiByteEncodings: ReadonlySet<string> = new Set([
  'gb2312',
  'gbk',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
]);

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const nameByAlias = new Map(
  Object.entries(encodings).flatMap(([name, aliases]) =>
    [plain(name), ...aliases].map((alias) => [alias, name] as const),
  ),
);

/** The program's name of an encoding; undefined when the name is not that of an encoding. */
export function encodingNamed(name: string): string | undefined {
  return nameByAlias.get(plain(name));
}
