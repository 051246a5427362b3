import { openSync, closeSync, fstatSync, readFileSync } from 'node:fs';

/** Largest file of a setting, bytes: certificates in addresses are the longest. */
const mostBytes = 1 << 16;

/** The end of the name of a variable that names a file instead of holding the value. */
const ending = '_FILE';

/**
 * Variables with the contents of files that others name: `S3_SECRET_KEY_FILE=/run/secrets/s3` stands for `S3_SECRET_KEY`. A
 * line break at the end is not part of the value.
 *
 * @param names of the variables that can come from files
 * @returns the variables, and what is wrong with files; no message has their contents
 */
export function withFiles(
  env: Record<string, string | undefined>,
  names: readonly string[],
): { variables: Record<string, string | undefined>; problems: string[] } {
  const variables = { ...env };
  const problems: string[] = [];
  for (const name of names) {
    const path = env[name + ending];
    if (path === undefined || path === '') continue;
    if (env[name] !== undefined && env[name] !== '') {
      problems.push(`${name} and ${name}${ending} are both set; one of them is needed`);
      continue;
    }
    const read = contentOf(path);
    if ('problem' in read) problems.push(`${name}${ending} ${read.problem}, got ${JSON.stringify(path)}`);
    else variables[name] = read.content;
  }
  return { variables, problems };
}

function contentOf(path: string): { content: string } | { problem: string } {
  try {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      if (size > mostBytes) return { problem: `needs a file of at most ${mostBytes} bytes` };
      const content = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      return content === '' ? { problem: 'needs a file with a value' } : { content };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return { problem: `needs a file that can be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})` };
  }
}
