import type { Words } from '../../messages/words.ts';
import { lastDay } from '../page/figures.ts';
import { localTime } from '../shown-value.ts';

import { PageFonts, type Weight } from './fonts.ts';
import type { Letterhead } from './letterhead.ts';
import { fittedLines, lineHeights, outsideText, type PageLine, periodLine } from './page-lines.ts';
import { writeDocument } from './pdf-document.ts';
import type { SignOff } from './read-sign-off.ts';

/** What the page states besides the figures. */
export type PageFacts = {
  /** When it was made; of a closed month, when the month was closed with these figures. */
  madeAt: string;
  /** The version of this program. */
  version: string;
  /** The sha256 of the manifest of a closed month; undefined for a draft. */
  manifest: string | undefined;
  /** Whether the period of a draft is a month that is not closed. */
  isOpenMonth: boolean;
  letterhead: Letterhead;
  isPersonalShown: boolean;
  words: Words;
};

/** The page, with the characters that no font has, which it shows as squares. */
export type SignOffPdf = { bytes: Buffer; missing: string };

/** A4, in points. */
const paper = { width: 595.28, height: 841.89 };
const margin = 40;
const left = margin;
const right = paper.width - margin;
const width = right - left;
/** The lowest line of the figures; the lines to sign and the foot are below it. */
const bodyEnd = 704;
const grey = '#555555';
const red = '#9b1c1c';

type TextStyle = { size?: number; weight?: Weight; colour?: string; align?: 'left' | 'right'; within?: number };

/** Draws texts and rules; every text is one line, cut to its width. */
class Page {
  readonly doc: PDFKit.PDFDocument;
  readonly fonts: PageFonts;

  constructor(doc: PDFKit.PDFDocument, fonts: PageFonts) {
    this.doc = doc;
    this.fonts = fonts;
  }

  /** Writes a line with its baseline at `y`. Returns its width. */
  text(text: string, x: number, y: number, style: TextStyle = {}): number {
    const { size = 8, weight = 'regular', colour = '#000000', align = 'left', within = right - x } = style;
    const shown = this.fonts.cut(text, within, size, weight);
    const wide = this.fonts.width(shown, size, weight);
    let at = align === 'left' ? x : x - wide;
    for (const run of this.fonts.runs(shown, weight)) {
      // with features, the library lays out the part as a whole, which the scripts that join letters need
      const options = { lineBreak: false, baseline: 'alphabetic' as const, features: [] };
      this.doc.font(run.font).fontSize(size).fillColor(colour).text(run.text, at, y, options);
      at += this.doc.widthOfString(run.text, { features: [] });
    }
    return wide;
  }

  rule(y: number, from = left, to = right, weight = 0.5, colour = '#999999'): void {
    this.doc.moveTo(from, y).lineTo(to, y).lineWidth(weight).strokeColor(colour).stroke();
  }
}

/** The head of the paper. Returns the lowest point of it. */
function drawLetterhead(page: Page, { letterhead: { lines, logo } }: PageFacts): number {
  const box = { width: 150, height: 46 };
  if (logo !== undefined)
    page.doc.image(logo, right - box.width, margin - 10, { fit: [box.width, box.height], align: 'right' });
  const within = logo === undefined ? width : width - box.width - 12;
  let y = margin;
  for (const [index, line] of lines.entries()) {
    page.text(
      outsideText(line, true),
      left,
      y,
      index === 0 ? { size: 11, weight: 'bold', within } : { size: 7.5, colour: grey, within },
    );
    y += index === 0 ? 12 : 9.5;
  }
  const end = Math.max(y, logo === undefined ? margin : margin - 10 + box.height + 8);
  if (lines.length === 0 && logo === undefined) return margin;
  page.rule(end - 3, left, right, 0.8, '#333333');
  return end + 13;
}

