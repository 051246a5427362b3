import type { IncomingHttpHeaders } from 'node:http';
import { RequestError } from '@severe/base';

/** Who may call an endpoint: anybody, a signed-in user, or a signed-in administrator. */
export type Access = 'public' | 'session' | 'admin';

/** The access rule of an endpoint, or of a path. */
export interface AccessRule {
  access: Access;
  /** Whether only pages of the service's own origin may call: no CORS, and an origin check of calls that change state. */
  ownPages: boolean;
}

/** The user of a session, as far as access rules need it. */
export interface SignedInUser {
  id: number;
  role: 'user' | 'admin';
}

/** A valid session of a request. */
export interface Session {
  user: SignedInUser;
  /** `Set-Cookie` of a session whose lifetime was extended. */
  setCookie?: string;
}

/** Knowledge of the application that access rules need. */
export interface AccessControl {
  /** Whether an `Origin` is the service's own. */
  isOwnOrigin: (origin: string) => boolean;
  /** The session of the request's cookie; undefined without a valid one. Sessions are never cached: an ended one is invalid at once. */
  findSession: (headers: IncomingHttpHeaders) => Promise<Session | undefined>;
}

/** Methods that change nothing. */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Applies an access rule, before anything of the request is parsed: first the origin, then the session, then the role.
 *
 * @returns the session, or undefined if the rule needs none
 * @throws {RequestError} 403 for a call from a foreign origin, 401 without a session, 403 without the role
 */
export function admit(
  { access, ownPages }: AccessRule,
  { method, headers }: { method: string; headers: IncomingHttpHeaders },
  control: AccessControl | undefined,
): Promise<Session> | undefined {
  if (!ownPages) return undefined;
  if (!control) throw new Error('an endpoint for pages of the own origin needs `access` in the binding');
  if (!safeMethods.has(method)) assertOwnOrigin(headers, control);
  return access === 'public' ? undefined : requireSession(access, headers, control);
}

/** Browsers send `Origin` with each such call, and `Sec-Fetch-Site` if they support it. Other programs send neither. */
function assertOwnOrigin(headers: IncomingHttpHeaders, { isOwnOrigin }: AccessControl): void {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if ((origin !== undefined && !isOwnOrigin(origin)) || (site !== undefined && site !== 'same-origin')) {
    throw new RequestError(403, 'Calls from pages of another origin are not allowed');
  }
}

async function requireSession(
  access: Access,
  headers: IncomingHttpHeaders,
  { findSession }: AccessControl,
): Promise<Session> {
  const session = await findSession(headers);
  if (!session) throw new RequestError(401, 'Not authenticated');
  if (access === 'admin' && session.user.role !== 'admin') throw new RequestError(403, 'Admin role required');
  return session;
}
