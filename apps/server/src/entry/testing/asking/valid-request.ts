import type { Endpoint } from '@recto/contract/wire/endpoint'
import type { z } from 'zod'
import { unknownId } from '../matrix/id-names.ts'

type Definition = {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly element?: z.ZodType
  readonly valueType?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
  readonly entries?: Readonly<Record<string, string>>
  readonly values?: readonly unknown[]
  readonly getter?: () => z.ZodType
}

type Place = { readonly field: string; readonly withOptional: boolean }

/** Texts and numbers of every kind that the contract asks for; the first that fits is taken. */
const texts = [
  'name',
  'a@example.org',
  'https://example.org/',
  '2026-01-01',
  '2026-01-01T00:00:00Z',
  '1',
  'four words make one',
  '0 6 * * *',
  '{}',
  'eA==',
  unknownId,
]
const numbers = [1, 0, 5, 30, 100, 0.5]

type Maker = (definition: Definition, schema: z.ZodType, place: Place) => unknown

const firstFitting = (schema: z.ZodType, candidates: readonly unknown[]): unknown =>
  candidates.find((one) => schema.safeParse(one).success)

const makers: Readonly<Record<string, Maker>> = {
  object: ({ shape = {} }, _, place) => objectOf(shape, place),
  array: ({ element }, schema, place) =>
    firstFitting(schema, [[], element ? [sampleOf(element, place)] : []]),
  record: ({ valueType }, schema, place) =>
    firstFitting(schema, [{}, valueType ? { name: sampleOf(valueType, place) } : {}]),
  union: ({ options = [] }, schema, place) =>
    firstFitting(
      schema,
      options.map((one) => sampleOf(one, place)),
    ),
  // What is rewritten before it is checked is taken as it is to be afterwards.
  pipe: ({ in: input, out: output }, _, place) => {
    const schema = input?._zod.def.type === 'transform' ? output : input
    return schema && sampleOf(schema, place)
  },
  string: (_, schema, { field }) =>
    firstFitting(schema, [...(/ids?$/.test(field) ? [unknownId] : []), ...texts]),
  number: (_, schema) => firstFitting(schema, numbers),
  boolean: () => true,
  enum: ({ entries = {} }) => Object.values(entries)[0],
  literal: ({ values = [] }) => values[0],
  null: () => null,
  unknown: () => ({}),
  any: () => ({}),
}

/**
 * Returns a value that a schema of the contract accepts, with as few fields as possible. Throws for
 * a schema whose rules lie beyond its types.
 */
function validSampleOf(schema: z.ZodType): unknown {
  for (const withOptional of [false, true]) {
    const value = sampleOf(schema, { field: '', withOptional })
    if (schema.safeParse(value).success) return value
  }
  const { error } = schema.safeParse(sampleOf(schema, { field: '', withOptional: false }))
  throw new Error(`No valid value was found: ${error?.message}`)
}

function sampleOf(schema: z.ZodType, place: Place): unknown {
  const definition = schema._zod.def as unknown as Definition
  const make = makers[definition.type]
  if (make) return make(definition, schema, place)
  const inner = definition.innerType ?? definition.getter?.()
  return inner && sampleOf(inner, place)
}

function objectOf(shape: Readonly<Record<string, z.ZodType>>, place: Place) {
  const isNeeded = (schema: z.ZodType) => place.withOptional || !schema.safeParse(undefined).success
  return Object.fromEntries(
    Object.entries(shape)
      .filter(([, schema]) => isNeeded(schema))
      .map(([field, schema]) => [field, sampleOf(schema, { ...place, field })]),
  )
}

type RequestParts = Pick<Endpoint, 'body' | 'query'>

type ValidRequest = {
  readonly body: unknown
  /** A text that can be appended to an address. */
  readonly query: string
}

const validRequests = new WeakMap<RequestParts, ValidRequest>()

/** Returns a body and a query that the endpoint accepts, and that name nothing that exists. */
export function validRequestOf(endpoint: RequestParts): ValidRequest {
  const request = validRequests.get(endpoint) ?? {
    body: endpoint.body ? validSampleOf(endpoint.body) : {},
    query: endpoint.query ? queryOf(validSampleOf(endpoint.query)) : '',
  }
  validRequests.set(endpoint, request)
  return request
}

function queryOf(values: unknown): string {
  const fields = new URLSearchParams(values as Record<string, string>)
  return fields.size > 0 ? `?${fields}` : ''
}
