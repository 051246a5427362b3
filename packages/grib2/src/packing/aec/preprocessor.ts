/**
 * Sums mapped differences to samples, in place. The predictor is the previous sample; each interval starts with an
 * unpredicted sample.
 *
 * @param samples  unsigned integers; those of 32 bits as their bits
 * @param bits     of a sample, 1 to 32
 * @param interval samples from one reference to the next
 * @param bias     is taken from every sample
 * @see CCSDS 121.0-B-3, Lossless Data Compression, section 4
 */
export function undoDifferences(samples: Int32Array, bits: number, interval: number, bias: number): void {
  const largest = 2 ** bits - 1;
  const half = 2 ** (bits - 1);
  for (let start = 0; start < samples.length; start += interval) {
    const end = Math.min(start + interval, samples.length);
    let last = samples[start] >>> 0;
    samples[start] = last - bias;
    for (let i = start + 1; i < end; i++) {
      const mapped = samples[i] >>> 0;
      const distance = (mapped >>> 1) + (mapped & 1);
      const room = last < half ? last : largest - last;
      if (distance > room) last = last < half ? mapped : largest - mapped;
      else last += mapped & 1 ? -distance : distance;
      samples[i] = last - bias;
    }
  }
}
