/** The part of a URL that may be shown: user names, passwords and the values of what looks secret are taken out. */
export function shownUrl(url: string): string {
  try {
    const parsed = new URL(url);
    parsed.username = '';
    parsed.password = '';
    for (const name of [...parsed.searchParams.keys()]) {
      if (/token|key|secret|signature|sig|password|auth|checksum|credential/i.test(name)) {
        parsed.searchParams.set(name, 'redacted');
      }
    }
    return parsed.toString();
  } catch {
    return '[not a URL]';
  }
}

/** A text from a server, shortened and without anything that looks like a secret, for an error message. */
export function shownText(text: string): string {
  return text
    .replaceAll(/bearer\s+[^\s"']+/gi, 'Bearer [redacted]')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 300);
}
