import { element } from './elements.ts';
import { last } from './layers/layer.ts';
import type { Loop } from './loop.ts';
import { rememberPlay } from './remembered.ts';
import { fromNow, localTime, utcTime } from './times.ts';

const controls = {
  play: element<HTMLButtonElement>('play'),
  back: element<HTMLButtonElement>('back'),
  forward: element<HTMLButtonElement>('forward'),
  scrub: element<HTMLInputElement>('scrub'),
  times: element('times'),
  local: element<HTMLTimeElement>('local'),
  utc: element('utc'),
  ahead: element('ahead'),
  hours: element<HTMLSelectElement>('hours'),
};

/** Shows the time and age of the frame. @param isLoading whether frames may still come */
export function showTime(
  { frame, frames, index, playing, under }: Pick<Loop, 'frame' | 'frames' | 'index' | 'playing' | 'under'>,
  now: number,
  isLoading: boolean,
): void {
  controls.scrub.max = String(Math.max(0, frames.length - 1));
  controls.scrub.value = String(index);
  controls.times.style.setProperty('--measured', `${(100 * last(frames)) / Math.max(1, frames.length - 1)}%`);
  controls.ahead.hidden = !frame?.isExtrapolated;
  controls.play.textContent = playing ? '❚❚' : '▶';
  controls.play.setAttribute('aria-label', playing ? 'Pause' : 'Play');
  controls.local.textContent = frame ? localTime(frame.at) : isLoading ? 'Loading…' : 'No images yet';
  controls.local.dateTime = frame?.at.toISOString() ?? '';
  const below = under && `clouds ${utcTime(under.at).slice(-6)}`;
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

/** Connects buttons and keys. @param choose called with the chosen length of the loop in hours */
export function wirePlayer(loop: Loop, choose: (hours: number) => void): void {
  controls.hours.addEventListener('change', () => choose(Number(controls.hours.value)));
  const toggle = () => {
    if (loop.playing) loop.pause();
    else loop.play();
    rememberPlay(loop.playing);
  };
  controls.play.addEventListener('click', toggle);
  controls.back.addEventListener('click', () => loop.step(-1));
  controls.forward.addEventListener('click', () => loop.step(1));
  controls.scrub.addEventListener('input', () => {
    const wanted = Number(controls.scrub.value); // a pause shows the frame of now in the slider
    loop.pause();
    loop.show(wanted);
  });
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
