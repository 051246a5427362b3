import { keep, recall } from './browser-storage.ts';
import { plainView, type View } from './view.ts';

const [smoothKey, playKey] = ['smooth', 'play'];

/** The view of a reader who follows no link: the choices that the browser remembers. */
export function rememberedView(): View {
  return { ...plainView, smooth: recall(smoothKey) === 'on' ? 'on' : 'off' };
}

/** Remembers whether the reader wants smoothed images. */
export function rememberSmooth(smooth: View['smooth']): void {
  keep(smoothKey, smooth);
}

/** Whether the loop starts by itself: if the reader had it playing. */
export const wantsPlay = (): boolean => recall(playKey) === 'on';

/** Remembers whether the reader has started or stopped the loop. */
export function rememberPlay(isPlaying: boolean): void {
  keep(playKey, isPlaying ? 'on' : null);
}
