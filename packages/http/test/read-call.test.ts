import { RequestError, type ValidationItem } from '@severe/base';
import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  alsoCalled,
  boolean,
  compileReadCall,
  composite,
  endpoints,
  integer,
  defaultUnless,
  number,
  oneOf,
  required,
  text,
} from '@severe/http';

const box = composite((given) => {
  const sides = given.split(',').map(Number);
  if (sides.length !== 4 || sides.some((side) => !Number.isFinite(side))) throw new RequestError(400, 'Invalid bbox');
  return sides;
});

const listAlerts = endpoints<object>()({
  path: '/alerts/{id}',
  summary: 'Alerts.',
  tag: 'Alerts',
  params: { id: integer({ min: 1 }) },
  query: {
    bbox: box,
    limit: integer({ min: 1, max: 1000, default: 100 }),
    active: boolean({ default: true }),
    severity: oneOf(['Extreme', 'Severe']),
    lat: required(number({ min: -90, max: 90 })),
    q: text({ minLength: 2 }),
  },
  response: { media: 'text/plain', about: 'Nothing.' },
  cache: 'no-store',
  handle: () => {
    throw new Error('not called here');
  },
});

const read = compileReadCall(listAlerts);
const refusal = (id: string, search: string): RequestError => {
  try {
    read([id], search);
  } catch (error) {
    expect(error).to.be.instanceOf(RequestError);
    return error as RequestError;
  }
  throw new Error(`${search} was taken`);
};
const items = (search: string, id = '7'): ValidationItem[] => {
  const { status, detail } = refusal(id, search);
  expect(status).to.equal(422);
  return detail as ValidationItem[];
};

/** The items of a 422; none if the query is valid. */
const refusalOf = (search: string): ValidationItem[] => {
  try {
    read(['7'], search);
    return [];
  } catch (error) {
    return (error as RequestError).detail as ValidationItem[];
  }
};

