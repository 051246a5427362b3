import { svgToPng } from '@severe/raster/join-tiles';
import { inThread } from './in-thread.ts';

/** Renders the SVG of a legend to PNG. */
function render({ svg }: { svg: string }): Promise<Uint8Array> {
  return svgToPng(svg);
}

export default inThread(render);
