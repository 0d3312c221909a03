const secretName = /token|key|secret|signature|sig|password|auth|checksum|credential|policy/i;

/** The part of a URL that may be shown: user names, passwords and the values of what looks secret are taken out. */
export function shownUrl(url: string): string {
  try {
    const parsed = new URL(url);
    parsed.username = '';
    parsed.password = '';
    for (const name of [...parsed.searchParams.keys()]) {
      if (secretName.test(name)) parsed.searchParams.set(name, 'redacted');
    }
    return parsed.toString();
  } catch {
    return '[not a URL]';
  }
}

/** The host of a link that is a secret as a whole: whoever has a download link has the file. */
export function shownHost(url: string): string {
  return URL.canParse(url) ? `${new URL(url).origin}/…` : '[not a URL]';
}

/** A text from a server, on one line, shortened and without anything that looks like a secret, for an error message. */
export function shownText(text: string): string {
  if (/^\s*<(!doctype|html|head|body)/i.test(text)) return 'a web page came';
  return (
    text
      .replaceAll(/bearer\s+[^\s"']+/gi, 'Bearer [redacted]')
      .replaceAll(/\b[0-9a-f]{64,}\b/gi, '[redacted]')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a server's text must not drive the terminal
      .replaceAll(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
      .trim()
      .slice(0, 300)
  );
}
