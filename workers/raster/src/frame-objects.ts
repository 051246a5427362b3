import type { FrameFamily, FrameName } from '@severe/catalogue';
import type { Frame } from '@severe/db';

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

/** The name of the frame of a row, which may be that of its job. */
export function nameOf({ family, product, runAt, validAt }: Pick<Frame, keyof FrameName>): FrameName {
  return { family: family as FrameFamily, product, runAt, validAt };
}
