/** Writes a document, and returns its bytes and the result of `draw`. The library is loaded only here. */
export async function writeDocument<T>(
  options: PDFKit.PDFDocumentOptions,
  draw: (doc: PDFKit.PDFDocument) => T,
): Promise<{ bytes: Buffer; drawn: T }> {
  const { default: PDFDocument } = await import('pdfkit');
  // nothing is compressed, because compressed bytes depend on the version of Node
  const doc = new PDFDocument({ size: 'A4', margin: 0, compress: false, pdfVersion: '1.7', ...options });
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  const drawn = draw(doc);
  doc.end();
  await ended;
  return { bytes: Buffer.concat(chunks), drawn };
}
