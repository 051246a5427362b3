/** Settings that `CACHE_MB` has replaced, with their defaults and the memory that each megabyte of them was. */
const formerCaches = [
  { env: 'TILE_CACHE_MB', standard: 256, times: 1 },
  { env: 'VALUE_CACHE_MB', standard: 128, times: 1.5 },
  { env: 'ANSWER_CACHE_MB', standard: 64, times: 1 },
];

/** The variables with `CACHE_MB` by the settings that it has replaced, if only those are given: the same memory. */
export function withFormerSettings(env: Record<string, string | undefined>): Record<string, string | undefined> {
  if (env.CACHE_MB || !formerCaches.some(({ env: name }) => env[name])) return env;
  const sizes = formerCaches.map(({ env: name, standard, times }) => Number(env[name] || standard) * times);
  return { ...env, CACHE_MB: String(Math.ceil(sizes.reduce((sum, size) => sum + size))) };
}
