import type { LngLat, Map as MapView } from 'maplibre-gl';

/** Marks the place under the pointer, or the last tap, on maps that show the same area. */
export function wireCrossHair(maps: MapView[]): void {
  const marks = maps.map((map) => ({ map, mark: addMark(map) }));
  let place: LngLat | undefined;
  const draw = () => {
    for (const { map, mark } of marks) {
      mark.hidden = !place;
      if (!place) continue;
      const { x, y } = map.project(place);
      mark.style.transform = `translate(${x}px, ${y}px)`;
    }
  };
  const show = (lngLat: LngLat | undefined) => {
    place = lngLat;
    draw();
  };
  for (const map of maps) {
    map.on('mousemove', ({ lngLat }) => show(lngLat));
    map.on('click', ({ lngLat }) => show(lngLat));
    map.on('mouseout', () => show(undefined));
    map.on('move', draw);
  }
}

function addMark(map: MapView): HTMLElement {
  const mark = document.createElement('div');
  mark.className = 'cross';
  mark.hidden = true;
  map.getContainer().append(mark);
  return mark;
}
