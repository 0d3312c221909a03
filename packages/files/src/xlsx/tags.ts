/** Reading of tags in clean XML (see part-xml.ts), past the fast paths, in whatever order, spacing and quotes. */

export const isNameEnd = (code: number) =>
  code === 32 || code === 62 || code === 47 || code === 10 || code === 9 || code === 13;

/** The position after the tag that begins at `at`, or -1: a `>` in quotes does not end it. */
export function tagEnd(text: string, at: number): number {
  let from = at + 1;
  for (;;) {
    const end = text.indexOf('>', from);
    if (end < 0) return -1;
    // nearly no attribute holds a `>`: count the quotes only up to the first one found
    let quote = 0;
    for (let index = from; index < end; index += 1) {
      const code = text.charCodeAt(index);
      if (quote === 0 && (code === 34 || code === 39)) quote = code;
      else if (code === quote) quote = 0;
    }
    if (quote === 0) return end + 1;
    const close = text.indexOf(String.fromCharCode(quote), end);
    if (close < 0) return -1;
    from = close + 1;
  }
}

/** The value of an attribute of a tag, as written; undefined where the tag does not have it. */
export function attributeOf(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return found === null ? undefined : (found[1] ?? found[2]);
}

const startTag = /^<((?:[^\s:/>]+:)?)([^\s:/>]+)/;

/** The prefix and local name of a start tag. */
export function nameOf(tag: string): { prefix: string; name: string } {
  const [, prefix = '', name = ''] = startTag.exec(tag) ?? [];
  return { prefix, name };
}

/** The position after an element that begins at `at`, with everything in it, or -1 where it does not end. */
export function elementEnd(text: string, at: number): number {
  let depth = 0;
  let position = at;
  for (;;) {
    const start = text.indexOf('<', position);
    const end = start < 0 ? -1 : tagEnd(text, start);
    if (end < 0) return -1;
    if (text.charCodeAt(start + 1) === 47) depth -= 1;
    else if (text.charCodeAt(end - 2) !== 47) depth += 1;
    if (depth === 0) return end;
    position = end;
  }
}

/**
 * The text of the elements `t` in a shared or inline string: rich text has one for each run; a phonetic run (rPh) is
 * how the text is read aloud, not part of it.
 */
export function runsText(text: string, prefix: string): string {
  const phonetic = `<${prefix}rPh`;
  let result = '';
  let position = 0;
  for (;;) {
    const at = text.indexOf('<', position);
    if (at < 0) return result;
    if (text.startsWith(phonetic, at) && isNameEnd(text.charCodeAt(at + phonetic.length))) {
      position = elementEnd(text, at);
      if (position < 0) return result;
      continue;
    }
    const end = tagEnd(text, at);
    if (end < 0) return result;
    position = end;
    const open = `<${prefix}t`;
    if (!text.startsWith(open, at) || !isNameEnd(text.charCodeAt(at + open.length))) continue;
    if (text.charCodeAt(end - 2) === 47) continue;
    const close = text.indexOf('<', end);
    if (close < 0) return result;
    result += text.slice(end, close);
    position = close;
  }
}
