/** Whether the window has room for open lists beside the map; a laptop of 1280 × 720 has not. */
export function isRoomy(): boolean {
  return matchMedia('(min-width: 561px) and (min-height: 760px)').matches;
}

/** An element of the page, by its id. */
export function element<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}
