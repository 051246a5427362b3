// Readers inside the package, for fuzzing.
export { readField } from '../../src/read/geotiff.ts';
