// Decoders inside the package, for fuzzing.
export { Bunzip2 } from '../../src/bzip2/bunzip2.ts';
