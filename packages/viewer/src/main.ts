import { t } from './language.ts';
import { effect } from '@preact/signals-core';
import {
  AttributionControl,
  FullscreenControl,
  GeolocateControl,
  Map as MapView,
  NavigationControl,
  type Point,
  ScaleControl,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { basemap, loadOutlines } from './basemap.ts';
import { addDetail } from './detail/add-detail.ts';
import { keep } from './browser-storage.ts';
import { element } from './elements.ts';
import { isEmbedded } from './embedded.ts';
import { endFirstPicture } from './first-picture.ts';
import { HealthWatch } from './health-watch.ts';
import { home, positionKey, zoomRange } from './home.ts';
import { wireJustNow } from './just-now.ts';
import { wirePanel } from './panel.ts';
import { PlacePanel } from './place/place-panel.ts';
import { placeLayers } from './place/storm-shapes.ts';
import { TileImages } from './tile-images.ts';
import { wirePlaces } from './places.ts';
import { wirePlayer } from './player.ts';
import { drawImages } from './overlays/images.ts';
import type { Place } from './layers/layer.ts';
import { mapWords } from './map-words.ts';
import { overlaysOf } from './overlays/index.ts';
import { wantsPlay } from './remembered.ts';
import { keepLink, readLink } from './page-link.ts';
import { PageState } from './page-state.ts';
import { Ruler, rulerLayers } from './ruler.ts';
import { Screen } from './screen.ts';
import { SecondMap } from './second-map.ts';
import { mayBeSignedIn } from './signed-in.ts';
import { siteAt } from './sites.ts';
import { followSystemTheme, themeNow, type Theme } from './theme.ts';
import { wireLanguage } from './language-choice.ts';
import { wireUnits } from './unit-choice.ts';
import { unitSystem } from './units.ts';

/** Zoom for a town with its surroundings. */
const townZoom = 8;

/** Time that the pointer rests before the value under it is requested. */
const hoverMs = 350;

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** Starts the map. Until its first frame is complete, the first picture stays over it. @throws {Error} without WebGL */
export async function start(): Promise<void> {
  setWorkerUrl(workerUrl); // the library looks beside its own file, which is part of the bundle
  const state = new PageState(readLink());
  keepLink(state);
  const images = new TileImages(state);
  const { sources, countyOf } = await loadOutlines();
  const overlays = overlaysOf(countyOf, !isEmbedded() && mayBeSignedIn());
  const drawn = [rulerLayers, placeLayers, ...overlays];
  const style = () => basemap(themeNow(), sources, drawn);
  const map = new MapView({
    container: 'map',
    style: style(),
    center: [home.lon, home.lat],
    zoom: home.zoom,
    minZoom: zoomRange.min,
    maxZoom: zoomRange.max,
    hash: positionKey,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    locale: mapWords,
    cooperativeGestures: isEmbedded(), // scrolling moves the page around it
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new AttributionControl({ compact: true, customAttribution: t`Data: NOAA (CC0 here)` }));
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  if (!isEmbedded()) {
    map.addControl(new GeolocateControl({ trackUserLocation: true }), 'top-right');
    const locate = map.getContainer().querySelector('.maplibregl-ctrl-geolocate');
    locate?.setAttribute('aria-label', t`Find my location`); // the library names it when the browser has answered
    map.addControl(new FullscreenControl({ container: document.body }), 'top-right');
  }
  const scale = new ScaleControl({ maxWidth: 120 });
  map.addControl(scale, 'bottom-right');
  if (isEmbedded()) foldAttribution(map);
  map.on('error', ({ error }) => console.warn(error.message)); // missing images are reported above the map
  drawImages(map);
  map.once('movestart', endFirstPicture);
  await map.once('style.load'); // not `load`, which waits for everything that is drawn

  const second = new SecondMap(map, style);
  const health = new HealthWatch();
  const screen = new Screen({ map, second, state, health, sources, images, overlays });
  const panel = new PlacePanel(map, state, sources, (source) => health.recordsSince(source));
  const ruler = new Ruler(map, sources);
  effect(() => scale.setUnit(unitSystem() === 'us' ? 'imperial' : 'metric'));
  wireUnits();
  wireLanguage();
  wirePanel((part) => {
    endFirstPicture();
    state.change(part);
  });
  wireJustNow();
  wirePlayer(screen.loop, state);
  wirePlaces((place) => {
    map.flyTo({ center: [place.lon, place.lat], zoom: Math.max(townZoom, map.getZoom()) });
    panel.open(place);
  });
  wireMap(map, screen, panel, ruler);
  second.onCreated((other) => wirePointer(other, screen, panel, ruler));
  wireTheme(map, second, screen, style);
  const isStill = reducedMotion.matches || /[#&]time=/.test(location.hash); // a link to a time shows a still image
  await screen.startRefreshing();
  void addDetail(map, sources, style); // after the first radar has been requested
  void second.map?.then((other) => addDetail(other, sources, style)); // it was opened by the link
  if (!isStill && (isEmbedded() || wantsPlay())) screen.loop.play();
}

/** Within another page the sources of the base map are behind their button from the beginning. */
function foldAttribution(map: MapView): void {
  const attribution = map.getContainer().querySelector('.maplibregl-ctrl-attrib');
  attribution?.classList.remove('maplibregl-compact-show');
  attribution?.removeAttribute('open');
}

/** Connects pointer and keys of the map. */
function wireMap(map: MapView, screen: Screen, panel: PlacePanel, ruler: Ruler): void {
  wirePointer(map, screen, panel, ruler);
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || screen.inspector.close()) return;
    if (ruler.turn(false) || panel.close()) map.getCanvas().focus();
  });
}

