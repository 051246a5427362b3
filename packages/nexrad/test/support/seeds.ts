import { encodeVolume } from '@severe/nexrad/write';
import { legacyVolume } from './legacy.ts';
import { digitalRadials, halfwords, wmoHeading, productBytes, raster, runRadials, sized } from './product.ts';
import { moment, smallVolume, sweep, volume } from './volume.ts';

const tiny = volume(sweep(0.5, 4, [moment('REF', 4, 6, () => 80), moment('PHI', 4, 6, () => 900)]));

/** Messages that are not packed, so that what is changed in them is seen by what reads them. */
export const plainVolume = encodeVolume(tiny, 'plain');
export const packedVolume = encodeVolume(smallVolume(), 'records');

export const level2Seeds: Record<string, Uint8Array> = {
  'a plain volume': plainVolume,
  'a plain volume of three sweeps': encodeVolume(smallVolume(), 'plain'),
  'a packed volume': packedVolume,
  'a volume of the old form': legacyVolume(),
};

const runs: [number, number][][] = [
  [
    [3, 2],
    [4, 9],
  ],
];

export const digitalProduct = productBytes({
  code: 94,
  thresholds: [-320, 5, 254],
  layers: [[digitalRadials([[1, 2, 3]])]],
});
export const packedProduct = productBytes({
  code: 94,
  layers: [[digitalRadials([[1, 2, 3]])]],
  isPacked: true,
  heading: wmoHeading,
});
export const product = productBytes({
  code: 58,
  layers: [
    [runRadials(runs, 7), raster(runs), sized(15, halfwords(4, 4, 0x4134)), sized(23, sized(2, halfwords(1, 1)))],
  ],
  graphic: [[sized(8, halfwords(3, 8, 12, 0x4142))]],
  tabular: [['one', 'two'], ['three']],
});

export const level3Seeds: Record<string, Uint8Array> = {
  'a digital product': digitalProduct,
  'a packed product': packedProduct,
  'a product of many packets': product,
};
