/** Caches values of rows or columns of tiles for the current zoom; a new zoom clears the cache. */
export function memoizeForZoom<T>(make: (z: number, i: number) => T): (z: number, i: number) => T {
  let zoom = -1;
  let made = new Map<number, T>();
  return (z, i) => {
    if (z !== zoom) made = new Map();
    zoom = z;
    const result = made.get(i) ?? make(z, i);
    made.set(i, result);
    return result;
  };
}