function statementsOf({ statements }: SignOff, words: Words): string {
  return statements
    .map((statement) => {
      const title = words.find(`statements-titles-${statement.name}`) ?? statement.name;
      return statement.subject === '' ? title : `${title}: ${outsideText(statement.subject, true)}`;
    })
    .join('; ');
}

/** The title, the state, the company, the period and the statements. Returns the lowest point of it. */
function drawTitle(page: Page, top: number, signOff: SignOff, { words, manifest, isOpenMonth }: PageFacts): number {
  let y = top + 3;
  page.text(words.say('sign_off-title', { currency: signOff.currency }), left, y, {
    size: 14,
    weight: 'bold',
    within: width - 260,
  });
  const isClosed = manifest !== undefined;
  const state = { size: 9, weight: 'bold', align: 'right', within: 255 } as const;
  page.text(
    isClosed
      ? words.say('sign_off-closed')
      : isOpenMonth
        ? words.say('sign_off-draft')
        : words.say('sign_off-draft_of_other'),
    right,
    y,
    {
      ...state,
      colour: isClosed ? '#000000' : red,
    },
  );
  if (signOff.isTest) page.text(words.say('masthead-test_mode'), right, y + 12, { ...state, colour: red });
  y += 16;
  for (const [label, value] of [
    [words.say('sign_off-company'), signOff.scope.company],
    [words.say('sign_off-period'), periodLine(signOff, words)],
    [words.say('sign_off-statements'), statementsOf(signOff, words)],
  ] as const) {
    page.text(label, left, y, { colour: grey });
    const indent = 62;
    const within = width - indent - (label === words.say('sign_off-company') ? 260 : 0);
    const lines = page.fonts.lines(value, within, 8, 2);
    for (const [index, line] of lines.entries()) page.text(line, left + indent, y + index * 10, { within });
    y += lines.length * 10 + 1;
  }
  return y - 4;
}

/** The least width of the column of amounts; a wider amount takes the space of what stands beside it, and is never cut. */
const amountWidth = 96;

function drawLine(page: Page, line: PageLine, y: number, scale: number): void {
  const baseline = y + (lineHeights[line.line] - 3.2) * scale;
  if ('text' in line) {
    if (line.line === 'title') {
      page.text(line.text, left, baseline - 1, { size: 9 * scale, weight: 'bold' });
      page.rule(baseline + 2, left, right, 0.5, '#333333');
    } else if (line.line === 'heading')
      page.text(line.text, left, baseline, { size: 7.5 * scale, weight: 'bold', colour: grey });
    else page.text(line.text, left, baseline, { size: 8 * scale });
    return;
  }
  const [size, small] = [8 * scale, 7 * scale];
  const isStrong = line.line === 'total' || line.line === 'residual';
  const weight = isStrong ? 'bold' : 'regular';
  const amount = Math.max(amountWidth, page.fonts.width(line.amount, size, weight) + 10);
  const [from, to] = [left + (line.line === 'item' ? 10 : 0), right - amount];
  const remark = line.remark === '' ? 0 : page.fonts.width(line.remark, small) + 10;
  // a long title leaves a part of the line for what stands beside it
  const title = page.text(line.title, from, baseline, {
    size,
    weight,
    within: Math.max(to - from - remark, (to - from) * 0.55),
  });
  const remarkAt = Math.max(from + title + 10, to - remark + 10);
  if (remark > 0) page.text(line.remark, remarkAt, baseline, { size: small, colour: grey, within: to - remarkAt });
  if (isStrong) page.rule(baseline - 8.2 * scale, right - amountWidth + 12);
  page.text(line.amount, right, baseline, { size, weight, align: 'right', within: width });
  if (line.line === 'residual') {
    page.rule(baseline + 2 * scale, right - amountWidth + 12);
    page.rule(baseline + 3.4 * scale, right - amountWidth + 12);
  }
}

