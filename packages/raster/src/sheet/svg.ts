import sharp from 'sharp';

/** Dots an inch of a picture of twice the size: sharp screens are everywhere. */
const density = 144;

/** A drawing of our own as a PNG of twice its size. */
export function svgToPng(svg: string): Promise<Uint8Array> {
  return sharp(Buffer.from(svg), { density, limitInputPixels: 1 << 22 })
    .png()
    .toBuffer();
}