describe('http/read-call', () => {
  it('refuses as_of where it is not declared, because the present would be the answer', () => {
    for (const name of ['as_of', 'AS_OF', 'as%5Fof']) {
      expect(refusalOf(`lat=1&${name}=2026-05-20T22:00:00Z`), name).to.deep.equal([
        {
          loc: ['query', 'as_of'],
          msg: 'This path shows the present only; it has no as_of',
          type: 'value_error',
          input: '2026-05-20T22:00:00Z',
        },
      ]);
    }
    expect(refusalOf('lat=1&other=2026-05-20T22:00:00Z')).to.deep.equal([]);
  });

  describe('with names of other APIs', () => {
    const state = alsoCalled(oneOf(['OK', 'TX'], { example: 'OK' }), ['area', 'stateCd']);
    const limit = alsoCalled(integer({ default: 100 }), ['count', 'state']);
    const foreign = { county: 'Write zone' };
    const readList = compileReadCall({ ...listAlerts, query: { state, limit }, foreign });
    const refusalsOf = (search: string) => {
      try {
        readList(['7'], search);
        return [];
      } catch (error) {
        return (error as RequestError).detail as ValidationItem[];
      }
    };

    it('refuses them and says what to write', () => {
      expect(refusalsOf('area=OK')).to.deep.equal([
        {
          loc: ['query', 'area'],
          msg: 'There is no area here. Write state, as in state=OK',
          type: 'value_error',
          input: 'OK',
        },
      ]);
      expect(refusalsOf('count=5')[0].msg).to.equal('There is no count here. Write limit, as in limit=100');
      expect(refusalsOf('county=5&x=1&statecd=OK').map(({ msg }) => msg)).to.deep.equal([
        'There is no county here. Write zone',
        'There is no statecd here. Write state, as in state=OK',
      ]);
      expect(refusalsOf('stateCd=OK')).to.have.length(1);
      expect(refusalsOf('%61rea=OK')).to.have.length(1);
    });

    it('takes a parameter that another one is called elsewhere', () => {
      expect(readList(['7'], 'state=TX').query).to.deep.equal({ state: 'TX', limit: 100 });
    });

    it('ignores all other names', () => {
      expect(refusalsOf('areas=OK&_=1&constructor=1&__proto__=1')).to.deep.equal([]);
    });

    it('cannot be defined with a name that the endpoint takes', () => {
      expect(() => compileReadCall({ ...listAlerts, query: { state }, foreign: { State: 'x' } })).to.throw(
        'which it lists as foreign',
      );
    });
  });

  it('has no default where another parameter is given', () => {
    const days = defaultUnless(integer({ default: 30 }), 'start');
    const readDays = compileReadCall({ ...listAlerts, query: { days, start: text() } });
    const daysOf = (search: string) => {
      const { query, canonicalQuery } = readDays(['7'], search);
      return [query['days'], canonicalQuery()];
    };
    expect(daysOf('')).to.deep.equal([30, '']);
    expect(daysOf('days=30')).to.deep.equal([30, '']);
    expect(daysOf('start=x')).to.deep.equal([undefined, 'start=x']);
    expect(daysOf('start=x&days=30')).to.deep.equal([30, 'days=30&start=x']);
  });

  it('says that a parameter takes one value only', () => {
    expect(items('lat=1&severity=Extreme,Severe')[0]).to.deep.include({
      type: 'enum',
      msg: "Input should be one value, not a list: 'Extreme' or 'Severe'",
    });
    expect(items('lat=1&severity=extreme')[0].msg).to.equal("Input should be 'Extreme' or 'Severe'");
  });

  it('returns typed values, with defaults for missing parameters', () => {
    const { canonicalQuery: _, ...values } = read(['48213'], 'lat=35.22&active=no&bbox=-100,30,-90,40');
    expect(values).to.deep.equal({
      path: { id: 48213 },
      query: { bbox: [-100, 30, -90, 40], limit: 100, active: false, severity: undefined, lat: 35.22, q: undefined },
    });
  });

  it('converts equivalent queries to one canonical form', () => {
    const plain = read(['7'], 'lat=1&active=false&q=a%20b').canonicalQuery();
    expect(plain).to.equal('active=false&lat=1&q=a%20b');
    for (const other of ['q=a+b&lat=1.0&active=NO', 'x=1&lat=%2B1&limit=100&active=0&q=%61%20b']) {
      expect(read(['7'], other).canonicalQuery(), other).to.equal(plain);
    }
    expect(read(['7'], 'lat=1&bbox=-100%2c30,-90,40').canonicalQuery({ limit: '5' })).to.equal(
      'bbox=-100,30,-90,40&limit=5&lat=1',
    );
    expect(read(['7'], 'lat=1&limit=5').canonicalQuery({ limit: undefined })).to.equal('lat=1');
  });

  it('writes a text in the canonical form of its parameter', () => {
    const round = (given: string) => Math.round(Number(given) / 10) * 10;
    const tens = composite(round, { canonical: (given) => String(round(given)) });
    const readTens = compileReadCall({ ...listAlerts, query: { tens } });
    for (const text of ['19', '2e1', '+21.5']) {
      const { query, canonicalQuery } = readTens(['7'], `tens=${encodeURIComponent(text)}`);
      expect([query, canonicalQuery()]).to.deep.equal([{ tens: 20 }, 'tens=20']);
    }
    expect(readTens(['7'], '').canonicalQuery()).to.equal('');
  });

  it('reports location, name, rule and input as items of a 422', () => {
    expect(items('lat=1&limit=5000')).to.deep.equal([
      {
        loc: ['query', 'limit'],
        msg: 'Input should be less than or equal to 1000',
        type: 'less_than_equal',
        input: '5000',
        ctx: { le: 1000 },
      },
    ]);
    expect(items('')).to.deep.equal([{ loc: ['query', 'lat'], msg: 'Field required', type: 'missing', input: null }]);
    expect(items('lat=1', 'xyz')[0]).to.deep.include({ loc: ['path', 'id'], type: 'int_parsing', input: 'xyz' });
  });

  it('reports all errors at once', () => {
    expect(items('limit=0&severity=Mild&active=si', 'x').map((item) => item.loc.join('.'))).to.deep.equal([
      'path.id',
      'query.limit',
      'query.active',
      'query.severity',
      'query.lat',
    ]);
  });

  it('responds with 400 to invalid composite text if the other parameters are valid', () => {
    expect(refusal('7', 'lat=1&bbox=1,2,3')).to.deep.include({ status: 400, detail: 'Invalid bbox' });
    expect(refusal('7', 'lat=91&bbox=1,2,3').status).to.equal(422);
  });

  it('refuses a repeated parameter, even with the same text', () => {
    expect(items('lat=1&lat=1')).to.deep.equal([
      { loc: ['query', 'lat'], msg: 'Parameter should be given only once', type: 'value_error', input: '1' },
    ]);
  });

  it('ignores unknown parameters with any value', () => {
    for (const odd of ['constructor=1', '__proto__=1', 'x=%80', '%80=1', '&&', '=', 'hasOwnProperty']) {
      expect(read(['7'], `lat=1&${odd}`).query.lat, odd).to.equal(1);
    }
  });

  it('refuses invalid UTF-8 and NUL', () => {
    for (const bad of ['q=%80abc', 'q=a%00b', 'q=%ED%A0%80']) {
      expect(items(`lat=1&${bad}`)[0], bad).to.deep.include({ loc: ['query', 'q'], type: 'value_error' });
    }
  });

  it('refuses a declared name that is encoded or in other letters, alone and beside the plain one', () => {
    const msg = 'Parameter name should be in lower case and not percent-encoded';
    for (const [search, input] of [
      ['%6Cat=1', 'lat'],
      ['LAT=1', 'LAT'],
      ['La%74=2&lat=1', 'Lat'],
      ['lat=1&lat%3D', undefined],
      ['lat=1&Q', 'Q'],
    ] as const) {
      const found = refusalOf(search);
      if (input === undefined) expect(found, search).to.deep.equal([]);
      else expect(found[0], search).to.deep.include({ loc: ['query', input.toLowerCase()], msg, input });
    }
  });

  it('reads a name without a value as empty text', () => {
    expect(items('lat')[0]).to.deep.include({ type: 'float_parsing', input: '' });
  });

  it('returns only the start of a long input, and no input that could be code', () => {
    const [long] = items(`lat=1&q=${'a'.repeat(4097)}`);
    expect(long).to.deep.include({ type: 'string_too_long', input: 'a'.repeat(40) });
    for (const text of ['1;select pg_sleep(9) from a', '<script>', '../src/', 'a\nb', '🌪', 'a b c']) {
      expect(items(`lat=${encodeURIComponent(text)}`)[0], text).to.deep.include({
        type: 'float_parsing',
        input: undefined,
      });
    }
  });

  it('refuses definitions that contradict themselves', () => {
    expect(() => compileReadCall({ ...listAlerts, path: '/alerts' })).to.throw('differ');
    expect(() => compileReadCall({ ...listAlerts, path: '/alerts/{key}' })).to.throw('key is not defined');
  });

  it('reads any text or refuses it as a client error', () => {
    const name = fc.constantFrom('bbox', 'limit', 'active', 'severity', 'lat', 'q', '%6Cat', 'constructor', '');
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.integer().map(String), fc.constant('%'));
    const pair = fc.tuple(name, value).map(([a, b]) => `${a}=${b}`);
    fc.assert(
      fc.property(fc.array(pair), value, (pairs, id) => {
        try {
          const { path, query } = read([id], pairs.join('&'));
          expect(path.id).to.be.a('number');
          expect(query.limit).to.be.within(1, 1000);
        } catch (error) {
          expect(error).to.be.instanceOf(RequestError);
          expect((error as RequestError).status).to.be.oneOf([400, 422]);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
