import { dayMs } from '@severe/async';
import type { Clock } from '@severe/base';
import { digestOf, newSecret, type Tables, type ValidSession } from '@severe/db';
import type { Session } from '@severe/http';
import { cookieOf, type RequestHeaders } from './cookie.ts';

/** Lifetime of a session, counted from its last extension; and its longest lifetime, counted from the login (decision 9.1). */
const idleMs = 30 * dayMs;
const absoluteMs = 90 * dayMs;
/** A session is extended when the last extension is older than this. */
const renewAfterMs = dayMs;

/** Sessions of users, held by a cookie. Each call reads the database, so that a session that ended is invalid at once. */
export interface Sessions {
  /** The session of a request. Extends its lifetime at most once a day. */
  find(headers: RequestHeaders): Promise<Session | undefined>;
  /** The digest of the cookie of a request; undefined without one. Whether its session is valid is not checked. */
  digestIn(headers: RequestHeaders): Buffer | undefined;
  /**
   * Starts a session with a new value, and ends that of the request.
   *
   * @param login user, and hash of the password that was verified
   * @returns `Set-Cookie`; undefined if the user has been disabled or has changed the password
   */
  start(login: { userId: number; passwordHash: string }, headers: RequestHeaders): Promise<string | undefined>;
  /** Ends the session of a request. @returns `Set-Cookie`, which removes the cookie */
  end(headers: RequestHeaders): Promise<string>;
}

/** Name of the session cookie without its prefix. */
export const sessionCookie = 'severe_session';

/** @param publicUrl base URL of the service: the cookie is bound to https if the URL is */
export function createSessions(
  { sessions }: Pick<Tables, 'sessions'>,
  { clock, publicUrl }: { clock: Clock; publicUrl: () => string },
): Sessions {
  const cookie = () => cookieOf(sessionCookie, publicUrl());
  const expiryOf = (startedAt: Date): Date =>
    new Date(Math.min(clock().getTime() + idleMs, startedAt.getTime() + absoluteMs));
  const maxAgeOf = (expiresAt: Date): number => Math.floor((expiresAt.getTime() - clock().getTime()) / 1000);

  async function renew({ id, createdAt }: ValidSession, value: string): Promise<string> {
    const expiresAt = expiryOf(createdAt);
    await sessions.renew(id, expiresAt);
    return cookie().set(value, maxAgeOf(expiresAt));
  }

  return {
    digestIn(headers) {
      const value = cookie().read(headers);
      return value === undefined ? undefined : digestOf(value);
    },

    async find(headers) {
      const value = cookie().read(headers);
      const session = value === undefined ? undefined : await sessions.find(digestOf(value));
      if (!session) return undefined;
      const { user, renewedAt } = session;
      if (clock().getTime() - renewedAt.getTime() <= renewAfterMs) return { user };
      return { user, setCookie: await renew(session, value!) };
    },

    async start(login, headers) {
      const before = cookie().read(headers);
      if (before !== undefined) await sessions.end(digestOf(before));
      const value = newSecret();
      const expiresAt = expiryOf(clock());
      if (!(await sessions.start({ ...login, digest: digestOf(value), expiresAt }))) return undefined;
      return cookie().set(value, maxAgeOf(expiresAt));
    },

    async end(headers) {
      const value = cookie().read(headers);
      if (value !== undefined) await sessions.end(digestOf(value));
      return cookie().set('', 0);
    },
  };
}
