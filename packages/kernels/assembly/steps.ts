/** From values between whole ones to codes: a list of 65,536 bands by whole values, the edges of bands, their codes. */
const EDGES: usize = 65536;
const CODES: usize = EDGES + 8 * 256;
const COUNT: usize = CODES + 256;

/** The code of a value from 0 up to 65535: it lies in the band of its whole part, or a little above. */
export function codeOf(steps: usize, value: f64): u8 {
  const count = load<u32>(steps, COUNT);
  let band = <u32>load<u8>(steps + <usize>value);
  while (band < count && load<f64>(steps + 8 * band, EDGES) <= value) band++;
  return load<u8>(steps + band, CODES);
}
