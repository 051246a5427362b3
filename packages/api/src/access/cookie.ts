/** Headers of a request by name in lower case. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A cookie with a value of 43 characters, which the pages of the service cannot read. */
interface Cookie {
  read: (headers: RequestHeaders) => string | undefined;
  /** `Set-Cookie`. */
  set: (value: string, maxAgeSeconds: number) => string;
}

/** Name of a cookie. The prefix `__Host-` binds it to https and to this host (RFC 6265bis, 4.1.3.2). */
export function cookieNameOf(name: string, publicUrl: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name;
}

/** @param publicUrl base URL of the service: the cookie is bound to https if the URL is */
export function cookieOf(name: string, publicUrl: string): Cookie {
  const fullName = cookieNameOf(name, publicUrl);
  const form = new RegExp(`(?:^|;) *${fullName}=([\\w-]{43})(?=;|$)`);
  const secure = publicUrl.startsWith('https:') ? 'Secure; ' : '';
  return {
    read: ({ cookie }) => (typeof cookie === 'string' ? form.exec(cookie)?.[1] : undefined),
    set: (value, maxAge) => `${fullName}=${value}; Path=/; Max-Age=${maxAge}; ${secure}HttpOnly; SameSite=Lax`,
  };
}
