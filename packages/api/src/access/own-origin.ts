/** Names of this machine for itself, which a person may type instead of each other. */
const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Whether an `Origin` is that of the service. On a loopback address, the other names of the machine are accepted, too.
 *
 * @param publicUrl base URL of the service
 * @param origin    the header; `null` for pages without an origin, which is never the own one
 */
export function isOwnOrigin(publicUrl: string, origin: string): boolean {
  const own = new URL(publicUrl);
  if (origin === own.origin) return true;
  if (!loopback.has(own.hostname) || !URL.canParse(origin)) return false;
  const { protocol, hostname, port, origin: normal } = new URL(origin);
  return origin === normal && protocol === own.protocol && port === own.port && loopback.has(hostname);
}
