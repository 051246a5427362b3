import type { Map as MapView } from 'maplibre-gl';
import type { Frame } from './layers/layer.ts';
import { tellAddress, tileImageUrl } from './tile-addresses.ts';

/** Frames on the map: each is a map layer, and all but one are transparent. */
export class Track {
  readonly #map: MapView;
  readonly #below: string;
  #frames: Frame[] = [];
  #shown: Frame | undefined;
  #opacity = 1;

  /** @param below the map layer above the frames, unique for the track */
  constructor(map: MapView, below: string) {
    this.#map = map;
    this.#below = below;
  }

  get frames(): Frame[] {
    return this.#frames;
  }

  get shown(): Frame | undefined {
    return this.#shown;
  }

  /** Shows one of these frames. Frames that it had before stay on the map. */
  draw(frames: Frame[], shown: Frame | undefined): void {
    if (frames !== this.#frames) this.#replace(frames);
    this.#show(shown);
  }

  #replace(frames: Frame[]): void {
    const keys = new Set(frames.map(({ key }) => key));
    for (const frame of this.#frames) if (!keys.has(frame.key)) this.#remove(frame);
    for (const frame of frames) tellAddress(frame);
    this.#frames = frames;
  }

  #show(frame: Frame | undefined): void {
    this.#shown = frame;
    if (frame) this.#add(frame);
    for (const each of this.#frames) {
      const id = this.#id(each);
      if (!this.#map.getLayer(id)) continue;
      this.#map.setPaintProperty(id, 'raster-opacity', each.key === frame?.key ? this.#opacity : 0);
    }
  }

  /** @param opacity 0 to 1 */
  fade(opacity: number): void {
    this.#opacity = opacity;
    this.#show(this.#shown);
  }

  /** Whether all visible tiles of a frame are loaded. */
  isReady(frame: Frame): boolean {
    return this.#isAdded(frame) && this.#map.isSourceLoaded(this.#id(frame));
  }

  /** Whether a frame that is on the map is not loaded yet. */
  get isLoading(): boolean {
    return this.#frames.some((frame) => this.#isAdded(frame) && !this.isReady(frame));
  }

  /** Adds frames that are not on the map yet, those nearest to a time. @param from in milliseconds */
  preload(count: number, from: number): void {
    const distance = ({ at }: Frame) => Math.abs(at.getTime() - from);
    const missing = this.#frames.filter((frame) => !this.#isAdded(frame));
    for (const frame of missing.toSorted((a, b) => distance(a) - distance(b)).slice(0, count)) this.#add(frame);
  }

  /** Loads frames again: those of these map sources, or all. */
  reload(ids?: ReadonlySet<string>): void {
    for (const frame of this.#frames) if (!ids || ids.has(this.#id(frame))) this.#remove(frame);
    this.#show(this.#shown);
  }

  #isAdded(frame: Frame): boolean {
    return this.#map.getLayer(this.#id(frame)) !== undefined;
  }

  #add(frame: Frame): void {
    const id = this.#id(frame);
    if (this.#isAdded(frame)) return;
    const { tileSize, deepest, bounds } = frame;
    this.#map.addSource(id, {
      type: 'raster',
      tiles: [tileImageUrl(frame)],
      tileSize,
      maxzoom: deepest,
      ...(bounds ? { bounds } : {}),
    });
    this.#map.addLayer(
      {
        id,
        type: 'raster',
        source: id,
        paint: {
          'raster-opacity': 0,
          'raster-opacity-transition': { duration: 0 }, // one time is on the map, never a mixture of two
          'raster-fade-duration': 0,
          'raster-resampling': 'nearest',
        },
      },
      this.#below,
    );
  }

  #remove(frame: Frame): void {
    const id = this.#id(frame);
    if (!this.#map.getLayer(id)) return;
    this.#map.removeLayer(id);
    this.#map.removeSource(id);
  }

  #id({ key }: Frame): string {
    return `${this.#below} ${key}`;
  }
}
