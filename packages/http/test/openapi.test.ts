import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import {
  composite,
  endpoints,
  integer,
  oneOf,
  openApiDocument,
  Reply,
  required,
  responseProblems,
  shape,
  text,
} from '@severe/http';

const palette = shape.named(
  'PaletteStop',
  shape.object({ value: shape.number({ about: 'Lowest value of this colour.' }), color: shape.text() }),
);
const product = shape.named(
  'Product',
  shape.object({ id: shape.text(), units: shape.nullable(shape.text()), palette: shape.arrayOf(palette) }),
);

const define = endpoints<object>();
const listFrames = define({
  path: '/radar/frames',
  summary: 'Frames.',
  tag: 'Radar',
  query: {
    product: required(oneOf(['vil', 'echo-tops'], { about: 'Which product.', example: 'vil' })),
    minutes: integer({ min: 10, max: 180, default: 60 }),
    ts: composite((given) => given, { about: 'Newest frame.' }),
  },
  response: shape.object({ product, other: shape.nullable(product) }),
  cache: { seconds: 15 },
  errors: { 503: 'The store is away.' },
  handle: () => ({ product: { id: 'vil', units: null, palette: [] }, other: null }),
});
const getTile = define({
  path: '/radar/tiles/{product}/{z}.png',
  summary: 'A tile.',
  tag: 'Radar',
  params: { product: text({ example: 'vil' }), z: integer({ min: 0, max: 10 }) },
  response: { media: 'image/png', about: 'The picture.' },
  cache: { seconds: 30 },
  handle: () => {
    throw new Error('not called here');
  },
});
const hidden = define({
  ...listFrames,
  path: '/docs/style.css',
  query: {},
  response: { media: 'text/css', about: '' },
  internal: true,
  handle: () => new Reply(200, {}),
});

const info = { title: 'severe', version: '0.1.0', description: 'Weather.', serverUrl: 'https://wx.example.org/api/v1' };
const document = openApiDocument([listFrames, getTile, hidden], info) as any;

describe('http/openapi', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect(errors ?? []).to.deep.equal([]);
    expect(valid).to.equal(true);
    expect(validator.version).to.equal('3.1');
    expect(() => validator.resolveRefs()).to.not.throw();
  });

  it('describes every parameter with its bounds, default and example', () => {
    expect(document.paths['/radar/frames'].get.parameters).to.deep.equal([
      {
        name: 'product',
        in: 'query',
        required: true,
        description: 'Which product.',
        schema: { type: 'string', enum: ['vil', 'echo-tops'] },
        example: 'vil',
      },
      {
        name: 'minutes',
        in: 'query',
        required: false,
        schema: { type: 'integer', minimum: 10, maximum: 180, default: 60 },
      },
      {
        name: 'ts',
        in: 'query',
        required: false,
        description: 'Newest frame.',
        schema: { type: 'string', maxLength: 4096 },
      },
    ]);
    expect(document.paths['/radar/tiles/{product}/{z}.png'].get.parameters[1]).to.deep.include({
      name: 'z',
      in: 'path',
      required: true,
    });
  });

  it('lists exactly the possible errors', () => {
    expect(Object.keys(document.paths['/radar/frames'].get.responses)).to.deep.equal([
      '200',
      '304',
      '400',
      '401',
      '422',
      '429',
      '431',
      '500',
      '503',
    ]);
    expect(Object.keys(document.paths['/radar/tiles/{product}/{z}.png'].get.responses)).to.deep.equal([
      '200',
      '304',
      '401',
      '422',
      '429',
      '431',
      '500',
      '503',
    ]);
  });

  it('describes rate limit headers and Retry-After', () => {
    const { 200: good, 304: known, 429: refused } = document.paths['/radar/frames'].get.responses;
    const usual = ['Limit', 'Remaining', 'Reset'].map((name) => `X-RateLimit-${name}`);
    const names = [...usual, 'RateLimit-Policy', 'RateLimit'];
    for (const { headers } of [good, known, refused]) expect(headers).to.include.all.keys(names);
    expect(refused.headers).to.include.keys('Retry-After');
    expect(document.components.headers).to.include.all.keys(names);
  });

  it('converts named shapes to components', () => {
    expect(document.components.schemas).to.have.all.keys('Product', 'PaletteStop', 'Error', 'ValidationError');
    expect(document.components.schemas.Product.properties.palette.items).to.deep.equal({
      $ref: '#/components/schemas/PaletteStop',
    });
    const body = document.paths['/radar/frames'].get.responses[200].content['application/json'].schema;
    expect(body.properties.other.anyOf).to.deep.equal([{ $ref: '#/components/schemas/Product' }, { type: 'null' }]);
  });

  it('names operations by method and path, without internal ones', () => {
    expect(Object.keys(document.paths)).to.deep.equal(['/radar/frames', '/radar/tiles/{product}/{z}.png']);
    expect(document.paths['/radar/tiles/{product}/{z}.png'].get.operationId).to.equal('getRadarTilesProductZPng');
  });

  it('describes a field from the glossary if the shape does not', () => {
    const about = {
      glossary: { units: 'Of the values.', value: 'Lower bound.', color: 'As in CSS.', product: 'Its id.' },
    };
    const { paths, components } = openApiDocument([listFrames], { ...info, ...about }) as any;
    const { properties } = paths['/radar/frames'].get.responses[200].content['application/json'].schema;
    expect(properties.product).to.deep.equal({ $ref: '#/components/schemas/Product' });
    expect(components.schemas.Product.properties.units).to.deep.equal({
      type: ['string', 'null'],
      description: 'Of the values.',
    });
    const { value, color } = components.schemas.PaletteStop.properties;
    expect([value.description, color.description]).to.deep.equal(['Lowest value of this colour.', 'As in CSS.']);
  });

  it('accepts fields that are named like JSON Schema keywords', () => {
    const feature = shape.object({ type: shape.text(), properties: shape.object({ default: product }), enum: product });
    const odd = define({ ...listFrames, path: '/odd', query: {}, response: feature, handle: () => ({}) as never });
    const { paths } = openApiDocument([odd], { ...info, glossary: { type: 'What it is.' } }) as any;
    const { properties } = paths['/odd'].get.responses[200].content['application/json'].schema;
    expect(properties.type).to.deep.equal({ type: 'string', description: 'What it is.' });
    const reference = { $ref: '#/components/schemas/Product' };
    expect([properties.enum, properties.properties.properties.default]).to.deep.equal([reference, reference]);
  });

  it('refuses two shapes with one name', () => {
    const other = define({
      ...listFrames,
      path: '/other',
      query: {},
      response: shape.named('Product', shape.object({})),
      handle: () => ({}),
    });
    expect(() => openApiDocument([listFrames, other], info)).to.throw('two different shapes are named Product');
  });
});

