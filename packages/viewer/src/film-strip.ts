/** The URL template of film strips as the service gives it, on the origin of the page. */
export const onOwnOrigin = (tiles: string): string => tiles.replace(/^https?:\/\/[^/]+/, '');

/** The address of a frame of film strips: a strip says itself where its frames are, and with a late frame they move. */
export const stripTiles = (strips: string, stamp: string): string => `${strips}#${stamp}`;

/** Column and row of the frame of a time, by the headers of its strip; undefined if it is not on the strip. */
export function cellOf(headers: Headers, stamp: string): [column: number, row: number] | undefined {
  const at = (headers.get('x-frame-times') ?? '').split(', ').indexOf(stamp);
  const columns = Number(/columns=(\d+)/.exec(headers.get('x-loop-layout') ?? '')?.[1]);
  return at < 0 || !(columns > 0) ? undefined : [at % columns, Math.floor(at / columns)];
}
