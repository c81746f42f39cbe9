import { z } from 'zod'
import { maxCharacters } from './limits.ts'

/**
 * Whether a field goes one of the ways of its noun, such as into the files of projects. `mapped`: it does, and the noun
 * itself says how; `as`: under another name; `absent`: what holds where an older writer left it out; `not`: why it does not.
 */
type Way =
  | true
  | 'mapped'
  | { readonly as?: string; readonly absent?: unknown }
  | { readonly not: string }

export type Field<WayName extends string = string> = {
  /** Its name on the wire; ours in snake case unless stated. */
  readonly wire?: string
  /** What a request may send, with its limits. */
  readonly schema: z.ZodType
  /** What a reply has, where that does not follow from the schema. */
  readonly reply?: z.ZodType
  /** The value of a new noun. Without it, a request must send the field or says `isOptional`. */
  readonly default?: unknown
  /** The server chooses the value of a new noun. */
  readonly isOptional?: true
  /** It has no column of its name. */
  readonly isDerived?: true
  /** The only requests that send it, if not both: a new noun, or its changes. */
  readonly sentWith?: 'new' | 'changes'
  readonly ways: Readonly<Record<WayName, Way>>
}

/** The fields of a noun by our name, which is also that of the column, in snake case. */
export type Fields = Readonly<Record<string, Field>>

/** Defines the fields of a noun. Each says for each way of the noun whether it goes it. */
export function defineFields<
  const WayName extends string,
  const Definitions extends Readonly<Record<string, Field<WayName>>>,
>(_ways: readonly WayName[], definitions: Definitions): Definitions {
  return definitions
}

export type SnakeCase<Name> = Name extends `${infer Letter}${infer Tail}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${SnakeCase<Tail>}`
  : Name & string

export const toSnakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

type Key<F> = keyof F & string
type WireName<F extends Fields, Name extends Key<F>> = F[Name] extends { readonly wire: infer Wire }
  ? Wire & string
  : SnakeCase<Name>
type ValueOf<One extends Field> = z.output<One['schema']>

/** The values of fields by our names. */
export type FieldValues<F extends Fields> = { [Name in Key<F>]: ValueOf<F[Name]> }

/** Some of the values; an absent one is not changed. */
export type FieldEdits<F extends Fields> = { [Name in Key<F>]?: ValueOf<F[Name]> | undefined }

type OptionalName<F extends Fields> = {
  [Name in Key<F>]: F[Name] extends { readonly isOptional: true } ? Name : never
}[Key<F>]
type LaterName<F extends Fields> = {
  [Name in Key<F>]: F[Name] extends { readonly sentWith: 'changes' } ? Name : never
}[Key<F>]

/** The values of a new noun, as far as a request says them. */
export type NewValues<F extends Fields> = Omit<FieldValues<F>, OptionalName<F> | LaterName<F>> & {
  [Name in OptionalName<F>]?: ValueOf<F[Name]> | undefined
}

/** The values of fields by their names on the wire. */
export type WireValues<F extends Fields> = {
  [Name in Key<F> as WireName<F, Name>]: ValueOf<F[Name]>
}

export type WayName<F extends Fields> = keyof F[Key<F>]['ways'] & string
type GoingName<F extends Fields, W extends string> = {
  [Name in Key<F>]: F[Name]['ways'][W] extends 'mapped' | { readonly not: string } ? never : Name
}[Key<F>]

/** The fields that go a way without code of the noun. */
export type GoingFields<F extends Fields, W extends string> = Pick<F, GoingName<F, W>>

export const wireNameOf = (name: string, { wire }: Pick<Field, 'wire'>): string =>
  wire ?? toSnakeCase(name)

/** The wire names by ours, for refusals and for pages. */
export const wireNamesOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, wireNameOf(name, field)]),
  ) as { readonly [Name in Key<F>]: WireName<F, Name> }

/** The fields that go a way without code of the noun. */
export function pickWay<F extends Fields, W extends WayName<F>>(
  fields: F,
  way: W,
): GoingFields<F, W> {
  const goes = (field: Field) => field.ways[way] === true || isRenamed(field.ways[way])
  return Object.fromEntries(
    Object.entries(fields).filter(([, field]) => goes(field)),
  ) as GoingFields<F, W>
}

type DefaultValues<F extends Fields> = {
  [Name in Key<F> as F[Name] extends { readonly default: unknown } ? Name : never]: ValueOf<F[Name]>
}

/** The values of a new noun. */
export const defaultsOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, field]) => [name, field.default])
      .filter(([, value]) => value !== undefined),
  ) as DefaultValues<F>

type RenamedWay = Extract<Way, { readonly as?: string }>

const isRenamed = (choice: Way | undefined): choice is RenamedWay =>
  typeof choice === 'object' && !('not' in choice)

/** The name of a field where a way ends. */
export function wayNameOf(name: string, field: Field, way: string): string {
  const choice = field.ways[way]
  return (isRenamed(choice) ? choice.as : undefined) ?? wireNameOf(name, field)
}

type ReplyShape<F extends Fields> = {
  [Name in Key<F> as WireName<F, Name>]: z.ZodType<ValueOf<F[Name]>>
}

/** The fields in replies. */
export const replyShape = <F extends Fields>(fields: F) =>
  toShape(fields, (field) => field.reply ?? toReply(field.schema)) as ReplyShape<F>

