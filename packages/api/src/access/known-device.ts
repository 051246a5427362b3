import { createHmac, timingSafeEqual } from 'node:crypto';
import { cookieOf, type RequestHeaders } from './cookie.ts';

/** Browsers keep no cookie longer. */
const lifetimeSeconds = 400 * 86_400;

/**
 * The cookie that a browser keeps after a login, also when it signs out. It proves that somebody has signed in there with the
 * present password, so that strangers who guess from the same network cannot keep the owner out. It opens nothing: a login
 * needs the password. Nothing is stored, since its value follows from the hash of the password.
 *
 * @see https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
interface KnownDevice {
  /** `Set-Cookie`. */
  remember: (passwordHash: string) => string;
  /** The value of the cookie, if somebody has signed in with this password. */
  of: (headers: RequestHeaders, passwordHash: string | undefined) => string | undefined;
}

/** @param publicUrl base URL of the service */
export function knownDevice(publicUrl: string): KnownDevice {
  const cookie = cookieOf('severe_device', publicUrl);
  return {
    remember: (passwordHash) => cookie.set(valueOf(passwordHash), lifetimeSeconds),
    of(headers, passwordHash) {
      const given = cookie.read(headers);
      if (given === undefined || passwordHash === undefined) return undefined;
      return timingSafeEqual(Buffer.from(given), Buffer.from(valueOf(passwordHash))) ? given : undefined;
    },
  };
}

/** The hash has a random salt that is known to the database alone, so it is a key. */
function valueOf(passwordHash: string): string {
  return createHmac('sha256', passwordHash).update('known device').digest('base64url');
}
