// The simulated weather and the files made from it, for tests of their readers.
export { lightningFile } from '../../src/lightning/file.ts';
export { flashesOf } from '../../src/lightning/flashes.ts';
export { stormModel, stormsAt } from '../../src/model/storms.ts';
export { volumeDurationMs } from '../../src/nexrad/schedule.ts';
export { folder, stamp } from '../../src/satellite/names.ts';
export { createSatelliteRenderer, satellites } from '../../src/satellite/renderer.ts';
