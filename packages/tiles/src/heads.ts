import { publicHeaders } from '@severe/http';
import type { DrawnTile } from './drawn-tile.ts';
import type { ListedFrame } from './frame-index.ts';
import { tileHeaders } from './serve-tile.ts';

/** The headers of a picture as one frame's tile, names and values in turn, the request id last. */
export interface Heads {
  frame: ListedFrame;
  /** Of a 200, where the frame is named exactly and where it is not; of a 304 likewise. */
  exact: string[];
  moving: string[];
  exactKnown: string[];
  movingKnown: string[];
}

/**
 * The headers of an answer, ready for `writeHead`. They are made once for a picture and used again with another id: the
 * array must be written before the next one is asked for. The clear tile belongs to many frames, so it may be made anew.
 */
export function headOf(drawn: DrawnTile, frame: ListedFrame, exact: boolean, known: boolean, id: string): string[] {
  if (drawn.heads?.frame !== frame) drawn.heads = makeHeads(drawn, frame);
  const { heads } = drawn;
  const head = exact ? (known ? heads.exactKnown : heads.exact) : known ? heads.movingKnown : heads.moving;
  head[head.length - 1] = id;
  return head;
}

const everyAnswer = Object.entries(publicHeaders).flat();

function makeHeads(drawn: DrawnTile, frame: ListedFrame): Heads {
  const head = (exact: boolean, known: boolean): string[] => {
    const own = tileHeaders(frame, drawn, exact);
    // a 304 has no media type, which stands first, and no length
    const described = known ? own.slice(2) : [...own, 'Content-Length', drawn.length];
    return [...described, ...everyAnswer, 'X-Request-Id', ''];
  };
  return {
    frame,
    exact: head(true, false),
    moving: head(false, false),
    exactKnown: head(true, true),
    movingKnown: head(false, true),
  };
}
