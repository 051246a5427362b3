/**
 * Keeps what is made of bytes for as long as these are kept. A response in the cache has the same bytes while it is current, so what
 * is made of it goes with it.
 */
export function keptWith<Made>(): (bytes: Uint8Array, make: () => Made) => Made {
  const kept = new WeakMap<Uint8Array, { made: Made }>();
  return (bytes, make) => {
    const known = kept.get(bytes) ?? { made: make() };
    kept.set(bytes, known);
    return known.made;
  };
}
