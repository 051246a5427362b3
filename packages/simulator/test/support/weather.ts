// The simulated weather and the files made from it, for tests of their readers.
import { imageryFile, multibandImages } from '../../src/satellite/file.ts';
import type { FileTimes } from '../../src/satellite/names.ts';
import type { Satellite } from '../../src/satellite/renderer.ts';

export { indexText } from '../../src/hrrr/file.ts';
export { lightningFile } from '../../src/lightning/file.ts';
export { flashesOf } from '../../src/lightning/flashes.ts';
export { stormModel, stormsAt } from '../../src/model/storms.ts';
export { volumeDurationMs } from '../../src/nexrad/schedule.ts';
export { volumeSites } from '../../src/nexrad/sites.ts';
export { drawVolume, volumeFile } from '../../src/nexrad/volume.ts';
export { mosaicFile } from '../../src/radar/file.ts';
export { mosaics } from '../../src/radar/products.ts';
export { createMosaicRenderer } from '../../src/radar/renderer.ts';
export { scanAt } from '../../src/radar/schedule.ts';
export { folder, stamp } from '../../src/satellite/names.ts';
export { createSatelliteRenderer, satellites } from '../../src/satellite/renderer.ts';

/** All bands of a satellite as a file. */
export const multibandFile = (satellite: Satellite, name: string, times: FileTimes, codes: Uint16Array[]): Uint8Array =>
  imageryFile(satellite, name, times, multibandImages(satellite, codes));
