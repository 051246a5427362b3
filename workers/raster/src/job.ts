import type { FrameName } from '@severe/catalogue';
import type { DrawnFrame } from '@severe/raster';

/** What to make: a frame, of which file, and under which name this attempt stores its objects. */
export interface RenderJob extends FrameName {
  rawKey: string;
  build: string;
}

/** The bytes of both objects; what has no tiles of its own is drawn from its values when it is asked for. */
export interface Made {
  values: Uint8Array;
  drawn?: DrawnFrame;
}
