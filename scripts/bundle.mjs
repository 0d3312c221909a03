// `node scripts/bundle.mjs [FOLDER]`: bundles src/ of the product in a folder, this one unless another is given, into dist/: what the command runs.
// Hundreds of modules cost a command more than its work. Nothing is minified.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { parse } from 'yaml';

const root = resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));

/** The packages that most commands load, and all that they import. The others stay packages: few commands load them, or they read files beside themselves. */
const bundled = new Set([
  '@duckdb/node-api',
  'commander',
  'dinero.js',
  'lossless-json',
  'string-width',
  'temporal-polyfill',
  'undici',
  'wrap-ansi',
  'yaml',
  'zod',
]);

const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Each connector is an entry: the registry finds it by its folder. */
const manifests = readdirSync(join(root, 'src', 'connectors'))
  .filter((name) => existsSync(join(root, 'src', 'connectors', name, 'manifest.ts')))
  .map((name) => [`connectors/${name}/manifest`, `src/connectors/${name}/manifest.ts`]);

rmSync(join(root, 'dist'), { recursive: true, force: true });
const { warnings } = await build({
  absWorkingDir: root,
  entryPoints: { cli: 'src/cli.ts', ...Object.fromEntries(manifests) },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  // all in one folder, from which src/package-root.ts finds the folder of the package
  chunkNames: '[name]-[hash]',
  format: 'esm',
  platform: 'node',
  tsconfig: 'tsconfig.build.json',
  external: Object.keys(dependencies).filter((name) => !bundled.has(name)),
  // for what the bundled CommonJS packages require
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
});
if (warnings.length > 0) process.exit(1);

/** The code tables of fonts that PDF files name without containing them. The package has 38 MB, of which nothing else is used. */
const tables = join(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json'))), 'cmaps');
cpSync(tables, join(root, 'dist', 'cmaps'), { recursive: true });

/** The fonts of the page that people sign, with their licence. The package has 22 fonts of 10 MB. */
const fonts = dirname(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/package.json')));
for (const file of ['ttf/DejaVuSansCondensed.ttf', 'ttf/DejaVuSansCondensed-Bold.ttf', 'LICENSE'])
  cpSync(join(fonts, file), join(root, 'dist', 'fonts', basename(file)));

/** The shipped definitions of reports as data: a command reads the YAML of a definition only if the file has changed since. */
const definitions = readdirSync(join(root, 'reports'))
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => {
    const text = readFileSync(join(root, 'reports', file), 'utf8');
    const sha256 = createHash('sha256').update(text).digest('hex');
    return [file.slice(0, -'.yaml'.length), { sha256, content: parse(text) }];
  });
writeFileSync(join(root, 'dist', 'definitions.json'), JSON.stringify(Object.fromEntries(definitions)));