describe('http/endpoint types', () => {
  it('hold a handler to its response, and type what it is given', () => {
    const given = { path: '/typed/{n}', summary: '', tag: '', cache: 'no-store' } as const;
    const params = { n: integer() };
    const query = { kind: oneOf(['a', 'b']), limit: integer({ default: 5 }) };
    const response = shape.object({ n: shape.number(), kind: shape.nullable(shape.text()) });
    define({
      ...given,
      params,
      query,
      response,
      handle({ path, query }) {
        const kind: 'a' | 'b' | undefined = query.kind;
        return { n: path.n + query.limit, kind: kind ?? null };
      },
    });
    // @ts-expect-error a number was promised
    define({ ...given, params, response, handle: () => ({ n: 'one', kind: null }) });
    // @ts-expect-error a field is missing
    define({ ...given, params, response, handle: () => ({ n: 1 }) });
    // @ts-expect-error bytes are given as a Reply
    define({ ...given, params, response: { media: 'image/png', about: '' }, handle: () => ({ n: 1 }) });
  });

  it('carry the media type of a shape', () => {
    const collection = shape.withMedia('application/geo+json', shape.object({}));
    const endpoint = define({ ...listFrames, path: '/geo', query: {}, response: collection, handle: () => ({}) });
    const { paths } = openApiDocument([endpoint], info) as any;
    expect(Object.keys(paths['/geo'].get.responses[200].content)).to.deep.equal(['application/geo+json']);
  });
});

describe('http/check-response', () => {
  it('finds what is missing, of the wrong type, or not in the schema', () => {
    const good = { product: { id: 'vil', units: 'kg/m2', palette: [{ value: 5, color: '#fff' }] }, other: null };
    expect(responseProblems(listFrames, good)).to.deep.equal([]);
    expect(responseProblems(listFrames, { product: good.product })[0]).to.include("'other'");
    expect(responseProblems(listFrames, { ...good, more: 1 })[0]).to.include('more');
    expect(responseProblems(listFrames, { ...good, product: { ...good.product, units: 5 } })[0]).to.include(
      '/product/units',
    );
  });
});
