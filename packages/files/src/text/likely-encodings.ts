import { multiByteEncodings } from './encodings.ts';

/** A word of a text in an unknown encoding, as each of the likely encodings reads it, the likeliest first. */
export type LikelyReadings = { line: number; readings: readonly { name: string; text: string }[] };

/** A line of a text that is not UTF-8. */
export type DamagedLine = { line: number; bytes: Buffer };

/** The encodings of one byte a letter that are tried; of two that read all words in the same way, the first is named. */
const singleByte = [
  ...['windows-1252', 'windows-1250', 'windows-1251', 'windows-1254', 'windows-1253', 'windows-1257', 'windows-874'],
  ...['cp850', 'cp852', 'koi8-r', 'cp866', 'iso-8859-2', 'macintosh'],
];

/** What is shown beside a plausible reading, or without one: a person knows the right word among others. */
const usual = {
  accents: ['windows-1252', 'windows-1250', 'windows-1251', 'macintosh', 'gb18030'],
  script: ['gb18030', 'windows-1251', 'big5', 'shift_jis', 'euc-kr', 'windows-874', 'windows-1252'],
} as const;

/**
 * The letters of languages besides a to z. Code pages of neighbouring languages read the same bytes as letters of different languages:
 * only the letters of one language together make a text.
 */
const languages: readonly { letters: ReadonlySet<string>; not?: RegExp }[] = [
  { letters: 'äöüß' },
  { letters: 'àâæçèéêëîïôœùûüÿ', not: /(?<![aeou])ï/ },
  { letters: 'áéíñóúü' },
  { letters: 'áàâãçéêíóôõúü', not: /õ(?!e)/ },
  { letters: 'àèéìíòóùú' },
  { letters: 'áèéëïóöü', not: /(?<![aeiou])[ëï]/ },
  ...['æøåéèòô', 'åäöéü'].map((letters) => ({ letters })),
  ...['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű'].map((letters) => ({ letters })),
  ...['ăâîșțţş', 'čćđšž', 'çğıöşüâîi̇', 'ąčęėįšųūž', 'āčēģīķļņšūž', 'äõöüšž'].map((letters) => ({ letters })),
  ...['абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґјљњћџђ', 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ'].map((letters) => ({
    letters,
  })),
].map(({ letters, ...rest }) => ({ letters: new Set(letters), ...rest }));

/** Whether a word is Thai: vowels and tones above and below follow a consonant, and no rare sign is in it. */
const isThai = (word: string) => /^(?:[ก-ฮ][ัิ-ฺ็-์]*|[ะาำเ-ๆ\d!-/:-@])+$/u.test(word) && !/[ฺ]/u.test(word);

/** Whether words in an encoding of several bytes a letter are of its language: Hangul; Chinese signs with kana among them. */
function isOfItsLanguage(name: string, words: readonly string[], isPaired: boolean): boolean {
  const foreign = [...words.join('')].filter((letter) => letter > '~').join('');
  if (name === 'euc-kr') return isPaired && /^\p{Script=Hangul}+$/u.test(foreign);
  return name === 'shift_jis' && /[ぁ-ヶ]/u.test(foreign) && /^[\p{Script=Han}ぁ-ヶーー・。、]+$/u.test(foreign);
}

/** Whether a word may be one of a language, given its letters: no sign inside it, no capital after a small letter, one script. */
function isWordLike(word: string): boolean {
  if (/\p{L}[^\p{L}\p{M}\p{Nd}\s!-~’·]\p{L}/u.test(word)) return false;
  if (/[^!-~\p{L}\p{M}\p{Nd}€£§°–—‘’“”„«»…·¡¿ªº²½©®´\u00a0]/u.test(word)) return false;
  if (/\p{Ll}(?![A-Z])\p{Lu}|(?![a-z])\p{Ll}\p{Lu}/u.test(word)) return false;
  return !/[A-Za-z][\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Thai}]|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Thai}][A-Za-z]/u.test(
    word,
  );
}

/** The share of words that one language may have, in the language that may have the most of them. */
function plausibility(words: readonly string[]): number {
  const likely = words.filter(isWordLike).map((word) => {
    const small = word.toLowerCase();
    return { small, letters: [...small].filter((one) => /[^!-~]/u.test(one) && /\p{L}/u.test(one)) };
  });
  const counts = languages.map(
    (own) =>
      likely.filter(
        ({ small, letters }) => letters.every((letter) => own.letters.has(letter)) && own.not?.test(small) !== true,
      ).length,
  );
  return Math.max(...counts, words.filter(isThai).length) / Math.max(1, words.length);
}

