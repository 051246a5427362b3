import { AttributionControl, Map as MapView, NavigationControl, Popup, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { basemap, loadOutlines, type Theme } from './basemap.ts';
import { loadLayers, type Layer } from './layers.ts';
import { drawLegend } from './legend.ts';
import { Loop } from './loop.ts';
import { showNotices } from './notices.ts';
import { service } from './service.ts';
import { localTime, utcTime } from './times.ts';

const refreshMs = 20_000;

const element = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const controls = {
  notices: element('notices'),
  layer: element<HTMLSelectElement>('layer'),
  legend: element('legend'),
  theme: element<HTMLButtonElement>('theme'),
  play: element<HTMLButtonElement>('play'),
  back: element<HTMLButtonElement>('back'),
  forward: element<HTMLButtonElement>('forward'),
  scrub: element<HTMLInputElement>('scrub'),
  local: element<HTMLTimeElement>('local'),
  utc: element('utc'),
};

const darkness = matchMedia('(prefers-color-scheme: dark)');
const stillness = matchMedia('(prefers-reduced-motion: reduce)');

function themeNow(): Theme {
  const chosen = document.documentElement.dataset.theme ?? localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return darkness.matches ? 'dark' : 'light';
}

async function start(): Promise<void> {
  setWorkerUrl(workerUrl); // the library looks beside its own file, which the bundle has swallowed
  document.documentElement.dataset.theme = themeNow();
  const outlines = await loadOutlines();
  const map = new MapView({
    container: 'map',
    style: basemap(themeNow(), outlines),
    center: [-97.5, 35.6],
    zoom: 5.2,
    minZoom: 2.5,
    maxZoom: 12,
    hash: 'at',
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new AttributionControl({ compact: true, customAttribution: 'Data: NOAA (CC0 here)' }));
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new ScaleControl({ maxWidth: 120 }), 'bottom-right');
  await map.once('load');

  const loop = new Loop(map, () => showTime(loop));
  const screen = createScreen(map, loop);
  wirePlayer(loop);
  wireTheme(map, loop, outlines);
  map.on('click', ({ lngLat }) => void screen.read(lngLat.lat, lngLat.lng));
  await screen.keepFresh();
  if (!stillness.matches) loop.play();
}

/** What is shown: the chosen layer, its frames kept fresh, and the value under a click. */
function createScreen(map: MapView, loop: Loop) {
  let layers: Layer[] = [];
  let shown: Layer | undefined;
  const popup = new Popup({ closeButton: true, maxWidth: '18rem' });

  async function refresh(): Promise<void> {
    const layer = shown;
    if (!layer) return;
    const frames = await layer.frames();
    if (layer !== shown) return; // another was chosen meanwhile
    const wasLast = loop.index === loop.frames.length - 1;
    const same = frames.findIndex((frame) => frame.id === loop.frame?.id && frame.tiles === loop.frame.tiles);
    const at = same < 0 || (wasLast && !loop.playing) ? layer.current(frames) : same;
    loop.setFrames(frames, at, layer.framesPerSecond);
  }

  async function choose(id: string): Promise<void> {
    shown = layers.find((layer) => layer.id === id) ?? layers[0];
    if (!shown) return;
    popup.remove();
    drawLegend(controls.legend, shown);
    loop.setFrames([], 0, shown.framesPerSecond);
    await refresh();
  }

  async function tick(): Promise<void> {
    try {
      showNotices(controls.notices, await service.health());
      if (layers.length === 0) {
        layers = await loadLayers();
        offer(layers);
        await choose(controls.layer.value);
      } else {
        await refresh();
      }
    } catch {
      showNotices(controls.notices, undefined); // the next tick tries again
    }
  }

  controls.layer.addEventListener('change', () => void choose(controls.layer.value).catch(() => tick()));

  return {
    async keepFresh(): Promise<void> {
      await tick();
      setInterval(() => void tick(), refreshMs);
    },
    async read(lat: number, lon: number): Promise<void> {
      const frame = loop.frame;
      if (!shown || !frame) return;
      loop.pause(); // the value belongs to this picture
      const place = { lat: Number(lat.toFixed(4)), lon: Number(lon.toFixed(4)) };
      popup.setLngLat(place).setHTML('…').addTo(map);
      const value = await shown.read(place.lat, place.lon, frame).catch(() => 'The service does not answer');
      popup.setDOMContent(readout(value, shown.name, `${place.lat}, ${place.lon} at ${utcTime(frame.at)}`));
    },
  };
}

function readout(value: string, name: string, where: string): HTMLElement {
  const box = document.createElement('div');
  box.setAttribute('role', 'status');
  const strong = document.createElement('b');
  strong.textContent = value;
  const lines = [name, where].map((line) => {
    const small = document.createElement('small');
    small.textContent = line;
    return small;
  });
  box.append(strong, ...lines);
  return box;
}

function offer(layers: Layer[]): void {
  const groups = new Map<string, HTMLOptGroupElement>();
  for (const layer of layers) {
    const group = groups.get(layer.group) ?? document.createElement('optgroup');
    group.label = layer.group;
    groups.set(layer.group, group);
    group.append(new Option(layer.name, layer.id));
  }
  controls.layer.replaceChildren(...groups.values());
}

function showTime(loop: Loop): void {
  const { frame } = loop;
  controls.scrub.max = String(Math.max(0, loop.frames.length - 1));
  controls.scrub.value = String(loop.index);
  controls.play.textContent = loop.playing ? '❚❚' : '▶';
  controls.play.setAttribute('aria-label', loop.playing ? 'Pause' : 'Play');
  controls.local.textContent = frame ? localTime(frame.at) : 'No pictures yet';
  controls.local.dateTime = frame?.at.toISOString() ?? '';
  controls.utc.textContent = frame ? [utcTime(frame.at), frame.note].filter(Boolean).join(', ') : '';
  controls.scrub.setAttribute('aria-valuetext', controls.local.textContent);
}

function wirePlayer(loop: Loop): void {
  const toggle = () => (loop.playing ? loop.pause() : loop.play());
  controls.play.addEventListener('click', toggle);
  controls.back.addEventListener('click', () => loop.step(-1));
  controls.forward.addEventListener('click', () => loop.step(1));
  controls.scrub.addEventListener('input', () => {
    loop.pause();
    loop.show(Number(controls.scrub.value));
  });
  const keys: Record<string, () => void> = {
    ' ': toggle,
    ArrowLeft: () => loop.step(-1),
    ArrowRight: () => loop.step(1),
  };
  document.addEventListener('keydown', (event) => {
    // A control, or the map itself, has its own use for these keys.
    if ((event.target as HTMLElement).closest('button, select, input, .maplibregl-canvas-container')) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

function wireTheme(map: MapView, loop: Loop, outlines: Awaited<ReturnType<typeof loadOutlines>>): void {
  const apply = (theme: Theme) => {
    document.documentElement.dataset.theme = theme;
    map.setStyle(basemap(theme, outlines), { diff: false });
    void map.once('styledata').then(() => loop.restore());
  };
  controls.theme.addEventListener('click', () => {
    const theme = themeNow() === 'dark' ? 'light' : 'dark';
    localStorage.setItem('theme', theme);
    apply(theme);
  });
  darkness.addEventListener('change', () => {
    if (!localStorage.getItem('theme')) apply(darkness.matches ? 'dark' : 'light');
  });
}

start().catch((error: unknown) => {
  const text =
    error instanceof Error && /WebGL/i.test(error.message)
      ? 'This browser cannot draw the map: it has no WebGL.'
      : 'The page could not start.';
  controls.notices.textContent = text;
  controls.notices.className = 'notice away';
  console.error(error);
});
