const product = 'composite-reflectivity';
const everyMs = 120_000;
/** A frame is there some minutes after its time. */
const delayMs = 300_000;

/** Times of radar frames since a moment that the service does not have. */
export async function missingFrames(url: string, from: number): Promise<string[]> {
  const path = `${url}/api/v1/radar/frames?product=${product}&minutes=60&interval=2`;
  const response = await fetch(path, { headers: { 'Cache-Control': 'no-cache' } });
  const { frames } = (await response.json()) as { frames: string[] };
  const has = new Set(frames);
  const first = Math.ceil(from / everyMs) * everyMs;
  const count = Math.max(0, Math.floor((Date.now() - delayMs - first) / everyMs) + 1);
  const due = Array.from({ length: count }, (_, i) => stampOf(first + i * everyMs));
  return due.filter((stamp) => !has.has(stamp));
}

/** `YYYYMMDDHHMM` */
const stampOf = (at: number): string => new Date(at).toISOString().replace(/\D/g, '').slice(0, 12);
