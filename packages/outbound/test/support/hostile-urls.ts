import { readFileSync } from 'node:fs';
import { shared } from '@severe/testing/shared';

/** A line of `hostile/ssrf-urls.txt`: a URL of a receiver, and what must happen to it. */
export interface HostileUrl {
  url: string;
  /** `literal`: decided from the URL alone; `dns`, `redirect`: with the answers in `fixture`; `control`: accepted. */
  kind: string;
  fixture: string;
  expected: string;
  why: string;
}

/** The lines of `hostile/ssrf-urls.txt`; none where it is missing. */
export const hostileUrls: HostileUrl[] = readLines();

function readLines(): HostileUrl[] {
  const file = shared('hostile/ssrf-urls.txt');
  if (!file) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter((line) => line && !line.startsWith('#')); // prettier-ignore
  return lines.map((line) => {
    const [url, kind, fixture, expected, why] = line.split('\t');
    return { url, kind, fixture, expected, why };
  });
}
