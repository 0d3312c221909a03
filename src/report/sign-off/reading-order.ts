/** A part of a text that one font prints as a whole. */
export type Run = { text: string; font: string };

/** Right to left, a number, neither (spaces and signs), or left to right. */
type Kind = 'right' | 'number' | 'neutral' | 'left';

type Piece = Run & { kind: Kind };

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

function kindOf(character: string, before: Kind | undefined): Kind {
  if (/\p{N}/u.test(character)) return 'number';
  if (/[\s\p{P}\p{S}]/u.test(character)) return 'neutral';
  // a mark belongs to the letter before it
  if (/\p{M}/u.test(character) && before !== undefined) return before;
  return rightToLeft.test(character) ? 'right' : 'left';
}

/** The characters of a text, joined as long as their font and kind are the same. */
function piecesOf(characters: readonly Run[]): Piece[] {
  const pieces: Piece[] = [];
  for (const { text, font } of characters) {
    const last = pieces.at(-1);
    const kind = kindOf(text, last?.kind);
    if (last?.font === font && last.kind === kind) last.text += text;
    else pieces.push({ text, font, kind });
  }
  return pieces;
}

/** Pieces in which a number with a sign inside it, such as 1,234.50 or 15/2, is one number. */
function withWholeNumbers(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const [number, sign] = joined.slice(-2);
    const isInside = sign?.kind === 'neutral' && /^[.,/:\u2212-]$/.test(sign.text) && sign.font === piece.font;
    if (piece.kind === 'number' && number?.kind === 'number' && isInside && number.font === piece.font)
      joined.splice(-2, 2, { ...number, text: `${number.text}${sign?.text}${piece.text}` });
    else joined.push(piece);
  }
  return joined;
}

/** The end of the text from right to left that begins at a place: after its last letter or number. */
function endOfRightToLeft(pieces: readonly Piece[], from: number): number {
  let end = from + 1;
  for (let at = from + 1; at < pieces.length; at += 1) {
    const kind = pieces[at]?.kind;
    if (kind === 'left') break;
    if (kind !== 'neutral') end = at + 1;
  }
  return end;
}

/**
 * The parts of a line in the order in which they are printed from left to right, where the line itself reads from left to right. Letters
 * within a part from right to left are ordered by the font; the parts of such a text, and the numbers in it, are ordered here.
 */
export function inReadingOrder(characters: readonly Run[]): Run[] {
  const pieces = withWholeNumbers(piecesOf(characters));
  const runs: Run[] = [];
  let isJoined = false;
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (piece === undefined) break;
    if (piece.kind === 'right') {
      const end = endOfRightToLeft(pieces, at);
      runs.push(
        ...pieces
          .slice(at, end)
          .reverse()
          .map(({ text, font }) => ({ text, font })),
      );
      at = end - 1;
      isJoined = false;
      continue;
    }
    const last = runs.at(-1);
    if (isJoined && last?.font === piece.font) last.text += piece.text;
    else runs.push({ text: piece.text, font: piece.font });
    isJoined = true;
  }
  return runs;
}
