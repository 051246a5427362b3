import { parseTime } from './clock.ts';
import { isAddress } from './secrets.ts';

/** A setting: where it comes from, what it is when absent, and one sentence for docs/operating.md. */
export interface Setting<T> {
  env: string;
  default: T;
  about: string;
  /** Whether its value is a secret or, as an address, can have one. No message has it. */
  secret?: boolean;
  /** Parses a text; `problem` states what is needed. */
  read: (text: string) => { value: T } | { problem: string };
}

export const text = (env: string, value: string, about: string): Setting<string> => ({
  env,
  default: value,
  about,
  read: (given) => ({ value: given }),
});

/** A token or password: whatever was given, no message repeats it. */
export const secret = (env: string, about: string): Setting<string> => ({ ...text(env, '', about), secret: true });

export const url = (env: string, value: string, protocols: string[], about: string): Setting<string> => ({
  env,
  default: value,
  about,
  secret: true,
  read: (given) => {
    const parsed = isAddress(given) ? new URL(given) : undefined;
    return parsed && protocols.includes(parsed.protocol)
      ? { value: given.replace(/(?<!\/)\/+$/, '') }
      : { problem: `needs a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}` };
  },
});

export const number = (env: string, value: number, min: number, max: number, about: string): Setting<number> => ({
  env,
  default: value,
  about,
  read: (given) => {
    const parsed = /^-?\d+(\.\d+)?$/.test(given) ? Number(given) : Number.NaN;
    return parsed >= min && parsed <= max ? { value: parsed } : { problem: `needs a number from ${min} to ${max}` };
  },
});

export const whole = (env: string, value: number, min: number, max: number, about: string): Setting<number> => ({
  env,
  default: value,
  about,
  read: (given) => {
    const parsed = /^\d+$/.test(given) ? Number(given) : Number.NaN;
    return parsed >= min && parsed <= max
      ? { value: parsed }
      : { problem: `needs a whole number from ${min} to ${max}` };
  },
});

export const oneOf = <T extends string>(env: string, value: T, choices: readonly T[], about: string): Setting<T> => ({
  env,
  default: value,
  about,
  read: (given) =>
    choices.includes(given as T) ? { value: given as T } : { problem: `needs one of ${choices.join(', ')}` },
});

export const flag = (env: string, value: boolean, about: string): Setting<boolean> => ({
  env,
  default: value,
  about,
  read: (given) =>
    given === 'true' || given === 'false' ? { value: given === 'true' } : { problem: 'needs true or false' },
});

/** Addresses of hosts by their names. */
export const addresses = (env: string, about: string): Setting<Readonly<Record<string, string>>> => ({
  env,
  default: {},
  about,
  secret: true,
  read: (given) => {
    const pairs = given.split(',').map((pair) => /^([a-z0-9.-]+(?::\d+)?)=(https?:\/\/\S+)$/.exec(pair.trim()));
    return pairs.every((pair) => pair !== null && isAddress(pair[2]))
      ? { value: Object.fromEntries(pairs.map((pair) => [pair![1], pair![2].replace(/(?<!\/)\/+$/, '')])) }
      : { problem: 'needs host=url pairs with commas between them, with http:// or https://' };
  },
});

/** Where a server listens. */
export interface HostAndPort {
  host: string;
  port: number;
}

/** Servers, each as `host:port`, with commas between them. */
export const servers = (env: string, about: string): Setting<readonly HostAndPort[]> => ({
  env,
  default: [],
  about,
  read: (given) => {
    const found = given.split(',').map((each) => /^(?:\[([\da-fA-F:]+)\]|([\w.-]+)):(\d{1,5})$/.exec(each.trim()));
    return found.every((parts) => parts !== null && Number(parts[3]) < 65_536)
      ? { value: found.map((parts) => ({ host: parts![1] ?? parts![2], port: Number(parts![3]) })) }
      : { problem: 'needs host:port with commas between them' };
  },
});

/** Names with commas between them; none stands for all. */
export const names = (env: string, about: string, byDefault: readonly string[] = []): Setting<readonly string[]> => ({
  env,
  default: byDefault,
  about,
  read: (given) => {
    const list = given.split(',').map((name) => name.trim());
    return list.every((name) => /^[a-z0-9_-]+$/.test(name))
      ? { value: list }
      : { problem: 'needs names with commas between them' };
  },
});

export const optionalTime = (env: string, about: string): Setting<Date | undefined> => ({
  env,
  default: undefined,
  about,
  read: (given) => {
    const at = parseTime(given);
    return at ? { value: at } : { problem: 'needs an ISO 8601 time' };
  },
});

export const pattern = (env: string, value: string, form: RegExp, needed: string, about: string): Setting<string> => ({
  env,
  default: value,
  about,
  read: (given) => (form.test(given) ? { value: given } : { problem: `needs ${needed}` }),
});
