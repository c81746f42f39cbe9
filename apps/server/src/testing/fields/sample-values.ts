import type { z } from 'zod'

type Definition = {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly element?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly getter?: () => z.ZodType
  readonly valueType?: z.ZodType
  readonly entries?: Readonly<Record<string, string>>
  readonly values?: readonly unknown[]
}

type ListSamples = (definition: Definition, name: string) => readonly unknown[] | undefined

const inner = (schema: z.ZodType | undefined, name: string) =>
  schema ? sampleValues(schema, name) : []

const samplesByType: Readonly<Record<string, ListSamples>> = {
  boolean: () => [true, false],
  string: (_, name) => [`${name} one`, `${name} two`, `${name}-1`, `${name}-2`],
  number: (_, name) => [name.length + 40, name.length + 70, 3, 2, 1],
  custom: (_, name) => [`${name} one`, `${name} two`],
  unknown: (_, name) => [`${name} one`, `${name} two`],
  enum: ({ entries = {} }) => Object.values(entries),
  literal: ({ values }) => values,
  union: ({ options = [] }, name) => options.flatMap((option) => sampleValues(option, name)),
  pipe: (definition, name) => inner(definition.in, name),
  lazy: ({ getter }, name) => inner(getter?.(), name),
  array: ({ element }, name) => inner(element, name).map((value) => [value]),
  record: ({ valueType }, name) => inner(valueType, name).map((value) => ({ [name]: value })),
  object: ({ shape = {} }) => [0, 1].map((variant) => sampleObject(shape, variant)),
}

function sampleObject(shape: Readonly<Record<string, z.ZodType>>, variant: number) {
  const entries = Object.entries(shape).map(([name, schema]) => {
    const values = sampleValues(schema, name)
    if (values.length === 0) throw new Error(`The round trip needs samples of ${name}.`)
    return [name, values[variant] ?? values[0]]
  })
  return Object.fromEntries(entries)
}

/** Values that the schema accepts, all of them different; none where only the noun can know one, such as an id. */
export function sampleValues(schema: z.ZodType, name: string): readonly unknown[] {
  const definition = schema._zod.def as unknown as Definition
  const values =
    samplesByType[definition.type]?.(definition, name) ?? inner(definition.innerType, name)
  return values.filter((value) => schema.safeParse(value).success)
}
