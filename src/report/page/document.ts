import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Words } from '../../messages/words.ts';
import { packageRoot } from '../../package-root.ts';
import { escaped } from './html.ts';

/** A file of reports/ that pages hold, without its indentation. */
const partOfPage = (name: string) =>
  readFileSync(join(packageRoot, 'reports', name), 'utf8')
    .replaceAll(/\n\s*/g, '\n')
    .trim();

/** The fields of a row that its details show next to each other for both sides. */
const pairedFields = ['reference', 'amount', 'at', 'file_name', 'line_no', 'key'];

/** The texts of the page's script, in the language of the page. */
function scriptWords(words: Words): string {
  const texts = ['shown', 'details', 'history'].map((name) => [name, words.say(`table-${name}`)]);
  const pairs = Object.fromEntries(pairedFields.map((field) => [field, words.say(`table-pairs-${field}`)]));
  return jsonInHtml({ ...Object.fromEntries(texts), pairs });
}

/** JSON for a page, without anything that could end the element around it. */
export function jsonInHtml(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');

type Page = {
  language: string;
  title: string;
  /** The HTML of the page. */
  main: string;
  /** HTML before it, such as a link to its first part. */
  before?: string;
  /** Rules of this page, after those of every page. */
  style?: string;
  /** The texts of the script that sorts and filters tables and opens their rows; without them the page has no script. */
  scriptWords?: Words;
};

/** A page in one file that needs no network: its policy allows only its own style and script, by their hashes. */
export function documentHtml({
  language,
  title,
  main,
  before = '',
  style: own = '',
  scriptWords: words,
}: Page): string {
  const style = `${partOfPage('page.css')}${own}`;
  const script = words === undefined ? '' : partOfPage('page.js');
  const allowed = words === undefined ? '' : ` script-src 'sha256-${sha256(script)}';`;
  const policy = `default-src 'none'; style-src 'sha256-${sha256(style)}';${allowed} base-uri 'none'; form-action 'none'`;
  const scripts =
    words === undefined
      ? ''
      : `<script type="application/json" id="words">${scriptWords(words)}</script><script>${script}</script>`;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escaped(title)}</title><style>${style}</style></head>
<body>${before}<main>
${main}
</main>${scripts}</body></html>
`;
}
