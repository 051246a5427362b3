/** Whether the window has room for open lists beside the map. */
export function isRoomy(): boolean {
  return matchMedia('(min-width: 561px) and (min-height: 600px)').matches;
}

/** An element of the page, by its id. */
export function element<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}
