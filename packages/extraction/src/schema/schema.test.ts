import { expect, test } from 'vitest'
import { getNotation } from '../ask/notation.ts'
import { answerWithoutModel } from '../built-in/answer-without-model.ts'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { fillSchema } from './fill-schema.ts'
import { planQuestions } from './plan-questions.ts'
import { readSchema } from './read-schema.ts'

const invoice = monospacedDocument(`
Nordlicht Papier GmbH                                Invoice
Hafenstr. 12
20457 Hamburg

Invoice no.: 0042-7        Date: 14.03.2025
Currency: EUR

Item                      Quantity     Unit price     Amount
Copy paper A4                   10           4.50      45.00
Ring binder                      3           2.25       6.75

Net amount                                              51.75
VAT 19 %                                                 9.83
Total amount                                            61.58
`)

async function fill(schema: unknown) {
  const root = readSchema(schema)
  const questions = planQuestions(root, { isForModel: false })
  const answers = await answerWithoutModel(
    invoice,
    questions.map(({ question }) => question),
  )
  return fillSchema(root, questions, { answers, notation: getNotation(invoice) })
}

test('values have the shape of the schema, and each its evidence under its pointer', async () => {
  const { values, fields } = await fill({
    type: 'object',
    required: ['invoice_number', 'total'],
    properties: {
      invoice_number: { type: 'string' },
      total: { $ref: '#/$defs/amount', description: 'Total amount of the invoice' },
      currency: { enum: ['usd', 'eur'] },
      lines: {
        type: 'array',
        description: 'Line items',
        items: {
          type: 'object',
          required: ['item', 'quantity', 'price'],
          properties: {
            item: { type: 'string' },
            quantity: { type: 'integer' },
            price: { type: 'object', properties: { amount: { type: 'number' } } },
          },
        },
      },
    },
    $defs: { amount: { type: 'number' } },
  })
  expect(values).toMatchObject({ invoice_number: '0042-7', total: 61.58, currency: 'eur' })
  expect(values).toMatchObject({
    lines: [
      { item: 'Copy paper A4', quantity: 10 },
      { item: 'Ring binder', quantity: 3 },
    ],
  })
  expect(fields['/total']).toMatchObject({ evidence: [{ page: 0, quote: '61.58' }] })
  expect(fields['/lines/1/quantity']).toMatchObject({ evidence: [{ quote: '3' }] })
})

test('what the document does not say is null or left out, with the reason', async () => {
  const { values, fields } = await fill({
    type: 'object',
    required: ['iban', 'seller'],
    properties: {
      iban: { type: 'string' },
      due_date: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
      landlord: { type: 'object', properties: { name: { type: 'string' } } },
      passengers: { type: 'array', items: { type: 'string' } },
    },
  })
  expect(values).toEqual({ iban: null, due_date: null })
  expect(Object.keys(fields)).toEqual(['/iban', '/due_date', '/landlord/name', '/passengers'])
  expect(fields['/iban']).toMatchObject({ confidence: null, evidence: [] })
  expect(fields['/iban']?.explanation).toBeTruthy()
})

test('a value that the schema does not allow is null and says what the document has', async () => {
  const { values, fields } = await fill({
    type: 'object',
    required: ['total', 'currency', 'date'],
    properties: {
      total: { type: 'integer' },
      currency: { enum: ['USD', 'GBP'] },
      date: { type: 'string', format: 'date-time', description: 'Date of the invoice' },
    },
  })
  expect(values).toEqual({ total: null, currency: null, date: null })
  expect(fields['/total']?.explanation).toBe('The answer is “61.58”, which is not a whole number.')
  expect(fields['/currency']?.explanation).toContain('“EUR”')
  expect(fields['/total']?.evidence).not.toEqual([])
})

const deepSchema = (levels: number): object =>
  levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: deepSchema(levels - 1) } }

/** Each of its few objects refers to the next a hundred times, and none has a field. */
const endlessSchema = {
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries(
    Array.from({ length: 8 }, (_, i) => {
      const properties = Array.from({ length: i < 7 ? 100 : 0 }, (_, n) => [
        `p${n}`,
        { $ref: `#/$defs/d${i + 1}` },
      ])
      return [`d${i}`, { type: 'object', properties: Object.fromEntries(properties) }]
    }),
  ),
}

const joinedSchema = (times: number): object =>
  times === 0 ? { type: 'object' } : { allOf: [joinedSchema(times - 1)] }

