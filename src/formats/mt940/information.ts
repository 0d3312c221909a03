import { givenReference, joined } from '../bank/opened-bank-file.ts';

/** What the field :86: of an entry says. */
export type Information = { text: string | null; reference: string | null };

/** The words by which SEPA texts mark their parts: EREF+ is the reference of the payer, SVWZ+ the purpose. */
const sepaPart = /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|PURP|IBAN|BIC|COAM|OAMT)\+/;

/** The widest a part of a structured text can be: at that width a word may go on in the next part. */
const fullPart = 27;

/** The parts of a structured text (?20, ?21 …) in one, a word that was broken at full width put together again. */
function joinParts(parts: readonly string[]): string {
  return parts.reduce(
    (text, part, index) => text + (index > 0 && (parts[index - 1] ?? '').length < fullPart ? ' ' : '') + part,
    '',
  );
}

function sepaParts(purpose: string): Map<string, string> {
  const [, ...pieces] = purpose.split(sepaPart);
  const parts = new Map<string, string>();
  for (let at = 0; at + 1 < pieces.length; at += 2) parts.set(pieces[at] ?? '', (pieces[at + 1] ?? '').trim());
  return parts;
}

/** A text with a code of three digits and parts ?00 to ?63, as German banks and others write it. */
function readStructured(lines: readonly string[]): Information | undefined {
  const text = lines.join('');
  const separator = /^\d{3}([?<>^~@])\d{2}/.exec(text)?.[1];
  if (separator === undefined) return undefined;
  const parts = text
    .split(separator)
    .slice(1)
    .map((part) => ({ code: Number(part.slice(0, 2)), content: part.slice(2) }));
  const contents = (isWanted: (code: number) => boolean) =>
    parts.filter(({ code }) => isWanted(code)).map(({ content }) => content);
  const purpose = joinParts(contents((code) => (code >= 20 && code <= 29) || (code >= 60 && code <= 63))).trim();
  const name = contents((code) => code === 32 || code === 33).join('');
  const sepa = sepaParts(purpose);
  const subject = sepa.get('SVWZ') ?? (sepa.size === 0 ? purpose : (purpose.split(sepaPart)[0] ?? ''));
  return {
    text: joined([...contents((code) => code === 0), subject, name]),
    reference: givenReference(sepa.get('EREF')) ?? givenReference(sepa.get('KREF')),
  };
}

/** Reads the field :86: of an entry: structured, with code words between slashes (/EREF/…/REMI/…), or free text. */
export function readInformation(lines: readonly string[]): Information {
  const structured = readStructured(lines);
  if (structured !== undefined) return structured;
  const free = lines.map((line) => line.trim()).join(lines.some((line) => /^\/[A-Z]{3,4}\//.test(line)) ? '' : ' ');
  const [, slashed] = /\/EREF\/([^/]*)/.exec(free) ?? [];
  const [, plus] = /EREF\+([^+]*?)(?=\s|$|[A-Z]{4}\+)/.exec(free) ?? [];
  return { text: joined([free]), reference: givenReference(slashed ?? plus) };
}
