import sharp from 'sharp';

/** Dots per inch at twice the size, for high-density screens. */
const density = 144;

/** Renders a trusted SVG as a PNG of twice its size. */
export function svgToPng(svg: string): Promise<Uint8Array> {
  return sharp(Buffer.from(svg), { density, limitInputPixels: 1 << 22 })
    .png()
    .toBuffer();
}
