import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Commands that document an error, by a part of the command; every other request must succeed. */
const documentedErrors: [part: string, status: number][] = [
  ['/models/hrrr/point?lat=100', 422],
  ['/admin/users', 403],
];

/** Writes the status of each request to standard error. */
const reportingCurl = 'curl() { command curl -w "%{stderr}status %{http_code}\\n" "$@"; }';

/** Exit code of `curl` when `--max-time` ends a stream. */
const timedOut = 28;

/** The lines of the shell blocks of a document. */
export function shellLines(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, code]) => code);
  return blocks.flatMap((code) => code.split('\n').map((line) => line.trim())).filter((line) => line !== '');
}

/**
 * Runs shell lines of a document one after another, as a reader would, against a service at another address. They need bash,
 * curl and jq.
 *
 * @returns what is wrong, by line: an error status, an exit code, or a variable without a value
 */
export async function commandProblems(lines: readonly string[], url: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'severe-documented-'));
  const variables: string[] = [];
  const problems: string[] = [];
  try {
    for (const line of lines) {
      const here = line.replaceAll('http://127.0.0.1:8080', url);
      const [, variable] = /^([A-Z]+)=/.exec(here) ?? [];
      const show = variable ? `declare -p ${variable}` : '';
      const done = await bash(['set -o pipefail', reportingCurl, ...variables, here, show].join('\n'), folder);
      if (variable) variables.push(done.stdout.trim().split('\n').at(-1)!);
      const problem = problemOf(here, done);
      if (problem) problems.push(`${line}: ${problem}`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return problems;
}

interface Done {
  code: number;
  stdout: string;
  stderr: string;
}

function bash(script: string, cwd: string): Promise<Done> {
  return new Promise((resolve) => {
    const child = execFile('bash', ['-c', script], { cwd, maxBuffer: 64 << 20 }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? 1, stdout, stderr }),
    );
  });
}

function problemOf(line: string, { code, stdout, stderr }: Done): string | undefined {
  const wanted = documentedErrors.find(([part]) => line.includes(part))?.[1];
  const statuses = [...stderr.matchAll(/^status (\d+)$/gm)].map(([, status]) => Number(status));
  const wrong = statuses.find((status) => (wanted === undefined ? status >= 400 : status !== wanted));
  if (wrong !== undefined) return `status ${wrong}`;
  if (code !== 0 && !(code === timedOut && line.includes('--max-time'))) return `exit code ${code}: ${stderr.trim()}`;
  return /^declare -- \w+="(null)?"$/m.test(stdout) ? 'the variable has no value' : undefined;
}
