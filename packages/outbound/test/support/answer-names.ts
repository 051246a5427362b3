import { promises } from 'node:dns';
import { isIPv6 } from 'node:net';

/**
 * The answers of a name server.
 *
 * @param fixture as in `hostile/ssrf-urls.txt`: `A 8.8.8.8, A 10.0.0.9`, or one answer after the other as
 *   `1st A 8.8.8.8, 2nd A 10.0.0.9`; `-` for none
 * @returns gives the addresses of the next answer
 */
export function answersOf(fixture: string): () => string[] {
  const answers = fixture === '-' ? [] : fixture.split(', ').map((answer) => answer.replace(/^(\d\w\w )?A+ /, ''));
  if (!fixture.startsWith('1st')) return () => answers;
  let asked = 0;
  return () => [answers[Math.min(asked++, answers.length - 1)]];
}

/** What stands for the name servers. */
export interface AnsweredNames {
  /** Number of names that were looked up. */
  readonly asked: number;
  /** Restores the functions of Node. */
  stop(): void;
}

/** Answers every question of this process to name servers, as `answersOf` describes. */
export function answerNames(fixture: string): AnsweredNames {
  const next = answersOf(fixture);
  const names = promises.Resolver.prototype;
  const { resolve4, resolve6 } = names;
  let asked = 0;
  let answer: string[] = [];
  const only = async (isWanted: (address: string) => boolean): Promise<never> => {
    const found = answer.filter(isWanted);
    if (found.length === 0) throw Object.assign(new Error('query ENODATA'), { code: 'ENODATA' });
    return found as never;
  };
  // A name is looked up for both families at once, first for IPv4.
  names.resolve4 = () => {
    asked++;
    answer = next();
    return only((address) => !isIPv6(address));
  };
  names.resolve6 = () => only(isIPv6);
  return {
    get asked() {
      return asked;
    },
    stop: () => void Object.assign(names, { resolve4, resolve6 }),
  };
}
