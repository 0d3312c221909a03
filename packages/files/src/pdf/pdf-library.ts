import { z } from 'zod';
import { boundStreamsOfLibrary } from './bounded-streams.ts';
import { CodeTableMissing, codeTables } from './code-tables.ts';

/*
 * The border to the library that reads PDF files (unpdf: PDF.js as one module). Its own types cannot be resolved by Node's rules, so the
 * few members that are used are declared here, and what they return is checked.
 */

/** A run of text as the library gives it: its matrix from the text to the page, and its width on the page. */
const runSchema = z.object({
  str: z.string(),
  transform: z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]),
  width: z.number(),
  fontName: z.string(),
});

/** A mark in the content: the beginning or end of a part that a layer or the structure of the document names. */
const markSchema = z.object({ type: z.string(), tag: z.string().nullish() });

const contentSchema = z.object({
  items: z.array(z.union([runSchema, markSchema])),
  styles: z.record(z.string(), z.object({ fontFamily: z.string() })),
});

export type PdfRun = z.infer<typeof runSchema>;
export type PdfContent = z.infer<typeof contentSchema>;

const matrix = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]);

type Page = {
  getViewport(options: { scale: number }): { transform: unknown; width: number; height: number };
  getTextContent(options: { includeMarkedContent: boolean }): Promise<unknown>;
  cleanup(): boolean;
};

type Layers = Iterable<unknown> & { isVisible(group: { type: string; id: string }): boolean };

type LoadedDocument = {
  numPages: number;
  getPage(number: number): Promise<Page>;
  getOptionalContentConfig(): Promise<Layers>;
};

type LoadingTask = { promise: Promise<LoadedDocument>; destroy(): Promise<void> };

const isFunction = (value: unknown) => typeof value === 'function';

const librarySchema = z.object({
  getDocument: z.custom<(parameters: Readonly<Record<string, unknown>>) => LoadingTask>(isFunction),
});

/** An open document. */
export type PdfDocument = {
  pageCount: number;
  /** Whether the document has layers that are not shown. */
  hasHiddenLayers: boolean;
  /** The text of a page, and the matrix from the page to its upright view with the origin at the top left. */
  page(number: number): Promise<{ content: PdfContent; view: z.infer<typeof matrix>; width: number; height: number }>;
  close(): Promise<void>;
};

/** Nothing of a document is run, fetched or drawn: only its text is read. An unreadable part is an error. */
const onlyText = {
  stopAtErrors: true,
  isEvalSupported: false,
  enableXfa: false,
  disableFontFace: true,
  useSystemFonts: false,
  useWorkerFetch: false,
  useWasm: false,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  disableAutoFetch: true,
  verbosity: 0,
};

async function hasHiddenLayers(document: LoadedDocument): Promise<boolean> {
  const layers = await document.getOptionalContentConfig();
  const groups = z.array(z.tuple([z.string(), z.unknown()])).parse([...layers]);
  return groups.some(([id]) => !layers.isVisible({ type: 'OCG', id }));
}

/** A large module, which only a PDF needs. */
let loaded: Promise<z.infer<typeof librarySchema>> | undefined;

async function load() {
  const library = librarySchema.parse(await import('unpdf/pdfjs'));
  boundStreamsOfLibrary();
  return library;
}

/** Opens a document. Throws the library's errors: PasswordException, InvalidPDFException and others. */
export async function openDocument(bytes: Uint8Array, password: string | undefined): Promise<PdfDocument> {
  loaded ??= load();
  const library = await loaded;
  const { CodeTables, missing } = codeTables();
  const task = library.getDocument({
    ...onlyText,
    CMapReaderFactory: CodeTables,
    data: bytes,
    ...(password === undefined ? {} : { password }),
  });
  try {
    const document = await task.promise;
    return {
      pageCount: document.numPages,
      hasHiddenLayers: await hasHiddenLayers(document),
      async page(number) {
        const page = await document.getPage(number);
        const { transform, width, height } = page.getViewport({ scale: 1 });
        const content = contentSchema.parse(await page.getTextContent({ includeMarkedContent: true }));
        page.cleanup();
        if (missing[0] !== undefined) throw new CodeTableMissing(missing[0]);
        return { content, view: matrix.parse(transform), width, height };
      },
      close: () => task.destroy(),
    };
  } catch (error) {
    await task.destroy();
    throw error;
  }
}
