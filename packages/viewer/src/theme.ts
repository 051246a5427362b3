import { recall } from './browser-storage.ts';

export type Theme = 'light' | 'dark';

const darkScheme = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

/** The theme that the reader has chosen on the map, else that of the system. */
export function themeNow(): Theme {
  const chosen = document.documentElement.dataset.theme ?? recall('theme');
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return darkScheme().matches ? 'dark' : 'light';
}

/** Calls `apply` when the system changes its theme, unless the reader has chosen one. */
export function followSystemTheme(apply: (theme: Theme) => void): void {
  const scheme = darkScheme();
  scheme.addEventListener('change', () => {
    if (!recall('theme')) apply(scheme.matches ? 'dark' : 'light');
  });
}
