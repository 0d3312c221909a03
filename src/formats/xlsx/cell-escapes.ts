const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function entityText(name: string): string | undefined {
  const code = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name);
  if (code === null) return Object.hasOwn(named, name) ? named[name] : undefined;
  const point = code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16);
  return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : undefined;
}

/** Text of an XML part with its entities resolved; undefined when one of them is none of XML's own. */
export function withoutEntities(text: string): string | undefined {
  if (!text.includes('&')) return text;
  let isKnown = true;
  const resolved = text.replaceAll(/&([^;&]{0,12};?)/g, (_whole, name: string) => {
    const found = name.endsWith(';') ? entityText(name.slice(0, -1)) : undefined;
    if (found === undefined) isKnown = false;
    return found ?? '';
  });
  return isKnown ? resolved : undefined;
}

/** Characters that XML cannot hold are written as _x000D_, and an underscore that would look like that as _x005F_. */
export function withoutEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9a-fA-F]{4})_/g, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