/** A reply states the type of a value, and no limits: it may have been stored before they were. */
function toReply(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodNullable) return toReply(schema.unwrap() as z.ZodType).nullable()
  if (schema instanceof z.ZodPipe && !(schema.out instanceof z.ZodTransform)) {
    return toReply(schema.out as z.ZodType)
  }
  // Those with a format, such as ids, have a class of their own.
  if (schema instanceof z.ZodString) return z.string()
  return schema instanceof z.ZodNumber ? z.number().int() : schema
}

/** The fields that a request sends. */
const pickSent = (fields: Fields, request: 'new' | 'changes'): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, { sentWith = request }]) => sentWith === request),
  )

type NewShape<F extends Fields> = {
  [Name in Key<F> as F[Name] extends { readonly sentWith: 'changes' }
    ? never
    : WireName<F, Name>]: F[Name] extends { readonly isOptional: true }
    ? z.ZodOptional<F[Name]['schema']>
    : F[Name] extends { readonly default: unknown }
      ? z.ZodDefault<F[Name]['schema']>
      : F[Name]['schema']
}

/** The fields in requests for a new noun. */
export const newShape = <F extends Fields>(fields: F) =>
  toShape(pickSent(fields, 'new'), (field) =>
    field.isOptional ? field.schema.optional() : withDefault(field.schema, field.default),
  ) as NewShape<F>

type ChangeShape<F extends Fields> = {
  [Name in Key<F> as F[Name] extends { readonly sentWith: 'new' }
    ? never
    : WireName<F, Name>]: z.ZodOptional<F[Name]['schema']>
}

/** The fields in requests for a change: absent ones keep their value. */
export const changeShape = <F extends Fields>(fields: F) =>
  toShape(pickSent(fields, 'changes'), ({ schema }) => schema.optional()) as ChangeShape<F>

/** The values of the fields that go a way, by their names where it ends. */
export type WayValues<F extends Fields, W extends string> = {
  [Name in GoingName<F, W> as F[Name]['ways'][W] extends { readonly as: infer OtherName }
    ? OtherName & string
    : WireName<F, Name>]: ValueOf<F[Name]>
}

type WayShape<F extends Fields, W extends string> = {
  [Name in keyof WayValues<F, W>]: z.ZodType<WayValues<F, W>[Name]>
}

/** The fields that go a way, where somebody sends them back: absent ones have the value that was the rule before them. */
export const sentShape = <F extends Fields, W extends WayName<F>>(fields: F, way: W) =>
  toWayShape(fields, way, (name, field) =>
    withTextLimit(field.schema, wireNameOf(name, field)),
  ) as WayShape<F, W>

/** The fields that go a way, where the server itself reads them again. They may be older than their limits. */
export const storedShape = <F extends Fields, W extends WayName<F>>(fields: F, way: W) =>
  toWayShape(fields, way, (_, field) => field.reply ?? toReply(field.schema)) as WayShape<F, W>

function toWayShape(
  fields: Fields,
  way: string,
  toSchema: (name: string, field: Field) => z.ZodType,
) {
  const entries = Object.entries<Field>(pickWay<Fields, string>(fields, way)).map(
    ([name, field]) => {
      const choice = field.ways[way]
      const { absent = field.default } = isRenamed(choice) ? choice : {}
      return [wayNameOf(name, field, way), withDefault(toSchema(name, field), absent)]
    },
  )
  return Object.fromEntries(entries)
}

/** Requests have a limit for each text whose schema states none; what is read elsewhere gets it here. */
function withTextLimit(schema: z.ZodType, wire: string): z.ZodType {
  if (schema instanceof z.ZodNullable) {
    return withTextLimit(schema.unwrap() as z.ZodType, wire).nullable()
  }
  if (schema instanceof z.ZodPipe) {
    return withTextLimit(schema.in as z.ZodType, wire).pipe(schema.out as z.ZodType)
  }
  const isUnlimited = schema instanceof z.ZodString && schema.maxLength === null
  return isUnlimited ? schema.max(maxCharacters(wire)) : schema
}

const withDefault = (schema: z.ZodType, value: unknown): z.ZodType =>
  value === undefined ? schema : schema.default(value)

const toShape = (fields: Fields, toSchema: (field: Field) => z.ZodType) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [wireNameOf(name, field), toSchema(field)]),
  )

/** The fields of a body under our names; those that are absent stay so. */
export function fromWire<F extends Fields>(fields: F, body: Readonly<WireValues<F>>): FieldValues<F>
export function fromWire<F extends Fields>(fields: F, body: object): FieldEdits<F>
export function fromWire<F extends Fields>(fields: F, body: object): FieldEdits<F> {
  const values = new Map(Object.entries(body))
  const entries = Object.entries(fields).map(([name, field]) => [
    name,
    values.get(wireNameOf(name, field)),
  ])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as FieldEdits<F>
}

/** The fields of a request for a new noun under our names. */
export const newFromWire = <F extends Fields>(fields: F, body: object) =>
  fromWire(fields, body) as NewValues<F>

/** Values by our names under those of the wire. */
export function toWire<F extends Fields>(fields: F, values: object): WireValues<F> {
  const byName = new Map(Object.entries(values))
  const entries = Object.entries(fields).map(([name, field]) => [
    wireNameOf(name, field),
    byName.get(name),
  ])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as WireValues<F>
}
