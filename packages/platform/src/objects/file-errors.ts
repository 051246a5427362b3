import { messageOf } from '@severe/base';

/** Explanations of system error codes for operators; `%` stands for the folder. */
const problems: Record<string, string> = {
  ENOSPC: 'no space is left on the disk of %',
  EDQUOT: 'the disk quota of % is used up',
  EACCES: 'no permission to read and write in %',
  EPERM: 'no permission to read and write in %',
  EROFS: '% is on a read-only file system',
  EIO: 'the disk of % reports an input or output error',
  EMFILE: 'this process has too many files open to use %',
  ENFILE: 'this machine has too many files open to use %',
  ENOENT: '% is not there any more',
  ENOTDIR: 'a part of the path that should be a folder in % is a file',
  EISDIR: 'a part of the path that should be a file in % is a folder',
  ENOTEMPTY: 'a part of the path that should be a file in % is a folder',
  EEXIST: 'a part of the path that should be a folder in % is a file',
};

/** Whether an error means that the object does not exist. */
export function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error));
}

/** One sentence for operators, with the error code. */
export function problemOf(error: unknown, root: string): string {
  const code = codeOf(error);
  return problems[code] ? `${problems[code].replace('%', root)} (${code})` : messageOf(error);
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | undefined)?.code ?? '';
}
