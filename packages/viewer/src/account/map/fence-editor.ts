import type { Position } from 'geojson';
import type { Place } from '../../layers/layer.ts';
import { boundsOf, fenceOf, handlesOf, moved, readFence, shapeOfFence, sketchOf, textOfFence } from './fence.ts';
import type { Fence, Sketch } from './fence.ts';
import { featuresOf, fenceLayers, fenceSource } from './fence-layers.ts';
import { moveCorners } from './move-corners.ts';
import type { PageMap } from './page-map.ts';

/** An area is finished by a click this near its first corner, in pixels. */
const reach = 14;

/** Controls of a geofence. The text is the fence: drawing writes it, and what is typed is drawn. */
interface FenceControls {
  map: HTMLElement;
  text: HTMLTextAreaElement;
  box: HTMLButtonElement;
  area: HTMLButtonElement;
  visible: HTMLButtonElement;
  undo: HTMLButtonElement;
  finish: HTMLButtonElement;
  /** Says what happens next, for screen readers too. */
  state: HTMLElement;
}

/** Draws a geofence on a map: a box by two corners, an area by its corners, with the pointer, a finger or the keyboard. */
export class FenceEditor {
  readonly #controls: FenceControls;
  #map: PageMap | undefined;
  #sketch: Sketch | undefined;

  constructor(controls: FenceControls) {
    this.#controls = controls;
    const { text, box, area, visible, undo, finish } = controls;
    text.addEventListener('change', () => this.#read());
    box.addEventListener('click', () => this.#begin('box'));
    area.addEventListener('click', () => this.#begin('area'));
    visible.addEventListener('click', () => this.#takeVisible());
    undo.addEventListener('click', () => this.#removeLast());
    finish.addEventListener('click', () => this.#close());
  }

  /** Draws the map. Without WebGL, the fence is typed. */
  async openMap(): Promise<void> {
    const { map: container, state } = this.#controls;
    try {
      const { PageMap } = await import('./page-map.ts');
      this.#map = await PageMap.open(container, [fenceLayers], (place) => this.#pick(place));
    } catch {
      container.hidden = true;
      state.textContent = 'The map cannot be drawn: this browser has no WebGL. Enter the geofence below.';
      return;
    }
    const { view } = this.#map;
    view.getCanvas().addEventListener('keydown', ({ key }) => {
      if (key === 'Backspace') this.#removeLast();
    });
    moveCorners(view, (handle, to, isDone) => this.#move(handle, to, isDone));
    this.set(this.#fence);
  }

  /** Replaces the fence. */
  set(fence: Fence | undefined): void {
    this.#controls.text.value = fence ? textOfFence(fence) : '';
    this.#controls.text.setCustomValidity('');
    this.#sketch = fence && sketchOf(fence);
    this.#draw();
    if (fence) this.#map?.fit(boundsOf(shapeOfFence(fence)));
    this.#say(fence ? 'Corners can be moved.' : 'Choose how to draw the geofence.');
  }

  /** The fence of the text; undefined while it has none. */
  get #fence(): Fence | undefined {
    try {
      return readFence(this.#controls.text.value);
    } catch {
      return undefined;
    }
  }

  #read(): void {
    const { text } = this.#controls;
    try {
      this.set(readFence(text.value));
    } catch (error) {
      text.setCustomValidity((error as Error).message);
      this.#say((error as Error).message);
    }
  }

  #begin(kind: Sketch['kind']): void {
    this.#sketch = { kind, corners: [], isClosed: false };
    this.#controls.text.value = '';
    this.#draw();
    const keys = 'On the map with the keyboard: arrows move it, Enter sets a corner at its centre.';
    this.#say(
      kind === 'box' ? `Click two opposite corners. ${keys}` : `Click the corners one after the other. ${keys}`,
    );
    this.#map?.view.getCanvas().focus();
  }

  #pick({ lat, lon }: Place): void {
    const sketch = this.#sketch;
    if (!sketch || sketch.isClosed) return;
    if (this.#isFirst([lon, lat])) return this.#close();
    this.#sketch = { ...sketch, corners: [...sketch.corners, [lon, lat]] };
    const count = this.#sketch.corners.length;
    if (sketch.kind === 'box' && count === 2) return this.#close();
    this.#draw();
    this.#say(
      count < 3
        ? `${count} corner${count === 1 ? '' : 's'} set.`
        : `${count} corners set. Set more, or finish: click the first corner again.`,
    );
  }

  /** Whether a click finishes the area. */
  #isFirst(at: Position): boolean {
    const { kind, corners } = this.#sketch!;
    if (kind === 'box' || corners.length < 3 || !this.#map) return false;
    const [one, other] = [corners[0], at].map(([lon, lat]) => this.#map!.view.project([lon, lat]));
    return one.dist(other) <= reach;
  }

  #close(): void {
    if (!this.#sketch || this.#sketch.corners.length < (this.#sketch.kind === 'box' ? 2 : 3)) return;
    this.#sketch = { ...this.#sketch, isClosed: true };
    this.#write();
    this.#say('The geofence is drawn. Corners can be moved.');
  }

  #removeLast(): void {
    if (!this.#sketch || this.#sketch.isClosed || this.#sketch.corners.length === 0) return;
    this.#sketch = { ...this.#sketch, corners: this.#sketch.corners.slice(0, -1) };
    this.#draw();
    this.#say(`${this.#sketch.corners.length} corners set.`);
  }

  #takeVisible(): void {
    const bounds = this.#map?.view.getBounds();
    if (!bounds) return;
    const corners = [bounds.getSouthWest().toArray(), bounds.getNorthEast().toArray()];
    this.#sketch = { kind: 'box', corners, isClosed: true };
    this.#write();
    this.#say('The visible part of the map is the geofence. Corners can be moved.');
  }

  #move(handle: number, to: Position, isDone: boolean): void {
    if (!this.#sketch?.isClosed) return;
    if (handlesOf(this.#sketch)[handle]) this.#sketch = moved(this.#sketch, handle, to);
    if (isDone) this.#write();
    else this.#draw();
  }

  /** Writes the sketch into the text. */
  #write(): void {
    const fence = this.#sketch && fenceOf(this.#sketch);
    this.#controls.text.value = fence ? textOfFence(fence) : '';
    this.#controls.text.setCustomValidity('');
    this.#draw();
  }

  #draw(): void {
    const sketch = this.#sketch;
    const { box, area, undo, finish } = this.#controls;
    const isDrawing = sketch !== undefined && !sketch.isClosed;
    for (const [button, kind] of [
      [box, 'box'],
      [area, 'area'],
    ] as const)
      // prettier-ignore
      button.setAttribute('aria-pressed', String(isDrawing && sketch.kind === kind));
    undo.disabled = !isDrawing || sketch.corners.length === 0;
    finish.disabled = !isDrawing || sketch.kind === 'box' || sketch.corners.length < 3;
    this.#map?.draw(fenceSource, featuresOf(isDrawing ? undefined : sketch ? fenceOf(sketch) : this.#fence, sketch));
  }

  #say(text: string): void {
    this.#controls.state.textContent = text;
  }
}
