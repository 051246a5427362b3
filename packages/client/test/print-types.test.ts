import { expect } from 'chai';
import { printTypes } from '../generate/print-types.ts';

const ok = (schema: object, media = 'application/json') => ({ 200: { content: { [media]: { schema } } } });
const param = (name: string, more: object = {}) => ({ name, in: 'query', required: false, schema: {}, ...more });

/** The types of one GET, with whitespace collapsed. */
function printed(operation: object, schemas: object = {}): string {
  const get = { summary: 'Summary.', parameters: [], responses: ok({}), ...operation };
  return printTypes({ paths: { '/a': { get } }, components: { schemas } }).replace(/\s+/g, ' ');
}
const dataOf = (schema: object) =>
  /data: (.*) }; } \/\*\* Parameters and data of POST/.exec(printed({ responses: ok(schema) }))![1];

describe('client/print-types', () => {
  it('prints each kind of schema as its type', () => {
    const types: [schema: object, type: string][] = [
      [{ type: 'integer', minimum: 1 }, 'number'],
      [{ type: ['string', 'null'], format: 'date-time' }, 'string | null'],
      [{ type: 'string', enum: ['a', 'b'] }, '"a" | "b"'],
      [{ anyOf: [{ $ref: '#/components/schemas/Geometry' }, { type: 'null' }] }, 'Schemas["Geometry"] | null'],
      [{ type: 'array', items: { type: ['string', 'null'] } }, 'Array<string | null>'],
      [{ type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 }, '[number, number]'],
      [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
      [{ type: 'object', properties: { a: {}, 'b-c': {} }, required: ['a'] }, '{ a: unknown; "b-c"?: unknown; }'],
    ];
    for (const [schema, type] of types) expect(dataOf(schema), type).to.equal(type);
  });

  it('keeps the texts of the document as doc comments', () => {
    const limit = param('limit', {
      description: 'Page size.',
      schema: { type: 'integer', maximum: 9, default: 5 },
      example: 2,
    });
    expect(printed({ parameters: [limit, param('old', { deprecated: true })] })).to.include(
      '/** Summary. */ "/a": { params: { /** * Page size. * @maximum 9 * @default 5 * @example 2 */ limit?: number; ' +
        '/** @deprecated */ old?: unknown; }; data: unknown };',
    );
    expect(printed({ summary: 'Ends */ here.' })).to.include('/** Ends *\\/ here. */');
  });

  it('types images as Blob and text as string', () => {
    expect(printed({ responses: { 200: { content: { 'image/png': {} } } } })).to.include('data: Blob');
    expect(printed({ responses: { 200: { content: { 'text/html': {} } } } })).to.include('data: string');
  });

  it('refuses what it cannot express', () => {
    expect(() => dataOf({ type: 'object', patternProperties: {} })).to.throw('"patternProperties"');
    expect(() => printed({ parameters: [param('id'), param('id', { in: 'path' })] })).to.throw('one name');
    const other = { paths: { '/a': { put: {} } }, components: { schemas: {} } };
    expect(() => printTypes(other)).to.throw('put /a: there is no table');
  });
});
