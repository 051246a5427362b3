/** `Cache-Control` of tiles and points. */
export const tileCaching = {
  /** The request names a frame, and frames never change. */
  exact: 'public, max-age=604800, immutable',
  /** The newest frame, or the nearest one. */
  moving: 'public, max-age=30, stale-while-revalidate=60, stale-if-error=300',
  /** A loop that ends at a named frame: only a frame that arrives late changes it. */
  pinned: 'public, max-age=300, stale-while-revalidate=300, stale-if-error=300',
  /** A missing frame may arrive at any time. */
  noFrame: 'public, max-age=5',
  /** A tile outside the grid never exists. */
  noTile: 'public, max-age=86400',
} as const;
