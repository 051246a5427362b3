/** What pages may use of the browser: the map copies and shares its links, and fills the screen. Nothing needs a device. */
const permissions = [
  'accelerometer=()',
  'bluetooth=()',
  'browsing-topics=()',
  'camera=()',
  'clipboard-write=(self)',
  'display-capture=()',
  'fullscreen=(self)',
  'geolocation=()',
  'gyroscope=()',
  'hid=()',
  'magnetometer=()',
  'microphone=()',
  'midi=()',
  'payment=()',
  'publickey-credentials-get=()',
  'serial=()',
  'usb=()',
  'web-share=(self)',
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