/**
 * A click or tap chooses a radar, or shows the value and opens the place; so does Enter at the centre; hovering shows the value.
 * While the ruler is on, they set its ends.
 */
function wirePointer(map: MapView, screen: Screen, panel: PlacePanel, ruler: Ruler): void {
  const open = (place: Place) => {
    if (ruler.isOn) return ruler.set(place);
    screen.inspector.show(place);
    if (!isEmbedded()) panel.open(place);
  };
  map.on('click', ({ lngLat: { lat, lng: lon }, point }) => {
    const site = ruler.isOn ? undefined : siteAt(map, point);
    if (site) screen.chooseSite(site);
    else open({ lat, lon });
  });
  map.getCanvas().addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // it would press the button of the popup, which has the focus next
    const { lat, lng: lon } = map.getCenter();
    open({ lat, lon });
  });
  const isSymbolAt = (place: Place, point: Point) =>
    siteAt(map, point) !== undefined || screen.inspector.isSymbolAt(place);
  let rest: ReturnType<typeof setTimeout> | undefined;
  map.on('mousemove', ({ lngLat: { lat, lng: lon }, point }) => {
    clearTimeout(rest);
    screen.hover(undefined);
    map.getCanvas().style.cursor = ruler.isOn ? 'crosshair' : isSymbolAt({ lat, lon }, point) ? 'pointer' : '';
    rest = setTimeout(() => screen.hover({ lat, lon }), hoverMs);
  });
  map.on('mouseout', () => {
    clearTimeout(rest);
    screen.hover(undefined);
  });
}

function wireTheme(map: MapView, second: SecondMap, screen: Screen, style: () => StyleSpecification): void {
  const apply = (theme: Theme) => {
    document.documentElement.dataset.theme = theme;
    map.setStyle(style(), { diff: false });
    void Promise.all([map.once('styledata'), second.restyle()]).then(() => screen.loop.reload());
  };
  element('theme').addEventListener('click', () => {
    const theme = themeNow() === 'dark' ? 'light' : 'dark';
    keep('theme', theme);
    apply(theme);
  });
  followSystemTheme(apply);
}
