import fc, { type Arbitrary } from 'fast-check'
import type { z } from 'zod'

/** Values that no form sends. */
const hostile: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    'undefined',
    0,
    -1,
    1.5,
    1e308,
    99_999_999_999,
    true,
    [],
    {},
    [null],
    [[]],
    'nul\0nul',
    '\ud800',
    '\u202e\ufeff',
    '__proto__',
    '1e999',
    'NaN',
    '%00',
    "';--",
    '{{{{{{',
    '../../etc/passwd',
    '-271821-04-20',
    '99999999999999999999',
    ' '.repeat(20_000),
    'x'.repeat(200_000),
    Array(20_000).fill(0),
    { a: 'x'.repeat(200_000) },
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.json({ maxDepth: 3 }).map((text) => JSON.parse(text)),
  fc.nat(200).map((levels) => JSON.parse(`${'[{"a":'.repeat(levels)}1${'}]'.repeat(levels)}`)),
)

/** Something that has a meaning, by the name of its field; `undefined` where nothing is known. */
export type FieldMeanings = (field: string) => string | undefined

type Definition = {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly element?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly entries?: Readonly<Record<string, string>>
  readonly values?: readonly unknown[]
  readonly format?: string
}

const unknownId = '00000000-0000-4000-8000-000000000000'

/** Values of a schema of the contract, most of them right and some of them wrong in one place or in all. */
export function arbitraryOf(
  schema: z.ZodType,
  knownThings: FieldMeanings,
  field = '',
): Arbitrary<unknown> {
  const definition = schema._zod.def as unknown as Definition
  const inner = (one: z.ZodType) => arbitraryOf(one, knownThings, field)
  return fc.oneof(
    { weight: 6, arbitrary: fitting(definition, inner, { known: knownThings, field }) },
    { weight: 1, arbitrary: hostile },
  )
}

type Inner = (schema: z.ZodType) => Arbitrary<unknown>
type FieldContext = { readonly known: FieldMeanings; readonly field: string }

const makers: Readonly<Record<string, Make>> = {
  object: ({ shape = {} }, _inner, { known: knownThings }) => objectOf(shape, knownThings),
  record: () => fc.dictionary(fc.string({ maxLength: 20 }), hostile, { maxKeys: 5 }),
  array: ({ element }, inner) => element && fc.array(inner(element), { maxLength: 4 }),
  union: ({ options = [] }, inner) => fc.oneof(...options.map(inner)),
  pipe: (definition, inner) => definition.in && inner(definition.in),
  enum: ({ entries = {} }) => fc.constantFrom(...Object.values(entries)),
  literal: ({ values = [] }) => fc.constantFrom(...values),
}

function fitting(
  definition: Definition,
  inner: Inner,
  fieldContext: FieldContext,
): Arbitrary<unknown> {
  const { type, innerType } = definition
  const arbitrary = makers[type]?.(definition, inner, fieldContext)
  if (arbitrary) return arbitrary
  if (innerType) return type === 'nullable' ? fc.option(inner(innerType)) : inner(innerType)
  return scalarOf(definition, fieldContext)
}

type Make = (
  definition: Definition,
  inner: Inner,
  fieldContext: FieldContext,
) => Arbitrary<unknown> | undefined

function scalarOf(
  { type, format }: Definition,
  { known: knownThings, field }: FieldContext,
): Arbitrary<unknown> {
  const meaning = knownThings(field)
  const texts = [fc.string({ maxLength: 40 }), fc.constantFrom('1', 'a', 'True', '2026-01-01')]
  if (type === 'number') return fc.oneof(fc.integer(), fc.double(), fc.nat(50).map(String))
  if (type === 'boolean') return fc.boolean()
  if (type !== 'string' && type !== 'unknown') return hostile
  if (meaning !== undefined) return fc.constantFrom(meaning, meaning, unknownId)
  return format === 'uuid' ? fc.constant(unknownId) : fc.oneof(...texts)
}

function objectOf(
  shape: Readonly<Record<string, z.ZodType>>,
  knownThings: FieldMeanings,
): Arbitrary<unknown> {
  const fields = Object.entries(shape).map(([name, schema]) => [
    name,
    arbitraryOf(schema, knownThings, name),
  ])
  // Each may be absent, and one may be there that nobody knows.
  return fc.record({ ...Object.fromEntries(fields), unknown: hostile }, { requiredKeys: [] })
}
