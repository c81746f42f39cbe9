import type { RJSFSchema, RJSFValidationError } from '@rjsf/utils'
import { expect, test } from 'vitest'
import { prepareSchema } from './prepare-schema.ts'
import { interpretingValidator as validator } from './validator.ts'

const conditional = (condition: RJSFSchema, consequence: RJSFSchema): RJSFSchema =>
  Object.fromEntries([
    ['if', condition],
    ['then', consequence],
  ])

const thinkingSchema: RJSFSchema = {
  type: 'object',
  required: ['model'],
  properties: { model: { type: 'string' }, think: { type: 'boolean' } },
  allOf: [
    conditional(
      { properties: { think: { const: true } }, required: ['think'] },
      { properties: { budget: { type: 'number', minimum: 1024 } }, required: ['budget'] },
    ),
  ],
}

const failures = (schema: RJSFSchema, data: unknown) =>
  (validator.rawValidation<RJSFValidationError>(schema, data).errors ?? []).map(
    ({ property, message }) => [property, message],
  )

test('a required field without a value is named once, in the product’s words [AD-056]', () => {
  expect(failures(thinkingSchema, {})).toEqual([
    ['.model', 'This field is mandatory. Please provide a value.'],
  ])
  expect(failures(thinkingSchema, { model: undefined })).toHaveLength(1)
  expect(failures(thinkingSchema, { model: 'small' })).toEqual([])
})

test('what a condition asks for is reported once, not for every keyword around it', () => {
  expect(failures(thinkingSchema, { model: 'small', think: true })).toEqual([
    ['.budget', 'This field is mandatory. Please provide a value.'],
  ])
  expect(failures(thinkingSchema, { model: 'small', think: true, budget: 5 })).toEqual([
    ['.budget', expect.stringContaining('1024')],
  ])
})

test('definitions of the root are known inside a part of it', () => {
  const root: RJSFSchema = { definitions: { name: { type: 'string', minLength: 2 } } }
  const part: RJSFSchema = { $ref: '#/definitions/name' }

  expect(validator.isValid(part, 'ab', root)).toBe(true)
  expect(validator.isValid({ ...part }, 'a', root)).toBe(false)
})

test.for(['http://127.0.0.1:8080/v1', 'http://localhost:11434', 'https://models.example.org'])(
  'a server may stand at %s',
  (address) => {
    const schema: RJSFSchema = { properties: { base: { type: 'string', format: 'url' } } }

    expect(failures(schema, { base: address })).toEqual([])
  },
)

test.for(['localhost:11434', 'somewhere', 'ftp://models.example.org'])(
  '%s is no address of a server, and the form says what one looks like',
  (address) => {
    const schema: RJSFSchema = { properties: { base: { type: 'string', format: 'url' } } }

    expect(failures(schema, { base: address })).toEqual([
      ['.base', 'Enter a web address, such as https://models.example.org/v1.'],
    ])
  },
)

test.for<[RJSFSchema, unknown, string]>([
  [{ type: 'integer' }, 1.5, 'Enter a whole number.'],
  [{ type: 'number' }, 'many', 'Enter a number.'],
  [{ type: 'string', pattern: '^[0-9,-]*$' }, 'x', 'This value does not have the required format.'],
  [{ type: 'string', minLength: 2 }, 'x', 'At least 2 characters are needed.'],
  [{ type: 'string', maxLength: 128 }, 'x'.repeat(129), 'At most 128 characters are allowed.'],
  [{ type: 'number', minimum: -0.5 }, -1, 'Enter -0.5 or more.'],
  [{ type: 'number', maximum: 1800 }, 1801, 'Enter 1800 or less.'],
  [{ type: 'number', exclusiveMinimum: 0 }, 0, 'Enter a number greater than 0.'],
  [{ type: 'number', exclusiveMaximum: 1 }, 1, 'Enter a number less than 1.'],
  [{ type: 'number', multipleOf: 0.25 }, 0.3, 'Enter a multiple of 0.25.'],
  [{ type: 'string', enum: ['a', 'b'] }, 'c', 'Select one of the available values.'],
  [{ type: 'array', maxItems: 1 }, [1, 2], 'At most 1 entries are allowed.'],
  [{ type: 'array', uniqueItems: true }, [1, 1], 'Each entry must be unique.'],
])('%j refuses %j in a sentence for people: %s', ([schema, value, sentence]) => {
  expect(failures({ properties: { field: schema } }, { field: value })).toEqual([
    ['.field', sentence],
  ])
})

test('a schema is left as it was', () => {
  const originalSchema = structuredClone(thinkingSchema)

  failures(thinkingSchema, {})

  expect(thinkingSchema).toEqual(originalSchema)
})

test('an empty default does not fill a required field [AD-057]', () => {
  const preparedSchema = prepareSchema({
    type: 'object',
    required: ['api_key', 'model'],
    properties: {
      api_key: { type: 'string', default: '' },
      model: { type: 'string', default: 'small' },
      note: { type: 'string', default: '' },
    },
  })

  expect(preparedSchema.properties).toEqual({
    api_key: { type: 'string' },
    model: { type: 'string', default: 'small' },
    note: { type: 'string', default: '' },
  })
})

test('a number written as text is a number [AD-055]', () => {
  const { properties } = prepareSchema({
    properties: { wait_time: { type: 'number', default: '0' } },
  })

  expect(properties).toEqual({ wait_time: { type: 'number', default: 0 } })
})
