/** One statement of a text, as the user wrote it. */
export type StatementPart = { text: string /** The line on which it begins, 1-based. */; line: number };

/** What may contain a semicolon that ends nothing, a semicolon, or anything else. A doubled quote ends one string and begins the next. */
const token = /'[^']*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^'"$\-/;\s]+|\s+|[\s\S]/g;
const isBlank = (text: string) => /^(?:\s|--|\/\*)/.test(text);

/** The statements of an SQL text. They say where an error is; what is run is what DuckDB itself reads in the text. */
export function statementParts(sql: string): StatementPart[] {
  const parts: StatementPart[] = [];
  let line = 1;
  let open: StatementPart | undefined;
  for (const [text] of sql.matchAll(token)) {
    if (text === ';') open = undefined;
    else if (open !== undefined) open.text += text;
    else if (!isBlank(text)) {
      open = { text, line };
      parts.push(open);
    }
    line += text.split('\n').length - 1;
  }
  return parts;
}