test.for([
  ['text', 'must be a JSON object'],
  [[], 'must be a JSON object'],
  [{ type: 'string' }, 'not a single value'],
  [{ type: 'object', properties: {} }, 'has no properties'],
  [{ type: 'object', properties: { a: 5 } }, 'at “/properties/a” must be a JSON object'],
  [{ properties: { a: { type: 'money' } } }, 'the type “money”'],
  [
    { properties: { a: { $ref: 'https://example.com/a.json' } } },
    'which is not part of this schema',
  ],
  [{ properties: { a: { $ref: '#/$defs/none' } } }, 'which does not exist'],
  [{ properties: { child: { $ref: '#' } } }, 'contains itself by “#”'],
  [
    { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
    'contains itself',
  ],
  [
    { properties: { a: { type: 'integer', enum: ['x'] } } },
    'allows no value of the type that it states',
  ],
  [{ properties: { a: { minimum: 5, maximum: 1 } } }, 'a minimum of 5 above its maximum of 1'],
  [{ properties: { a: { allOf: [{ type: 'string' }, { type: 'number' }] } } }, 'different types'],
  [{ properties: { a: { not: {} } } }, 'uses “not”'],
  [{ properties: { a: { type: 'array' } } }, 'does not say what its items are'],
  [{ properties: { a: { anyOf: [deepSchema(1), deepSchema(2)] } } }, 'several shapes'],
  [deepSchema(9), 'more than 8 levels'],
  [
    { properties: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`f${i}`, {}])) },
    'more than 500 fields',
  ],
] as const)('%j is refused', ([schema, reason]) => {
  expect(() => readSchema(schema)).toThrow(reason)
})

test('a schema that repeats or joins itself almost without end is refused at once', () => {
  expect(() => readSchema(endlessSchema)).toThrow('more than 10000 parts')
  expect(() => readSchema(joinedSchema(2000))).toThrow('joined of too many schemas')
})

/** References to one schema that requires the same names again and again, and has the same values. */
const repeatedSchema = (definition: object, times: number) => ({
  allOf: Array.from({ length: times }, () => ({ $ref: '#/$defs/d' })),
  $defs: { d: { properties: { a: {} }, ...definition } },
})

test.for([
  ['required names', { required: Array.from({ length: 3000 }, () => 'a') }],
  ['allowed values', { enum: Array.from({ length: 3000 }, (_, i) => `v${i}`) }],
  [
    'properties',
    { properties: Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`f${i}`, {}])) },
  ],
  ['keywords', Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`x-${i}`, true]))],
] as const)(
  'references that repeat a long list of %s are refused with their place',
  ([, definition]) => {
    expect(() => readSchema(repeatedSchema(definition, 500))).toThrow(
      /“\/allOf\/6\d” has more than 200000 keywords and entries of lists/,
    )
  },
)

test('names that joined schemas require several times are read once', () => {
  const names = Array.from({ length: 3000 }, (_, i) => `n${i}`)
  const schema = repeatedSchema({ required: ['a', ...names] }, 60)
  expect(readSchema(schema)).toMatchObject({
    properties: [{ name: 'a', isRequired: true }],
  })
})

test('a reference that is long is refused', () => {
  const $ref = `#/$defs/${'%61'.repeat(1000)}`
  expect(() =>
    readSchema({ properties: { a: { $ref } }, $defs: { ['a'.repeat(1000)]: {} } }),
  ).toThrow('“/properties/a” has a reference of more than 1000 characters')
})

test('schemas as zod and Pydantic write them are read', () => {
  const root = readSchema({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: {
      Party: {
        title: 'Party',
        type: 'object',
        properties: {
          name: { title: 'Name', type: 'string' },
          vat_id: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
        },
        required: ['name'],
      },
      Status: { enum: ['paid', 'open'], type: 'string' },
    },
    type: 'object',
    properties: {
      seller: { $ref: '#/$defs/Party' },
      buyer: { anyOf: [{ $ref: '#/$defs/Party' }, { type: 'null' }] },
      total: { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^\\d+$' }] },
      status: { allOf: [{ $ref: '#/$defs/Status' }], description: 'Whether it is paid' },
      tags: { type: 'array', items: { type: 'string' } },
      kind: { anyOf: [{ const: 'invoice' }, { const: 'credit note' }] },
    },
  })
  const questions = planQuestions(root, { isForModel: true }).map(({ question }) => question)
  expect(questions.map(({ key, type }) => `${key}: ${type}`)).toEqual([
    'seller_name: text',
    'seller_vat_id: text',
    'buyer_name: text',
    'buyer_vat_id: text',
    'total: number',
    'status: text',
    'tags: record',
    'kind: text',
  ])
  expect(questions[5]?.prompt).toBe('Whether it is paid\nAnswer with one of these: "paid", "open"')
  expect(questions[7]?.prompt).toContain('"invoice", "credit note"')
})

test('a list whose items contain lists is one question, and its answer is fitted to the schema', () => {
  const root = readSchema({
    type: 'array',
    items: {
      type: 'object',
      required: ['name', 'stops'],
      properties: {
        name: { type: 'string' },
        stops: {
          type: 'array',
          items: { type: 'object', required: ['km'], properties: { km: { type: 'number' } } },
        },
      },
    },
  })
  const questions = planQuestions(root, { isForModel: true })
  expect(questions.map(({ question }) => question.type)).toEqual(['json'])
  const value = [{ name: 'North', stops: [{ km: '12,5' }, { km: 'far' }] }, { name: 7 }]
  const { values, fields } = fillSchema(root, questions, {
    answers: [{ key: 'rows', value, evidence: null }],
    notation: getNotation(monospacedDocument('12,50 und 3,75')),
  })
  expect(values).toEqual([
    { name: 'North', stops: [{ km: 12.5 }, { km: null }] },
    { name: '7', stops: null },
  ])
  expect(fields['/0/stops/1/km']?.explanation).toContain('“far”')
})
