import type { RadarSite, SweepProduct } from '@severe/catalogue';
import { childrenOf, type Tile } from '@severe/geo';
import type { Caller } from '../caller.ts';
import type { TileContext } from '../context.ts';
import { emptyTile, outsideTile, type TileImage } from '../tile-image.ts';
import { isJoined, type Form } from '../form.ts';
import { motionText } from '../nexrad/storm-motion.ts';
import { viewKey, type SweepView } from '../nexrad/sweeps.ts';
import { checkView, chooseView, colouredOf, coversTile, siteOf, sweepProductOf, volumesOf } from '../nexrad/view.ts';
import { checkTile, formKey, replyOf } from '../serve-tile.ts';
import { coloursOf } from '../tile-products.ts';
import { siteParam, sweepProductParam, viewParams } from './nexrad-shared.ts';
import { observedFrame } from './observed-tiles.ts';
import { endpoint, inEveryForm, paletteParam, smoothParam, tileParams } from './shared.ts';

export const nexradTiles = inEveryForm(({ ending, words, ...form }) =>
  endpoint({
    path: `/nexrad/{site}/{product}/{z}/{x}/{y}${ending}`,
    summary: `A sweep of a single radar as a map tile, ${words}.`,
    description:
      `A ${words} in Web Mercator (XYZ), of the newest volume or that of \`ts\`. \`X-Tile-Elevation\` is the elevation ` +
      'angle of the cut nearest to `tilt`, in degrees. For `srm`, `X-Storm-Motion` is the storm motion that was ' +
      'subtracted: direction from which the storm moves, and speed in knots (`245/35`), rounded to 5. Without `sm_dir` ' +
      'and `sm_kt` it is the motion of the strongest active warning within 230 km, else zero. Range-folded gates are purple.',
    tag: 'Radar',
    params: { site: siteParam, product: sweepProductParam, ...tileParams },
    query: { ...viewParams, palette: paletteParam, smooth: smoothParam },
    response: { media: form.media, about: 'The tile.' },
    cache: 'in-reply',
    countedAs: 'tile',
    errors: {
      404: 'No such site or product, no volume at that time, or a tile outside the grid.',
      503: 'The image is temporarily unavailable.',
    },
    async handle({ path, query: { palette, smooth, ts, ...viewQuery } }, context) {
      const site = siteOf(path.site);
      const product = sweepProductOf(path.product);
      checkView(product, viewQuery);
      checkTile(path);
      const choice = await observedFrame(context, volumesOf(site), ts);
      const { view, motion } = await chooseView(context, site, product, choice, viewQuery);
      const image = await tileOf(context, site, view, product, path, { ...form, palette, smooth });
      const exact = choice.exact && motion?.named !== false; // the motion of a warning may change
      return replyOf({ ...choice, exact }, image, {
        ...(view ? { 'X-Tile-Elevation': view.page.cutDeg.toFixed(1) } : {}),
        ...(motion ? { 'X-Storm-Motion': motionText(motion) } : {}),
      });
    },
  }),
);

/** The tile: as drawn, or in another form that is joined from drawn tiles. */
function tileOf(
  context: TileContext,
  site: RadarSite,
  view: SweepView | undefined,
  product: SweepProduct,
  tile: Tile,
  form: Form,
): TileImage | Promise<TileImage> {
  const { scale, media, palette, smooth } = form;
  const recolouring = coloursOf(colouredOf(product), palette);
  const drawn = (part: Tile, caller: Caller): TileImage | Promise<TileImage> =>
    !coversTile(site, part) ? outsideTile : view ? context.sweeps.draw(view, part, smooth, caller) : emptyTile;
  if (!isJoined(form)) return drawn(tile, context.caller);

  const name = view ? viewKey(view) : `nexrad/${site.id}/without ${product.id}`;
  const key = `${name}/${formKey(tile, form)}`;
  const parts = scale === 1 ? [tile] : childrenOf(tile);
  const tiles = (caller: Caller) => Promise.all(parts.map(async (part) => drawn(part, caller)));
  const request = { key, tiles, columns: scale, rows: scale, media, recolouring };
  return context.joinedTiles.peek(key) ?? context.joinedTiles.get(request, context.caller);
}
