import { expect } from 'chai';
import type { FeatureCollection } from 'geojson';
import type { LayerSpecification, Map as MapView } from 'maplibre-gl';
import { emptySource, hideEmpty, setShapes } from '../src/shapes.ts';

const none: FeatureCollection = { type: 'FeatureCollection', features: [] };
const point = { type: 'Point' as const, coordinates: [-97.5, 35.5] };
const one: FeatureCollection = { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: point, properties: {} }] }; // prettier-ignore

const layers: LayerSpecification[] = [
  { id: 'sea', type: 'background' },
  { id: 'land', type: 'fill', source: 'land', layout: { visibility: 'none' } },
  { id: 'warnings ground', type: 'fill', source: 'warnings', layout: { 'fill-sort-key': 1 } },
  { id: 'warnings outlines', type: 'line', source: 'warnings' },
  { id: 'ruler line', type: 'line', source: 'ruler' },
];

describe('viewer/shapes', () => {
  it('hides the layers of a style whose sources draw nothing, and leaves the others as they are', () => {
    const sources = {
      land: { type: 'geojson', data: point },
      warnings: emptySource,
      ruler: { type: 'geojson', data: one },
    } as const;
    const styled = hideEmpty(layers, sources);
    expect(styled.map(({ layout }) => layout?.visibility)).to.deep.equal([
      undefined,
      'none',
      'none',
      'none',
      undefined,
    ]);
    expect(styled[2].layout).to.deep.equal({ 'fill-sort-key': 1, visibility: 'none' });
    expect(styled[4]).to.equal(layers[4]);
  });

  it('shows the layers of a source with its first shape, and hides them with its last', () => {
    const visible = new Map<string, string>();
    const stored: object[] = [];
    const map = {
      getSource: (id: string) =>
        id === 'warnings' ? { setData: async (data: object) => void stored.push(data) } : undefined,
      getLayersOrder: () => layers.map(({ id }) => id),
      getLayer: (id: string) => layers.find((layer) => layer.id === id),
      setLayoutProperty: (id: string, name: string, value: string) =>
        void (name === 'visibility' && visible.set(id, value)),
    } as unknown as MapView;
    for (const data of [one, none]) {
      setShapes(map, 'warnings', data);
      const visibility = data === one ? 'visible' : 'none';
      expect([...visible]).to.deep.equal([['warnings ground', visibility], ['warnings outlines', visibility]]); // prettier-ignore
    }
    setShapes(map, 'ruler', one); // of a style that is not there yet
    expect(stored).to.deep.equal([one, none]);
  });
});
