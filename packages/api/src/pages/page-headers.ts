/**
 * What pages may use of the browser: the map copies its links, fills the screen, and finds the place of its user. Only names that
 * browsers know stand here, since they complain of others on every page.
 */
const permissions = [
  'accelerometer=()',
  'browsing-topics=()',
  'camera=()',
  'clipboard-write=(self)',
  'display-capture=()',
  'fullscreen=(self)',
  'geolocation=(self)',
  'gyroscope=()',
  'hid=()',
  'magnetometer=()',
  'microphone=()',
  'midi=()',
  'payment=()',
  'publickey-credentials-get=()',
  'serial=()',
  'usb=()',
].join(', ');

const yearSeconds = 31_536_000;

/**
 * Headers of every page: what it may use of the browser, no window of another origin that reaches into it, and behind https
 * that browsers stay with it.
 *
 * @param publicUrl base URL of the service
 */
export function pageHeaders(publicUrl: string): Record<string, string> {
  return {
    'Permissions-Policy': permissions,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    ...(publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': `max-age=${yearSeconds}` } : {}),
  };
}
