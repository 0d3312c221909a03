import { expect, test } from 'vitest';
import { givenInspections, kindNamed } from '../given/inspected.ts';

const { inspectText } = givenInspections();

const looks: [string, string | Buffer, string][] = [
  ['page.csv', '<!doctype html><html><body>Please log in</body></html>', 'a web page (HTML)'],
  ['empty.csv', '', 'an empty file'],
  ['letter.rtf', '{\\rtf1\\ansi Dear customer}', 'a formatted text (RTF)'],
  ['document.json', '{"a": 1, "b": [1, 2]}', 'a JSON document with the keys a, b'],
  ['fruit.csv', 'Name,Colour,Weight\nApple,red,12\nPear,green,14\n', 'a table with the columns Name, Colour, Weight'],
  ['numbers.csv', '1;2;3\n4;5;6\n', 'a table of 3 columns without a header'],
  ['letter.txt', 'Dear customer\nthank you\n', 'a text without columns'],
  ['feed.xml', '<?xml version="1.0"?>\n<!-- a feed -->\n<rss version="2.0"><channel/></rss>', 'an XML document (rss)'],
];

test.each(looks)('%s is not called a statement of the gateway', async (name, content, look) => {
  const { kind, now, proposal, fitted } = await inspectText(name, content, { currency: null });
  expect(kind.isAssumed).toBe(true);
  expect(now.error?.message).toBe(`The file looks like ${look}, and nothing in the file shows its kind.`);
  for (const known of ['statement', 'orders', 'bank', 'callbacks']) expect(now.error?.remedy).toContain(`${known} (`);
  expect(now.error?.message).not.toContain('company statement');
  expect({ terms: proposal.terms, fitted }).toEqual({ terms: {}, fitted: null });
});

test('A file whose kind was named is refused as one of that kind', async () => {
  const content = '<!doctype html><html></html>';
  const { kind, now } = await inspectText('page.csv', content, { as: kindNamed('bank'), currency: null });
  expect(kind.isAssumed).toBeUndefined();
  expect(now.error?.message).toBe('Expected a bank statement as CSV; found a web page (HTML).');
});
