/**
 * Remembers what `load` gave for a while: whoever asks meanwhile gets it, and those who ask together wait for one load.
 * A load that fails is not remembered.
 *
 * @param keepMs how long a value is good, from the moment it came
 */
export function memo<T>(keepMs: number, load: () => Promise<T>): () => Promise<T> {
  let known: { value: T; until: number } | undefined;
  let loading: Promise<T> | undefined;

  const renew = async (): Promise<T> => {
    try {
      const value = await load();
      known = { value, until: performance.now() + keepMs };
      return value;
    } finally {
      loading = undefined;
    }
  };
  return () => {
    if (known && performance.now() < known.until) return Promise.resolve(known.value);
    return (loading ??= renew());
  };
}
