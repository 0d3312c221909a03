/** More than this in one comment or CDATA section is not a workbook that a program wrote. */
const longestSection = 16 * 1024 ** 2;

const CARRIAGE_RETURN = 13;
const LESS = 60;
const specials = [33, 63] as const;

/** Whether a piece has nothing to clean, as nearly all have: each search is for one letter. */
function isPlain(bytes: Buffer): boolean {
  if (bytes.length === 0 || bytes[bytes.length - 1] === LESS || bytes.includes(CARRIAGE_RETURN)) return false;
  return specials.every((letter) => {
    // a first letter that belongs to a `<` before it is not here: that `<` was held back
    let at = bytes.indexOf(letter, 1);
    while (at > 0 && bytes[at - 1] !== LESS) at = bytes.indexOf(letter, at + 1);
    return at < 0;
  });
}

/** The position of the next `<!` or `<?`; searching for one letter is many times faster than for two. */
function nextSpecial(text: string, from: number): number {
  let nearest = -1;
  for (const letter of ['!', '?']) {
    let at = text.indexOf(letter, from + 1);
    while (at > 0 && text[at - 1] !== '<') at = text.indexOf(letter, at + 1);
    if (at > 0 && (nearest < 0 || at - 1 < nearest)) nearest = at - 1;
  }
  return nearest;
}

const sections = [
  { start: '<!--', end: '-->' },
  { start: '<![CDATA[', end: ']]>' },
  { start: '<?', end: '?>' },
] as const;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Takes XML as UTF-8 in pieces and gives it without comments and processing instructions, with CDATA sections as escaped text and
 * line breaks as XML defines them, so that whoever reads it finds tags and text only. A document type is refused:
 * what it may define has no place in a table.
 */
export function markupCleaner(damaged: (message: string) => Error): { clean(chunk: Buffer): Buffer; end(): void } {
  let held = '';

  /** Everything up to `from` is clean; takes the sections from there. What is not complete is held back. */
  function withoutSections(text: string, first: number): string {
    let clean = '';
    let from = 0;
    for (let at = first; at >= 0; at = nextSpecial(text, from)) {
      const section = sections.find(({ start }) => text.startsWith(start, at));
      if (section === undefined) {
        if (sections.some(({ start }) => start.startsWith(text.slice(at)))) {
          held = text.slice(at);
          return clean + text.slice(from, at);
        }
        throw damaged('it has a document type declaration, which is refused');
      }
      clean += text.slice(from, at);
      const content = at + section.start.length;
      const end = text.indexOf(section.end, content);
      if (end < 0) {
        held = text.slice(at);
        if (held.length > longestSection) throw damaged('a comment in it does not end');
        return clean;
      }
      if (section.start === '<![CDATA[') clean += escaped(text.slice(content, end));
      from = end + section.end.length;
    }
    return clean + text.slice(from);
  }

  return {
    clean(chunk) {
      if (held === '' && isPlain(chunk)) return chunk;
      // one letter for each byte: what is looked for is ASCII
      let text = held + chunk.toString('latin1');
      held = '';
      let tail = '';
      const last = text.charCodeAt(text.length - 1);
      // a line break or the start of a section may go on in the next piece
      if (last === CARRIAGE_RETURN || last === LESS) {
        tail = text.slice(-1);
        text = text.slice(0, -1);
      }
      if (text.includes('\r')) text = text.replaceAll(/\r\n?/g, '\n');
      const first = nextSpecial(text, -1);
      if (first >= 0) text = withoutSections(text, first);
      held += tail;
      return Buffer.from(text, 'latin1');
    },
    end() {
      if (held !== '' && held !== '\r') throw damaged('it ends inside a tag or a comment');
    },
  };
}
