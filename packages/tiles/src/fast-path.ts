import type { IncomingMessage, ServerResponse } from 'node:http';
import { isMeasured, modelIds, models } from '@severe/catalogue';
import {
  readerOf,
  refusalOf,
  requestIdOf,
  sendPrepared,
  sendRefusal,
  type BareHandler,
  type BindOptions,
  type Quota,
} from '@severe/http';
import { bundleInMemory } from './bundle.ts';
import { tileUrlReader, type TileUrl } from './canonical-url.ts';
import { chooseObserved, chooseForecast, type Choice } from './choose-frame.ts';
import type { TileContext } from './context.ts';
import { plain } from './form.ts';
import type { TileImage } from './tile-image.ts';
import { headFor } from './tile-headers.ts';
import { modelTiles } from './resources/model-tiles.ts';
import { nowcastTiles } from './resources/nowcast/tiles.ts';
import { radarTiles, satelliteTiles } from './resources/observed-tiles.ts';
import { nowcastBundles } from './resources/nowcast/loop.ts';
import { radarBundles, satelliteBundles } from './resources/bundles.ts';
import { formInMemory, tileInMemory } from './serve-tile.ts';

/** Number of responses of the fast path. */
export interface FastPathCounts {
  served: number;
  notModified: number;
}

/** A single strong entity tag, as browsers send it. Lists, `*` and weak tags take the slow path. */
const strongTag = /^"[\w-]+"$/;

const noBody = new Uint8Array(0);

interface FastPath {
  /** Responds and returns true, or returns false. */
  handle: BareHandler;
  /**
   * Responds to a tile of an archive that is being fetched, as soon as it is there; returns false otherwise. A map requests
   * all tiles of a frame at once: the slow path fetches the archive for one of them, and the others wait here.
   *
   * @param otherwise responds if the archive cannot be fetched
   */
  awaitArchive: (request: IncomingMessage, response: ServerResponse, otherwise: BareHandler) => boolean;
  counts: FastPathCounts;
}

/**
 * Serves a GET of a tile or bundle that is in memory, if its URL is in canonical form. Bytes and headers equal those of the slow path,
 * the endpoint. Everything else takes the slow path: errors, other methods, other spellings of parameters, conditions
 * beyond a single entity tag, and tiles that are not in memory. It does not count against rate limits, but an API key that is
 * not valid is refused.
 */
export function createFastPath(
  context: TileContext,
  { lifecycle, limit, observe }: Pick<BindOptions, 'lifecycle' | 'limit' | 'observe'>,
): FastPath {
  const counts: FastPathCounts = { served: 0, notModified: 0 };
  const allModelTiles = modelIds.flatMap((id) => modelTiles(models[id]));
  const tiles = [...radarTiles, ...satelliteTiles, ...allModelTiles, ...nowcastTiles];
  const readUrl = tileUrlReader([...tiles, ...radarBundles, ...satelliteBundles, ...nowcastBundles]);

  const handle = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' || lifecycle?.draining) return false;
    const url = readUrl(request.url!);
    if (!url) return false;
    const startedAt = observe ? performance.now() : 0;
    const found = url.bundle ? bundleOf(context, url, url.bundle) : tileOf(context, url);
    if (!found) return false;

    const { image, frame, exact } = found;
    const { headers } = request;
    const tag = headers['if-none-match'];
    const cached = tag === image.etag;
    // If-None-Match takes precedence (RFC 9110, 13.1.3)
    if (tag === undefined ? headers['if-modified-since'] !== undefined : !cached && !strongTag.test(tag)) return false;
    const serve = (quota?: Quota): void => {
      const requestId = requestIdOf(headers['x-request-id']);
      const reader = readerOf(headers);
      const refusal = quota && refusalOf(quota);
      let status: number;
      if (refusal) {
        status = sendRefusal(response, refusal, requestId, quota, reader);
      } else {
        const head = headFor(image, frame, { exact, cached, reader });
        ({ status } = head);
        counts[cached ? 'notModified' : 'served']++;
        sendPrepared(response, head, ['X-Request-Id', requestId], cached ? noBody : image.body);
      }
      observe?.({ route: url.route, method: 'GET', status, ms: performance.now() - startedAt });
    };
    const hasKey = headers['x-api-key'] !== undefined;
    const quota = hasKey ? limit?.({ address: request.socket.remoteAddress, headers }, 'exempt') : undefined;
    if (quota instanceof Promise) void quota.then(serve);
    else serve(quota);
    return true;
  };

  const awaitArchive: FastPath['awaitArchive'] = (request, response, otherwise) => {
    const url = request.method === 'GET' ? readUrl(request.url!) : undefined;
    if (!url || url.form || url.bundle || url.tile.z > url.tileProduct.product.maxPrerenderedZoom) return false;
    const choice = choose(context, url);
    if (!choice || !context.archives.isComing(choice.frame)) return false;
    const respond = () => void (handle(request, response) || otherwise(request, response));
    void context.archives.open(choice.frame).then(respond, respond);
    return true;
  };
  return { handle, awaitArchive, counts };
}

/** A tile, or a bundle with its last frame. */
interface Found extends Choice {
  image: TileImage;
}

function tileOf(context: TileContext, url: TileUrl): Found | undefined {
  const choice = choose(context, url);
  if (!choice) return undefined;
  const { tileProduct, tile, form } = url;
  const image = form
    ? formInMemory(context, tileProduct, choice.frame, tile, form)
    : tileInMemory(context, tileProduct, choice.frame, tile);
  return image && { image, frame: choice.frame, exact: choice.exact };
}

/** Undefined if one of its frames or tiles is not in memory, or the slow path has to refuse. */
function bundleOf(
  context: TileContext,
  { tileProduct, tile, form = plain, ts }: TileUrl,
  { stamps, scale }: NonNullable<TileUrl['bundle']>,
): Found | undefined {
  const { product, recolourings } = tileProduct;
  if (form.palette !== 'standard' && !recolourings[form.palette]) return undefined;
  const run = context.index.run(product.family, product.id, ts ?? '');
  const frames = [...new Set(stamps)].map((stamp) => run?.byStamp.get(stamp)).filter((frame) => frame !== undefined);
  if (frames.length < stamps.length) return undefined;
  const image = bundleInMemory(context, tileProduct, { ...form, frames, tile, scale });
  return image && { image, frame: frames.at(-1)!, exact: true };
}

/** The default frame, or the frame with exactly these times. Undefined where the slow path has to search, or to refuse. */
function choose({ index, clock }: TileContext, { tileProduct: { product }, ts, valid }: TileUrl): Choice | undefined {
  const measured = isMeasured(product.family);
  if (ts === undefined) {
    if (valid !== undefined) return undefined;
    return measured
      ? chooseObserved(index, product, undefined)
      : chooseForecast(index, product, { run: undefined, valid: undefined }, clock());
  }
  const stamp = measured ? ts : valid;
  if (stamp === undefined) return undefined;
  const frame = index.run(product.family, product.id, measured ? '' : ts)?.byStamp.get(stamp);
  return frame && { frame, exact: true };
}