/** The lines to sign: two columns with name, date and signature. */
function drawSignatures(page: Page, { letterhead, words }: PageFacts): void {
  const column = (width - 24) / 2;
  page.rule(bodyEnd + 4, left, right, 0.8, '#333333');
  for (const [index, [title, name]] of (
    [
      [words.say('sign_off-prepared'), letterhead.preparedBy],
      [words.say('sign_off-reviewed'), letterhead.reviewedBy],
    ] as const
  ).entries()) {
    const x = left + index * (column + 24);
    page.text(title, x, bodyEnd + 18, { size: 9, weight: 'bold', within: column });
    for (const [row, label] of [
      words.say('sign_off-name'),
      words.say('sign_off-date'),
      words.say('sign_off-signature'),
    ].entries()) {
      const y = bodyEnd + 36 + row * 17 + (row === 2 ? 6 : 0);
      page.text(label, x, y, { colour: grey, within: 52 });
      page.rule(y + 1.5, x + 54, x + column, 0.5, '#333333');
      if (row === 0 && name !== undefined) page.text(outsideText(name, true), x + 58, y, { within: column - 60 });
    }
  }
}

/** When it was made and from what, at the foot of the paper. */
function drawFoot(page: Page, { knownAt, configuration, scope }: SignOff, facts: PageFacts): void {
  const { words } = facts;
  const made = localTime(facts.madeAt, scope.zone);
  const time =
    facts.manifest === undefined
      ? words.say('sign_off-made_at', { time: made, zone: scope.zone })
      : words.say('sign_off-closed_at', { time: made, zone: scope.zone });
  const known =
    knownAt === undefined
      ? words.say('sign_off-no_run')
      : words.say('sign_off-known_through', { time: localTime(knownAt, scope.zone) });
  const lines = [
    `${time}, ${known}; ${words.say('sign_off-program', { version: facts.version })}`,
    ...(configuration === undefined ? [] : [words.say('sign_off-configuration', { sha256: configuration })]),
    ...(facts.manifest === undefined ? [] : [words.say('sign_off-manifest', { sha256: facts.manifest })]),
  ];
  for (const [index, line] of lines.entries())
    page.text(line, left, paper.height - 36 + (index - 1) * 9, { size: 6.5, colour: grey });
}

function draw(page: Page, signOff: SignOff, facts: PageFacts): void {
  const { words, isPersonalShown } = facts;
  const top = drawTitle(page, drawLetterhead(page, facts), signOff, facts);
  let y = top;
  const { lines, scale } = fittedLines(signOff, bodyEnd - top, { words, isPersonalShown });
  for (const line of lines) {
    drawLine(page, line, y, scale);
    y += lineHeights[line.line] * scale;
  }
  drawSignatures(page, facts);
  drawFoot(page, signOff, facts);
}

/**
 * Writes the page of a company, currency and period that people sign: one sheet of A4 as PDF/A-2b. The same content gives the same bytes:
 * the time in the file is the time printed on the page.
 */
export async function signOffPdf(signOff: SignOff, facts: PageFacts): Promise<SignOffPdf> {
  const { words, version, madeAt, letterhead } = facts;
  const { company, from, to } = signOff.scope;
  const options: PDFKit.PDFDocumentOptions = {
    subset: 'PDF/A-2b',
    lang: words.language,
    displayTitle: true,
    info: {
      // names and codes of the configuration, whose characters have no meaning in XML
      Title: `${words.say('sign_off-title', { currency: signOff.currency })}, ${company}, ${from} ${words.say('to')} ${lastDay({ to })}`,
      Creator: `tieout ${version}`,
      CreationDate: new Date(madeAt),
    },
  };
  const { bytes, drawn: fonts } = await writeDocument(options, (doc) => {
    const opened = new PageFonts(doc, letterhead.fonts);
    draw(new Page(doc, opened), signOff, facts);
    return opened;
  });
  return { bytes, missing: [...fonts.missing].sort().join('') };
}
