/** A frame never changes, so what was asked for by name may be kept; what is newest, or near, may soon be another. */
export const tileCaching = {
  exact: 'public, max-age=604800, immutable',
  moving: 'public, max-age=30, stale-while-revalidate=60',
  /** What ends at a frame that was asked for by name: only one that comes in late changes it. */
  pinned: 'public, max-age=300, stale-while-revalidate=300',
  /** A frame that is not there yet may come at any moment. */
  noFrame: 'public, max-age=5',
  /** The grid never changes. */
  noTile: 'public, max-age=86400',
} as const;