const mostWords = 200;

/** The words with a byte that is not ASCII, each bounded by a blank, a delimiter, a quote or a bracket on either side. */
function wordsOf(lines: readonly DamagedLine[]): DamagedLine[] {
  const words: DamagedLine[] = [];
  const isEnd = (byte: number | undefined) =>
    byte === undefined || byte <= 32 || [34, 40, 41, 43, 44, 47, 58, 59, 60, 62, 63, 124].includes(byte);
  for (const { line, bytes } of lines) {
    for (let at = 0; at < bytes.length && words.length < mostWords; at += 1) {
      if ((bytes[at] ?? 0) < 0x80) continue;
      let [from, to] = [at, at];
      while (!isEnd(bytes[from - 1]) && at - from < 60) from -= 1;
      while (!isEnd(bytes[to]) && to - at < 60) to += 1;
      words.push({ line, bytes: bytes.subarray(from, Math.min(to, from + 60)) });
      at = to;
    }
  }
  return words;
}

const isText = (text: string) => !/[\p{Cc}\p{Co}\p{Cn}\ufffd]/u.test(text);

function isScriptWord(bytes: Buffer): boolean {
  const highBytes = bytes.filter((byte) => byte >= 0x80).length;
  return highBytes >= 2 && highBytes * 2 >= bytes.length;
}

/**
 * A word of a text in up to three likely encodings, by the letters of its words: those in which most words may be of one language come
 * first. It is only shown, and never used for reading. Undefined without a word.
 */
export async function likelyReadings(lines: readonly DamagedLine[]): Promise<LikelyReadings | undefined> {
  const { default: iconv } = await import('iconv-lite');
  const words = wordsOf(lines);
  const [first] = words;
  if (first === undefined) return undefined;
  const isScript = words.filter(({ bytes }) => isScriptWord(bytes)).length * 2 > words.length;
  const read = (name: string) => words.map(({ bytes }) => iconv.decode(bytes, name));
  const ranked = singleByte
    .map((name) => ({ name, texts: read(name) }))
    .filter(({ texts }) => texts.every(isText))
    .map((one) => ({ ...one, score: plausibility(one.texts) }))
    .sort((a, b) => b.score - a.score);
  const plausible = ranked.filter(({ score }) => score >= (isScript ? 0.9 : 0.5));
  const others = usual[isScript ? 'script' : 'accents']
    .map((name) => ({ name, texts: read(name) }))
    .filter(({ name, texts: [text = ''] }) => {
      const foreign = [...text].filter((letter) => letter > '~').join('');
      const isLikely =
        multiByteEncodings.has(name) ||
        (isScript ? /^\p{L}+$/u.test(foreign) && isWordLike(text) : /[\p{L}€£¥°§]/u.test(foreign));
      return isText(text) && isLikely;
    });
  // both bytes of a usual Korean letter are above ASCII, unlike those of other encodings
  const isPaired = words.every(
    ({ bytes }) =>
      bytes.filter((byte) => byte > 0xa0).length === bytes.filter((byte) => byte > 0x7f).length &&
      /^(?:[\0-\x7f]|[\x80-\xff]{2})*$/.test(bytes.toString('latin1')),
  );
  const own = others.filter(({ name, texts }) => isOfItsLanguage(name, texts, isPaired));
  const distinct: { name: string; texts: readonly string[] }[] = [];
  for (const one of [...own, ...plausible, ...others])
    if (!distinct.some(({ texts }) => texts.join('\n') === one.texts.join('\n'))) distinct.push(one);
  const chosen = distinct.slice(0, 3);
  // the word that shows the difference best
  const shown = words.findIndex((_, index) => new Set(chosen.map(({ texts }) => texts[index])).size === chosen.length);
  const index = Math.max(0, shown);
  const readings = chosen.map(({ name, texts }) => ({ name, text: texts[index] ?? '' }));
  return { line: words[index]?.line ?? first.line, readings };
}

/** The readings as a list for a message: `"Łódź" in windows-1250, or "£ódŸ" in windows-1252`. */
export function readingsText({ readings }: LikelyReadings): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(
    readings.map(({ name, text }) => `"${text}" in ${name}`),
  );
}
