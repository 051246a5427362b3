/** A choice that the browser remembers; null if there is none, or if the page may not store any, as within some other pages. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Lets the browser remember a choice, if it allows that; null removes it. */
export function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // the choice holds until the page is left
  }
}
