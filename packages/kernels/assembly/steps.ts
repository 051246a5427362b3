/** Maps values to codes. Layout: band of each of 65,536 whole values, edges of bands, codes of bands, number of edges. */
const edgesAt: usize = 65536;
const codesAt: usize = edgesAt + 8 * 256;
const countAt: usize = codesAt + 256;

/** The code of a value from 0 to 65535: the search starts at the band of its integer part. */
export function codeOf(steps: usize, value: f64): u8 {
  const count = load<u32>(steps, countAt);
  let band = <u32>load<u8>(steps + <usize>value);
  while (band < count && load<f64>(steps + 8 * band, edgesAt) <= value) band++;
  return load<u8>(steps + band, codesAt);
}
