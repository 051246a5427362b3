/** The stored objects of a frame. `tilesKey` is null for a product without tiles. */
export interface FrameObjects {
  tilesKey: string | null;
  tilesBytes: number;
  valuesKey: string;
  valuesBytes: number;
}

/** Key and size of each object. */
export function objectsOf({
  tilesKey,
  tilesBytes,
  valuesKey,
  valuesBytes,
}: FrameObjects): { key: string; bytes: number }[] {
  return [...(tilesKey ? [{ key: tilesKey, bytes: tilesBytes }] : []), { key: valuesKey, bytes: valuesBytes }];
}

export const keysOf = (frame: FrameObjects): string[] => objectsOf(frame).map(({ key }) => key);
