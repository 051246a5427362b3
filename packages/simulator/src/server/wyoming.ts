import { soundingTable } from '../soundings/list.ts';
import type { PageHost } from './pages.ts';

/** The archive of soundings of the University of Wyoming. */
export function wyoming(seed: number): PageHost {
  return {
    host: 'weather.arcc.uwyo.edu',
    maxAge: 60,
    routes: [
      {
        path: /^wsgi\/sounding$/,
        page(_, query, now) {
          const at = Date.parse(`${(query.get('datetime') ?? '').replace(' ', 'T')}Z`);
          if (query.get('type') !== 'TEXT:CSV' || Number.isNaN(at)) return undefined;
          return { type: 'text/plain', body: soundingTable(seed, query.get('id') ?? '', at, now) };
        },
      },
    ],
    missing: () => ({ type: 'text/html', body: '<!DOCTYPE html><title>404</title><h1>Not Found</h1>\n' }),
  };
}
