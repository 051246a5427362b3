import type { IncomingMessage, ServerResponse } from 'node:http';
import { maxZoom, type Family } from '@severe/catalogue';
import { apiPrefix, publicHeaders, requestIdOf, type BareHandler, type BindOptions } from '@severe/http';
import { chooseMeasured, chooseModelled, type Choice } from './choose-frame.ts';
import type { TileContext } from './context.ts';
import type { DrawnTile } from './drawn-tile.ts';
import { findServed, type Served } from './served.ts';
import { tileAtHand, tileHeaders } from './serve-tile.ts';

/** How many requests went the short road. */
export interface HotCounts {
  served: number;
  notModified: number;
}

const form = new RegExp(
  `^${apiPrefix}/(radar|hrrr)/tiles/([a-z0-9-]{1,40})/(\\d\\d?)/(\\d{1,4})/(\\d{1,4})\\.png(?:\\?ts=(\\d{12})(?:&valid=(\\d{12}))?)?$`,
);
const everyAnswer = Object.entries(publicHeaders).flat();
/** The route as the definitions call it, for whoever counts requests. */
const routes: Record<Family, string> = {
  radar: `${apiPrefix}/radar/tiles/{product}/{z}/{x}/{y}.png`,
  hrrr: `${apiPrefix}/hrrr/tiles/{variable}/{z}/{x}/{y}.png`,
};

/**
 * The short road: a plain GET of a tile that is in memory, in the form in which map libraries ask. It answers with the
 * very bytes and headers of the long road, the endpoint's, and leaves to that road whatever is not plain: every error,
 * other methods, unusual parameters, conditions it cannot decide at a glance, tiles that have yet to be fetched.
 */
export function hotTiles(
  context: TileContext,
  { lifecycle, observe }: Pick<BindOptions, 'lifecycle' | 'observe'>,
): { handle: BareHandler; counts: HotCounts } {
  const counts: HotCounts = { served: 0, notModified: 0 };

  const handle = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' || lifecycle?.draining) return false;
    const match = form.exec(request.url!);
    if (!match) return false;
    const startedAt = observe ? performance.now() : 0;
    const family = match[1] as Family;
    const found = find(context, family, match);
    if (!found) return false;

    const { drawn, frame, exact } = found;
    const { tag, id, since } = readHeaders(request.rawHeaders);
    if (since || (tag !== undefined && tag !== drawn.etag)) return false;
    const headers = tileHeaders(frame, drawn, exact);
    headers.push(...everyAnswer, 'X-Request-Id', requestIdOf(id));
    const status = tag === undefined ? 200 : 304;
    if (status === 200) {
      counts.served++;
      headers.push('Content-Length', drawn.length);
      response.writeHead(200, headers).end(drawn.body);
    } else {
      counts.notModified++;
      response.writeHead(304, headers.slice(2)).end(); // all but the media type, which stands first
    }
    observe?.({ route: routes[family], method: 'GET', status, ms: performance.now() - startedAt });
    return true;
  };
  return { handle, counts };
}

function find(
  context: TileContext,
  family: Family,
  match: RegExpExecArray,
): (Choice & { drawn: DrawnTile }) | undefined {
  const served = findServed(family, match[2]);
  const z = Number(match[3]);
  const x = Number(match[4]);
  const y = Number(match[5]);
  if (!served || z > maxZoom || x >= 1 << z || y >= 1 << z) return undefined;
  const choice = choose(context, served, match[6], match[7]);
  const drawn = choice && tileAtHand(context, served, choice.frame, { z, x, y });
  return drawn && { ...choice, drawn };
}

/** The frame, where it is the default one or named exactly; what needs a search, or is not there, is left alone. */
function choose(
  { index, clock }: TileContext,
  { product }: Served,
  ts: string | undefined,
  valid: string | undefined,
): Choice | undefined {
  const measured = product.family === 'radar';
  if (ts === undefined) {
    return measured
      ? chooseMeasured(index, product, undefined)
      : chooseModelled(index, product, { run: undefined, valid: undefined }, clock());
  }
  const name = measured ? ts : valid;
  if (name === undefined || (measured && valid !== undefined)) return undefined;
  const frame = index.run(product.family, product.id, measured ? '' : ts)?.byStamp.get(name);
  return frame && { frame, exact: true };
}

/** What matters here of a request's headers, without building the object of all of them. */
function readHeaders(raw: readonly string[]): { tag: string | undefined; id: string | undefined; since: boolean } {
  let tag: string | undefined;
  let id: string | undefined;
  let since = false;
  for (let i = 0; i < raw.length; i += 2) {
    const { length } = raw[i];
    if (length === 13) {
      if (raw[i].toLowerCase() === 'if-none-match') tag = raw[i + 1];
    } else if (length === 12) {
      if (raw[i].toLowerCase() === 'x-request-id') id = raw[i + 1];
    } else if (length === 17) {
      if (raw[i].toLowerCase() === 'if-modified-since') since = true;
    }
  }
  // with a tag the date is not looked at (RFC 9110, 13.1.3)
  return { tag, id, since: since && tag === undefined };
}
