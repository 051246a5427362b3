import { t } from './language.ts';
import { element, onPage } from './elements.ts';
import { last, type Frame } from './layers/layer.ts';
import type { Loop } from './loop.ts';
import type { PageState } from './page-state.ts';
import { rememberPlay } from './remembered.ts';
import { fromNow, localTime, utcTime } from './times.ts';

const controls = onPage({
  play: () => element<HTMLButtonElement>('play'),
  back: () => element<HTMLButtonElement>('back'),
  forward: () => element<HTMLButtonElement>('forward'),
  scrub: () => element<HTMLInputElement>('scrub'),
  times: () => element('times'),
  local: () => element<HTMLTimeElement>('local'),
  utc: () => element('utc'),
  ahead: () => element('ahead'),
  hours: () => element<HTMLSelectElement>('hours'),
});

/** What the player shows. */
interface PlayerFacts {
  frame: Frame | undefined;
  frames: Frame[];
  index: number;
  isPlaying: boolean;
  under: Frame | undefined;
  /** On the clock of the service. */
  now: number;
  /** Whether frames may still come. */
  isLoading: boolean;
}

/** Shows the time and age of the frame. */
export function showTime({ frame, frames, index, isPlaying, under, now, isLoading }: PlayerFacts): void {
  controls.scrub.max = String(Math.max(0, frames.length - 1));
  controls.scrub.value = String(index);
  controls.times.style.setProperty('--measured', `${(100 * last(frames)) / Math.max(1, frames.length - 1)}%`);
  controls.ahead.hidden = !frame?.isExtrapolated;
  controls.play.textContent = isPlaying ? '❚❚' : '▶';
  controls.play.setAttribute('aria-label', isPlaying ? t`Pause` : t`Play`);
  controls.local.textContent = frame ? localTime(frame.at) : isLoading ? t`Loading…` : t`No images yet`;
  controls.local.dateTime = frame?.at.toISOString() ?? '';
  const below = under && t`clouds ${utcTime(under.at).slice(-6)}`;
  controls.utc.textContent = frame
    ? [fromNow(frame.at, now), utcTime(frame.at), frame.note, below].filter(Boolean).join(', ')
    : '';
  const kind = frame?.isExtrapolated ? `, ${controls.ahead.textContent}` : '';
  controls.scrub.setAttribute('aria-valuetext', controls.local.textContent + kind);
}

/** Shows the length of the loop. */
export function showHours(hours: number): void {
  controls.hours.value = String(hours);
}

/** Connects buttons and keys. */
export function wirePlayer(loop: Loop, state: PageState): void {
  controls.hours.addEventListener('change', () => state.change({ hours: Number(controls.hours.value) }));
  const toggle = () => {
    loop.toggle();
    rememberPlay(state.isPlaying.peek());
  };
  controls.play.addEventListener('click', toggle);
  controls.back.addEventListener('click', () => loop.step(-1));
  controls.forward.addEventListener('click', () => loop.step(1));
  controls.scrub.addEventListener('input', () => state.choose(Number(controls.scrub.value)));
  const keys: Record<string, () => void> = {
    ' ': toggle,
    ArrowLeft: () => loop.step(-1),
    ArrowRight: () => loop.step(1),
  };
  document.addEventListener('keydown', (event) => {
    // Controls use these keys themselves, and the map uses the arrows.
    const target = event.target as HTMLElement;
    if (target.closest('button, select, input, summary, .maplibregl-popup')) return;
    if (event.key !== ' ' && target.closest('.maplibregl-canvas-container')) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
