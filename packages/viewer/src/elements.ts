/** Whether the window has room for open lists beside the map; a laptop of 1280 × 720 has not. */
export function isRoomy(): boolean {
  return matchMedia('(min-width: 561px) and (min-height: 760px)').matches;
}

/** An element of the page, by its id. */
export function element<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

/** Elements of the page by names, each looked up when it is used: a module can be loaded without the page. */
export function onPage<Finders extends Record<string, () => HTMLElement>>(
  finders: Finders,
): { readonly [Name in keyof Finders]: ReturnType<Finders[Name]> } {
  const getters = Object.entries(finders).map(([name, get]) => [name, { get }] as const);
  return Object.defineProperties({}, Object.fromEntries(getters)) as ReturnType<typeof onPage<Finders>>;
}
