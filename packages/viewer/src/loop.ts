import type { Map as MapView } from 'maplibre-gl';
import { belowBorders } from './basemap.ts';
import type { Frame } from './layers.ts';

/** How long the last frame stands before the loop begins again. */
const restMs = 1200;

const opacity = 0.82;

/** Moves through frames on the map: each is a layer of its own, and only one of them is not clear. */
export class Loop {
  readonly #map: MapView;
  readonly #changed: () => void;
  #frames: Frame[] = [];
  #at = 0;
  #framesPerSecond = 4;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param changed is told whenever another frame is shown, or the loop starts or stops */
  constructor(map: MapView, changed: () => void) {
    this.#map = map;
    this.#changed = changed;
    map.on('idle', () => this.#preloadOne());
  }

  get frames(): Frame[] {
    return this.#frames;
  }

  get index(): number {
    return this.#at;
  }

  get frame(): Frame | undefined {
    return this.#frames[this.#at];
  }

  get playing(): boolean {
    return this.#timer !== undefined;
  }

  /** Shows other frames. What both have in common stays on the map. */
  setFrames(frames: Frame[], at: number, framesPerSecond: number): void {
    const kept = new Set(frames.map(layerId));
    for (const frame of this.#frames) if (!kept.has(layerId(frame))) this.#remove(frame);
    this.#frames = frames;
    this.#framesPerSecond = framesPerSecond;
    this.show(at);
  }

  show(index: number): void {
    this.#at = Math.max(0, Math.min(this.#frames.length - 1, index));
    const current = this.frame;
    if (current) this.#add(current);
    for (const frame of this.#frames) {
      if (!this.#map.getLayer(layerId(frame))) continue;
      this.#map.setPaintProperty(layerId(frame), 'raster-opacity', frame === current ? opacity : 0);
    }
    this.#changed();
  }

  step(by: number): void {
    this.pause();
    const count = this.#frames.length;
    if (count > 0) this.show((this.#at + by + count) % count);
  }

  play(): void {
    if (this.playing) return;
    const next = () => {
      if (this.#frames.length > 1) this.show((this.#at + 1) % this.#frames.length);
      this.#timer = setTimeout(next, this.#wait());
    };
    this.#timer = setTimeout(next, this.#wait());
    this.#changed();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#changed();
  }

  /** Puts the frames back after the style of the map was replaced. */
  restore(): void {
    this.show(this.#at);
  }

  #wait(): number {
    return this.#at === this.#frames.length - 1 ? restMs : 1000 / this.#framesPerSecond;
  }

  /** One more frame whenever the map has nothing else to do, the nearest to the shown one first. */
  #preloadOne(): void {
    const waiting = this.#frames.filter((frame) => !this.#map.getLayer(layerId(frame)));
    const current = this.frame?.at.getTime() ?? 0;
    waiting.sort((a, b) => Math.abs(a.at.getTime() - current) - Math.abs(b.at.getTime() - current));
    if (waiting[0]) this.#add(waiting[0]);
  }

  #add(frame: Frame): void {
    const id = layerId(frame);
    if (this.#map.getLayer(id)) return;
    this.#map.addSource(id, { type: 'raster', tiles: [frame.tiles], tileSize: 256, maxzoom: frame.deepest });
    this.#map.addLayer(
      {
        id,
        type: 'raster',
        source: id,
        paint: { 'raster-opacity': 0, 'raster-fade-duration': 0, 'raster-resampling': 'nearest' },
      },
      belowBorders,
    );
  }

  #remove(frame: Frame): void {
    const id = layerId(frame);
    if (!this.#map.getLayer(id)) return;
    this.#map.removeLayer(id);
    this.#map.removeSource(id);
  }
}

function layerId(frame: Frame): string {
  return `weather ${frame.tiles}`;
}
