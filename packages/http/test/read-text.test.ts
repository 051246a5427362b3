import { expect } from 'chai';
import * as fc from 'fast-check';
import { boolean, createAjv, integer, number, oneOf, text, type Param } from '@severe/http';
import { compileReadText, Problem } from '../src/read-text.ts';

const read = (param: Param<any>, given: string): unknown => compileReadText(param.json)(given);
const typeOf = (param: Param<any>, given: string): string => (read(param, given) as Problem).type;

describe('http/read-text', () => {
  it('reads integers, and refuses other number formats', () => {
    expect(read(integer(), '-12')).to.equal(-12);
    expect(Object.is(read(integer(), '-0'), 0)).to.equal(true);
    for (const wrong of ['', ' 1', '1.0', '1e3', '0x10', '１', '+1', '12a', 'NaN', '9007199254740993']) {
      expect(typeOf(integer(), wrong), wrong).to.equal('int_parsing');
    }
  });

  it('reads enumeration values in any case if the definition allows it', () => {
    const { json, anyCase } = oneOf(['OK', 'TX'], { anyCase: true });
    expect(compileReadText(json, anyCase)('ok')).to.equal('OK');
    expect((compileReadText(json, anyCase)('zz') as Problem).type).to.equal('enum');
    expect(typeOf(oneOf(['OK', 'TX']), 'ok')).to.equal('enum');
  });

  it('reads finite numbers only', () => {
    expect(read(number(), '-97.44')).to.equal(-97.44);
    expect(read(number(), '+.5e1')).to.equal(5);
    for (const wrong of ['', 'nan', 'NaN', 'Infinity', '1e999', '1,5', '0x1', '1 ', '.', '1e']) {
      expect(typeOf(number(), wrong), wrong).to.equal('float_parsing');
    }
  });

  it('reads the six words of a boolean in any case', () => {
    for (const yes of ['true', 'TRUE', 'yes', '1']) expect(read(boolean(), yes), yes).to.equal(true);
    for (const no of ['false', 'No', '0']) expect(read(boolean(), no), no).to.equal(false);
    for (const wrong of ['', 'si', '2', 'constructor'])
      expect(typeOf(boolean(), wrong), wrong).to.equal('bool_parsing');
  });

  it('reports the bound that is exceeded', () => {
    expect(read(integer({ max: 1000 }), '5000')).to.deep.include({
      type: 'less_than_equal',
      msg: 'Input should be less than or equal to 1000',
      ctx: { le: 1000 },
    });
    expect(read(number({ min: -90 }), '-90.5')).to.deep.include({ type: 'greater_than_equal', ctx: { ge: -90 } });
  });

  it('lists enumeration values, and refuses inherited property names', () => {
    const param = oneOf(['radar', 'hrrr', 'nexrad']);
    expect(read(param, 'hrrr')).to.equal('hrrr');
    for (const wrong of ['', 'Radar', 'constructor', '__proto__']) {
      expect(read(param, wrong), wrong).to.deep.include({
        type: 'enum',
        msg: "Input should be 'radar', 'hrrr' or 'nexrad'",
      });
    }
  });

  it('counts characters, not code units', () => {
    const param = text({ minLength: 2, maxLength: 3 });
    expect(typeOf(param, '🌪')).to.equal('string_too_short');
    expect(read(param, '🌪🌪🌪')).to.equal('🌪🌪🌪');
    expect(typeOf(param, 'four')).to.equal('string_too_long');
  });

  it('checks a pattern', () => {
    const param = text({ pattern: '^[A-Z]{4}$' });
    expect(read(param, 'KTLX')).to.equal('KTLX');
    expect(typeOf(param, 'KTLX\n')).to.equal('string_pattern_mismatch');
  });

  it('uses Ajv for rules without a check of its own', () => {
    const readDate = compileReadText({ type: 'string', format: 'date' });
    expect(readDate('2026-05-20')).to.equal('2026-05-20');
    expect(readDate('2026-04-31')).to.deep.include({ type: 'value_error' });
    expect(compileReadText({ type: 'integer', multipleOf: 5 })('7')).to.be.instanceOf(Problem);
  });

  it('rejects a definition whose default violates its rule', () => {
    expect(() => compileReadText(integer({ max: 5, default: 6 }).json)).to.throw(
      'the default 6 does not match its schema',
    );
    expect(() => compileReadText({ type: 'array' })).to.throw('cannot be read');
  });

  it('accepts the same values as Ajv', () => {
    const params: Param<any>[] = [
      integer({ min: 1, max: 48 }),
      number({ min: -90, max: 90 }),
      text({ minLength: 2, maxLength: 5 }),
      oneOf(['a', 'bb', '']),
    ];
    for (const { json } of params) {
      const ours = compileReadText(json);
      const loose = compileReadText({ type: json.type });
      const validate = createAjv().compile(json);
      const texts = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer().map(String), fc.double().map(String));
      fc.assert(
        fc.property(texts, (given) => {
          const value = loose(given);
          const taken = !(ours(given) instanceof Problem);
          expect(taken).to.equal(!(value instanceof Problem) && validate(value));
        }),
        { numRuns: 300 },
      );
    }
  });
});
