export { bzip2 } from './bzip2/bzip2.ts';
export { encodeVolume, type MomentToWrite, type Packing, type SweepToWrite, type VolumeToWrite } from './volume.ts';
