import { svgToPng } from '@severe/raster/sheet';

/** Turns the drawing of a legend into a picture. */
export default function render({ svg }: { svg: string }): Promise<Uint8Array> {
  return svgToPng(svg);
}
