import type { NewUser } from '../../../src/index.ts';

/** A new account, with changes. */
export function newUser(change: Partial<NewUser> = {}): NewUser {
  return { email: 'ann@example.org', name: 'Ann', passwordHash: '$argon2id$', ...change };
}
