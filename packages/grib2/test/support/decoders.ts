// Decoders inside the package, for fuzzing.
export { ccsds } from '../../src/packing/ccsds.ts';
export { decodeCodestream } from '../../src/packing/jpeg2000/decode.ts';
export { readImageHeader } from '../../src/packing/jpeg2000/codestream.ts';
export { png } from '../../src/packing/png.ts';
export { Section } from '../../src/section.ts';
export { Octets } from '../../src/write/octets.ts';
