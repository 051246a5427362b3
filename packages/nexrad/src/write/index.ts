export { bzip2 } from './bzip2/bzip2.ts';
export type { MomentToWrite, SweepToWrite, VolumeToWrite } from './to-write.ts';
export { encodeVolume, packVolume, type Packing } from './volume.ts';
