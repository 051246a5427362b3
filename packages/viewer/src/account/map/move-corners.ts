import type { Position } from 'geojson';
import type { Map as MapView, MapMouseEvent, MapTouchEvent } from 'maplibre-gl';

const layer = 'fence corners';

/** Lets the pointer or a finger move corners. `move` is called while a corner moves, and with `isDone` when it is let go. */
export function moveCorners(map: MapView, move: (handle: number, to: Position, isDone: boolean) => void): void {
  const begin = (event: MapMouseEvent | MapTouchEvent): void => {
    const [found] = map.queryRenderedFeatures(event.point, { layers: [layer] });
    if (!found) return;
    event.preventDefault(); // the map stays
    const handle = Number(found.properties['corner']);
    const [moves, ends] = event.type === 'touchstart' ? (['touchmove', 'touchend'] as const) : (['mousemove', 'mouseup'] as const); // prettier-ignore
    const follow = ({ lngLat, originalEvent }: MapMouseEvent | MapTouchEvent): void => {
      const isLetGo = originalEvent instanceof MouseEvent && originalEvent.buttons === 0; // outside of the map
      if (isLetGo) map.off(moves, follow).off(ends, end);
      move(handle, [lngLat.lng, lngLat.lat], isLetGo);
    };
    const end = ({ lngLat }: MapMouseEvent | MapTouchEvent): void => {
      map.off(moves, follow).off(ends, end);
      move(handle, [lngLat.lng, lngLat.lat], true);
    };
    map.on(moves, follow);
    map.on(ends, end);
  };
  map.on('mousedown', layer, begin);
  map.on('touchstart', layer, begin);
  map.on('mouseenter', layer, () => (map.getCanvas().style.cursor = 'move'));
  map.on('mouseleave', layer, () => (map.getCanvas().style.cursor = ''));
}
