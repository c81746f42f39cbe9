import { expect, test } from 'vitest'
import { describeSchema, fieldsOf } from './describe-schema.ts'

test.each([
  [{ type: 'string', format: 'uuid', pattern: '^…$' }, 'id'],
  [{ type: 'string', maxLength: 128 }, 'text, at most 128 characters'],
  [{ type: 'integer', minimum: -1, maximum: 300 }, 'whole number, at least -1, at most 300'],
  [{ type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 }, 'whole number'],
  [{ enum: ['API', 'WF'] }, '"API" or "WF"'],
  [{ anyOf: [{ type: 'boolean' }, { type: 'string' }] }, 'true or false or text'],
  [{ type: 'array', items: { type: 'string', format: 'uri' } }, 'list (items: URL)'],
  [{ type: ['boolean', 'string'] }, 'true or false or text'],
  [
    { type: 'array', items: { type: 'string', contentMediaType: 'application/pdf' } },
    'list (items: file)',
  ],
  [{}, 'any value'],
  [undefined, 'any value'],
])('%j is said in words', (schema, words) => {
  expect(describeSchema(schema)).toBe(words)
})

test('an object has fields, and whatever else has none', () => {
  const properties = { timeout: { type: 'integer' }, tags: { type: 'string' } }
  expect(fieldsOf({ type: 'object', properties, required: ['timeout'] })).toEqual([
    { name: 'timeout', isRequired: true, description: 'whole number' },
    { name: 'tags', isRequired: false, description: 'text' },
  ])
  expect(fieldsOf({ type: 'array' })).toBeUndefined()
})
