import { basename, isAbsolute, relative } from 'node:path';

type Call = {
  /** The script as Node received it: a link in a bin folder, or the file itself. */
  script: string;
  cwd: string;
  /** The npm command that started the process, such as exec (npx). */
  npm: string | undefined;
};

/**
 * The command as the user called it, so that a hint works when it is copied: `tieout` on the path, `npx tieout` in a
 * project, `node dist/cli.js` in a clone.
 */
export function commandName({ script, cwd, npm }: Call): string {
  const fromHere = relative(cwd, script);
  const isBelow = !fromHere.startsWith('..') && !isAbsolute(fromHere);
  // a shell does not find the copy that is installed in a project
  if (npm === 'exec' || (isBelow && /[\\/]?node_modules[\\/]/.test(fromHere))) return 'npx tieout';
  if (/[\\/]node_modules[\\/]/.test(script) || !/^cli\.[jt]s$/.test(basename(script))) return 'tieout';
  return `node ${isBelow ? fromHere : script}`;
}

/** A text whose hints (`tieout run`, in backticks) use the command as the user called it. */
export function withCommandName(text: string, name: string): string {
  return text.replaceAll(/`tieout(?=[ `])/g, () => `\`${name}`);
}
