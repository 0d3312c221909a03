const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

function entityText(name: string): string | undefined {
  const plain = named.get(name);
  if (plain !== undefined) return plain;
  const code = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name);
  if (code === null) return undefined;
  const point = code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16);
  return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : undefined;
}

function withoutEntities(text: string): string | undefined {
  let resolved = '';
  let from = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', from)) {
    const end = text.indexOf(';', at);
    const found = end < 0 ? undefined : entityText(text.slice(at + 1, end));
    if (found === undefined) return undefined;
    resolved += text.slice(from, at) + found;
    from = end + 1;
  }
  return resolved + text.slice(from);
}

/**
 * Text of an XML part with its entities and escapes resolved; undefined where an entity is not predefined by XML. Characters that XML
 * cannot hold are written as _x000D_, and an underscore that would look like that as _x005F_.
 */
export function plainText(written: string): string | undefined {
  const text = written.includes('&') ? withoutEntities(written) : written;
  if (text === undefined || !text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9a-fA-F]{4})_/g, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
