// Names of the providers’ files.
export { hourPrefix, scanTimeOf } from '../../src/feeds/goes/keys.ts';
export { keyAt, validTimeOf } from '../../src/feeds/mrms/keys.ts';
