import type { Benchmark } from './benchmark.ts';

/** Benchmarks by the names of `npm run bench -- NAME`, loaded on demand. */
export const benchmarks: Record<string, () => Promise<Benchmark>> = {
  decode: async () => (await import('./decode.ts')).decode,
  radar: async () => (await import('./radar.ts')).radar,
  sweep: async () => (await import('./sweep.ts')).sweep,
  frame: async () => (await import('./frame.ts')).frame,
  tiles: async () => (await import('./tiles.ts')).tiles,
  deep: async () => (await import('./deep.ts')).deep,
  loop: async () => (await import('./loop.ts')).loop,
  point: async () => (await import('./point.ts')).point,
  summary: async () => (await import('./summary.ts')).summary,
  growth: async () => (await import('./growth.ts')).growth,
  api: async () => (await import('./api.ts')).api,
  accounts: async () => (await import('./accounts.ts')).accounts,
  abuse: async () => (await import('./abuse.ts')).abuse,
  dearest: async () => (await import('./dearest.ts')).dearest,
  stream: async () => (await import('./stream.ts')).stream,
  webhooks: async () => (await import('./webhooks.ts')).webhooks,
  memory: async () => (await import('./memory.ts')).memory,
  nowcast: async () => (await import('./nowcast.ts')).nowcast,
  cells: async () => (await import('./cells.ts')).cells,
  freshness: async () => (await import('./freshness.ts')).freshness,
  cluster: async () => (await import('./cluster.ts')).cluster,
  scale: async () => (await import('./scale.ts')).scale,
  farm: async () => (await import('./farm.ts')).farm,
};
