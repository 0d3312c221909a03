import { lineText, type PdfLine } from './page-lines.ts';

/** Words at the end of a page, and remarks between its lines. */
const remark =
  /^(?:perhatian|note\b|nota\b|important|notis|page\b|muka ?surat|halaman|m\/s|continued?|bersambung|sambungan|\**\s*end of statement|penyata tamat|protected by|dilindungi|member of|ahli pidm|this is a computer|ini adalah cetakan|computer generated|the (?:items|bank)|segala butiran|please|sila)\b/i;

/** Whether a line is a remark or the end of a page, and not part of an entry. */
export const isRemark = (line: PdfLine): boolean => remark.test(lineText(line));
