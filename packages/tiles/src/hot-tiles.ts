import type { IncomingMessage, ServerResponse } from 'node:http';
import { families, isMeasured, maxZoom, paletteNames, type Family, type PaletteName } from '@severe/catalogue';
import type { Tile } from '@severe/geo';
import { apiPrefix, requestIdOf, type BareHandler, type BindOptions } from '@severe/http';
import { chooseMeasured, chooseModelled, type Choice } from './choose-frame.ts';
import type { TileContext } from './context.ts';
import type { DrawnTile } from './drawn-tile.ts';
import { endings, isPlain, type Form } from './form.ts';
import { headOf } from './heads.ts';
import { findServed, type Served } from './served.ts';
import { formAtHand, tileAtHand } from './serve-tile.ts';

/** How many requests went the short road. */
export interface HotCounts {
  served: number;
  notModified: number;
}

const palettes = paletteNames.join('|');
const plainUrl = new RegExp(
  `^${apiPrefix}/(${families.join('|')})/tiles/([a-z0-9-]{1,40})/(\\d\\d?)/(\\d{1,4})/(\\d{1,4})((?:@2x)?\\.(?:png|webp))` +
    `(?:\\?(?:ts=(\\d{12})(?:&valid=(\\d{12}))?(?:&palette=(${palettes}))?|palette=(${palettes})))?$`,
);
/** One strong entity tag, as browsers send it back; lists, `*` and weak ones are compared on the long road. */
const oneTag = /^"[\w-]+"$/;
/** The route as the definitions call it, without its ending, for whoever counts requests. */
const routes: Record<Family, string> = {
  radar: `${apiPrefix}/radar/tiles/{product}/{z}/{x}/{y}`,
  satellite: `${apiPrefix}/satellite/tiles/{product}/{z}/{x}/{y}`,
  hrrr: `${apiPrefix}/hrrr/tiles/{variable}/{z}/{x}/{y}`,
};

export interface HotTiles {
  /** Answers at once and gives true, or gives false. */
  handle: BareHandler;
  /**
   * Waits where the archive is on its way already, and answers then. A map asks for all tiles of a frame at once: one of
   * them has it fetched, on the long road, and the others are as good as in memory.
   *
   * @param otherwise answers in its stead if the archive does not come
   */
  join: (request: IncomingMessage, response: ServerResponse, otherwise: BareHandler) => boolean;
  counts: HotCounts;
}

/**
 * The short road: a plain GET of a tile that is in memory, in the form in which map libraries ask. It answers with the
 * very bytes and headers of the long road, the endpoint's, and leaves to that road whatever is not plain: every error,
 * other methods, unusual parameters, conditions it cannot decide at a glance, tiles that have yet to be fetched.
 */
export function hotTiles(
  context: TileContext,
  { lifecycle, observe }: Pick<BindOptions, 'lifecycle' | 'observe'>,
): HotTiles {
  const counts: HotCounts = { served: 0, notModified: 0 };

  const ask = rememberAsked();

  const handle = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' || lifecycle?.draining) return false;
    const asked = ask(request.url!);
    if (!asked) return false;
    const startedAt = observe ? performance.now() : 0;
    const choice = choose(context, asked);
    const drawn = choice && atHand(context, asked, choice);
    if (!drawn) return false;

    const { frame, exact } = choice;
    const { tag, id, since } = readHeaders(request.rawHeaders);
    const known = tag === drawn.etag;
    if (since || (tag !== undefined && !known && !oneTag.test(tag))) return false;
    const status = known ? 304 : 200;
    response.writeHead(status, headOf(drawn, frame, exact, known, requestIdOf(id)));
    if (known) {
      counts.notModified++;
      response.end();
    } else {
      counts.served++;
      response.end(drawn.body);
    }
    if (observe) {
      const route = routes[asked.served.product.family] + asked.ending;
      observe({ route, method: 'GET', status, ms: performance.now() - startedAt });
    }
    return true;
  };

  const join: HotTiles['join'] = (request, response, otherwise) => {
    const asked = request.method === 'GET' ? ask(request.url!) : undefined;
    const choice = asked && choose(context, asked);
    if (
      !choice ||
      asked.form ||
      asked.tile.z > asked.served.product.maxPrerenderedZoom ||
      !context.packs.isComing(choice.frame)
    )
      return false;
    const answer = () => void (handle(request, response) || otherwise(request, response));
    void context.packs.open(choice.frame).then(answer, answer);
    return true;
  };
  return { handle, join, counts };
}

/** What a URL of the plain form asks for. */
interface Asked {
  served: Served;
  tile: Tile;
  ending: string;
  /** Undefined for the plain one. */
  form: Form | undefined;
  ts: string | undefined;
  valid: string | undefined;
}

/** Loops come back to the same addresses, so what they mean is kept, up to this many; then all are forgotten. */
const keptUrls = 20_000;

function rememberAsked(): (url: string) => Asked | undefined {
  const kept = new Map<string, Asked>();
  return (url) => {
    const known = kept.get(url);
    if (known) return known;
    const asked = readUrl(url);
    if (!asked) return undefined;
    if (kept.size === keptUrls) kept.clear();
    kept.set(url, asked);
    return asked;
  };
}

/** Undefined for what is not of the plain form, no product of ours, or no tile. */
function readUrl(url: string): Asked | undefined {
  const match = plainUrl.exec(url);
  const served = match && findServed(match[1] as Family, match[2]);
  if (!served) return undefined;
  const [z, x, y] = [match[3], match[4], match[5]].map(Number);
  if (z > maxZoom || x >= 1 << z || y >= 1 << z) return undefined;
  const [ending, palette] = [match[6], (match[9] ?? match[10] ?? 'standard') as PaletteName];
  const form = { ...endings[ending], palette };
  return {
    served,
    tile: { z, x, y },
    ending,
    form: isPlain(form) ? undefined : form,
    ts: match[7],
    valid: match[8],
  };
}

function atHand(context: TileContext, { served, tile, form }: Asked, { frame }: Choice): DrawnTile | undefined {
  return form ? formAtHand(context, served, frame, tile, form) : tileAtHand(context, served, frame, tile);
}

/** The frame, where it is the default one or named exactly; what needs a search, or is not there, is left alone. */
function choose({ index, clock }: TileContext, { served: { product }, ts, valid }: Asked): Choice | undefined {
  const measured = isMeasured(product.family);
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
