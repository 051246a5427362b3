import { svgToPng } from '@severe/raster/join-tiles';

/** Renders the SVG of a legend to PNG. */
export default function render({ svg }: { svg: string }): Promise<Uint8Array> {
  return svgToPng(svg);
}
