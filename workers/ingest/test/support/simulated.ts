import { pageHosts } from '@severe/simulator/testing/server';
import type { SavedBulletin } from '../../src/parse/saved-bulletins.ts';

const hosts = pageHosts(1);

/** The body of a page of a simulated provider; undefined if there is none. */
export function simulatedPage(url: string, at: Date): string | undefined {
  const { hostname, pathname, searchParams } = new URL(url);
  const { routes } = hosts.find(({ host }) => host === hostname)!;
  for (const { path, page } of routes) {
    const found = path.exec(pathname.slice(1));
    const body = found && page(found.slice(1), searchParams, at.getTime())?.body;
    if (body) return body;
  }
  return undefined;
}

/** The bulletins of a code that the simulated weather service lists, newest first. */
export function simulatedBulletins(code: string, at: Date): SavedBulletin[] {
  const { '@graph': listed } = JSON.parse(simulatedPage(`https://api.weather.gov/products?type=${code}`, at)!) as {
    '@graph': { id: string; issuanceTime: string }[];
  };
  return listed.map(({ id, issuanceTime }) => {
    const { productText } = JSON.parse(simulatedPage(`https://api.weather.gov/products/${id}`, at)!) as {
      productText: string;
    };
    return { text: productText, near: new Date(issuanceTime) };
  });
}
