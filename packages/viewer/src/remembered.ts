import { keep, recall } from './browser-storage.ts';
import { plainView, type View } from './view.ts';

const key = 'smooth';

/** The view of a reader who follows no link: the choices that the browser remembers. */
export function rememberedView(): View {
  return { ...plainView, smooth: recall(key) === 'on' ? 'on' : 'off' };
}

/** Remembers whether the reader wants smoothed images. */
export function rememberSmooth(smooth: View['smooth']): void {
  keep(key, smooth);
}
