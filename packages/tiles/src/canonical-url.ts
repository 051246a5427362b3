import { families, maxZoom, paletteNames, type Family, type PaletteName } from '@severe/catalogue';
import type { Tile } from '@severe/geo';
import { apiPrefix, type Endpoint } from '@severe/http';
import { bundleEndings, mostBundledFrames } from './bundle.ts';
import { endings, isPlain, plain, type Form } from './form.ts';
import { findTileProduct, type TileProduct } from './tile-products.ts';

/** The meaning of a tile URL in canonical form. */
export interface TileUrl {
  /** The path of its endpoint, with the prefix of the API, for metrics. */
  route: string;
  tileProduct: TileProduct;
  tile: Tile;
  /** Undefined for the plain form. */
  form: Form | undefined;
  /** Of a bundle: the times of its frames. */
  bundle: { stamps: string[]; scale: 1 | 2 } | undefined;
  ts: string | undefined;
  valid: string | undefined;
}

/** Patterns of parameters in canonical form. */
const patterns: Record<string, string> = {
  product: '[a-z0-9-]{1,40}',
  variable: '[a-z0-9-]{1,40}',
  z: '\\d\\d?',
  x: '\\d{1,4}',
  y: '\\d{1,4}',
  ts: '\\d{12}',
  valid: '\\d{12}',
  palette: paletteNames.join('|'),
  smooth: 'true|false',
  frames: `\\d{12}(?:,\\d{12}){0,${mostBundledFrames - 1}}`,
};

/** Map animations request the same URLs repeatedly: this many are cached, then all are dropped. */
const cachedUrls = 20_000;

/**
 * Compiles the definitions of tile endpoints to a reader of canonical URLs: declared parameters only, in the order of the
 * definition. The reader returns undefined for any other URL.
 */
export function tileUrlReader(endpoints: readonly Endpoint<any>[]): (url: string) => TileUrl | undefined {
  const routes = endpoints.map(compile);
  const cache = new Map<string, TileUrl>();
  return (url) => {
    const cached = cache.get(url);
    if (cached) return cached;
    for (const { start, pattern, read } of routes) {
      const groups = url.startsWith(start) ? pattern.exec(url)?.groups : undefined;
      const found = groups && read(groups);
      if (!found) continue;
      if (cache.size === cachedUrls) cache.clear();
      cache.set(url, found);
      return found;
    }
    return undefined;
  };
}

interface Route {
  /** The URL up to the first parameter. */
  start: string;
  pattern: RegExp;
  /** Undefined for an unknown product or a tile outside the grid. */
  read: (groups: Record<string, string | undefined>) => TileUrl | undefined;
}

function compile({ path, query }: Endpoint<any>): Route {
  const route = apiPrefix + path;
  const family = familyOf(path);
  const ending = path.slice(path.indexOf('{y}') + '{y}'.length);
  const inPath = route.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, (_, name: string) => groupOf(name));
  const optional = (isRequired: boolean): string => (isRequired ? '' : '?');
  const inQuery = Object.entries(query).map(
    ([name, param]) => `(?:(?:(?<=\\?)|&)${name}=${groupOf(name)})${optional(param.required)}`,
  );
  const hasRequired = Object.values(query).some((param) => param.required);
  return {
    start: route.slice(0, route.indexOf('{')),
    pattern: new RegExp(`^${inPath}(?:\\?(?=\\w)${inQuery.join('')})${optional(hasRequired)}$`),
    read({ product, variable, z, x, y, ts, valid, frames, palette = 'standard', smooth }) {
      const tileProduct = findTileProduct(family, (product ?? variable)!);
      const tile = { z: Number(z), x: Number(x), y: Number(y) };
      if (!tileProduct || tile.z > maxZoom || tile.x >= 1 << tile.z || tile.y >= 1 << tile.z) return undefined;
      const form = { ...(endings[ending] ?? plain), palette: palette as PaletteName, smooth: smooth === 'true' };
      const bundle = frames === undefined ? undefined : { stamps: frames.split(','), scale: bundleEndings[ending] };
      return { route, tileProduct, tile, form: isPlain(form) ? undefined : form, bundle, ts, valid };
    },
  };
}

function groupOf(name: string): string {
  if (!patterns[name]) throw new Error(`parameter ${name} of a tile has no canonical pattern`);
  return `(?<${name}>${patterns[name]})`;
}

/** The first segment of a path of tiles. */
function familyOf(path: string): Family {
  const family = families.find((each) => path.startsWith(`/${each}/`));
  if (!family) throw new Error(`${path} is not a path of tiles`);
  return family;
}
