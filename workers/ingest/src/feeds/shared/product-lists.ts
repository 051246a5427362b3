const service = 'https://api.weather.gov/products';

/** Media type of lists and of texts. */
export const productMedia = 'application/ld+json';

/** Most entries of a list that the service gives. */
const mostEntries = 500;

/** The begin of a list is a multiple of this, so that its address stays for a while, and conditional requests work. */
const stepMs = 10 * 60_000;

/**
 * Address of the list of texts of a product that offices have issued since a time, newest first. Without a time the service
 * lists a week.
 */
export function productList(code: string, since: Date): string {
  const start = new Date(Math.floor(since.getTime() / stepMs) * stepMs).toISOString().replace('.000Z', 'Z');
  return `${service}?type=${code}&start=${start}&limit=${mostEntries}`;
}

/** Address of a text. */
export function productText(id: string): string {
  return `${service}/${encodeURIComponent(id)}`;
}
