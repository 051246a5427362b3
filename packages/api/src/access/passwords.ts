import { hash, verify } from '@node-rs/argon2';
import { FairTurns } from '@severe/async';
import { invalid, type Settings } from '@severe/base';
import { networkOfClient } from '@severe/http';
import { dictionary } from '@zxcvbn-ts/language-common';

/**
 * Hashing runs in threads of libuv, at most two at a time. Networks take turns: sign-ups and logins from one do not hold up those
 * from others.
 */
const turns = new FairTurns({ name: 'password hashing', places: 2, maxWaiting: 32 });

/**
 * Memory in KiB, passes and lanes: the first choice of OWASP for argon2id.
 *
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/**
 * The argon2id hash of a password, in the PHC string format. All of the password counts, whatever its length.
 *
 * @param client whose turn it takes, as `clientAddress` returns it
 * @throws {UpstreamError} if many of its network wait
 */
export function hashPassword(password: string, client: string): Promise<string> {
  return turns.run(networkOfClient(client), undefined, () => hash(normalised(password), cost));
}

/** A hash that no known password has. */
export function unknownPasswordHash(client: string): Promise<string> {
  return hashPassword(crypto.randomUUID(), client);
}

/** Such a hash, so that an unknown user takes the time of a known one. */
let decoy: Promise<string> | undefined;

/**
 * Whether a password has a hash.
 *
 * @param expected undefined if there is no such user: then the result is false, in the same time
 * @param client   as for `hashPassword`
 */
export async function isPassword(password: string, expected: string | undefined, client: string): Promise<boolean> {
  const reference = expected ?? (await (decoy ??= unknownPasswordHash('the service')));
  const matches = await turns.run(networkOfClient(client), undefined, () => verify(reference, normalised(password)));
  return matches && expected !== undefined;
}

/** One form for characters that can be typed in several ways (NIST SP 800-63B, 3.1.1.2). */
function normalised(password: string): string {
  return password.normalize('NFKC');
}

/** The most common 49,000 passwords of leaked collections, in lower case. */
const common = new Set<string>(dictionary['passwords-common']);

/**
 * Refuses the passwords that are guessed first, unless the operator has turned the list off. There are no rules about kinds of
 * characters (NIST SP 800-63B, 3.1.1.2).
 *
 * @throws {RequestError} 422
 */
export function assertUncommon(password: string, { passwordBlocklist }: Pick<Settings, 'passwordBlocklist'>): void {
  if (!passwordBlocklist || !common.has(password.toLowerCase())) return;
  throw invalid(['body', 'password'], 'This password is among the most common ones; choose another one');
}
