import { isDeepStrictEqual } from 'node:util'
import { type Field, type Fields, toSnakeCase, wireNameOf } from '@recto/contract/wire/fields'
import { z } from 'zod'
import type { Person } from '../people.ts'
import { sampleValues } from './sample-values.ts'

export type Values = Readonly<Record<string, unknown>>

/** Reads where a way ends: the values by their names on the wire. */
type Read = (id: string) => Promise<Values>

/** The round trips of a noun need to know this of it. */
export type RoundTrip = {
  readonly fields: Fields
  /** The bodies of requests, and what they have besides the fields, with the reason. */
  readonly requests: readonly z.ZodType[]
  readonly otherInputs: Readonly<Record<string, string>>
  /** Two values of fields that refer to something or that must fit each other, by our names. */
  readonly samples?: Readonly<Record<string, readonly [unknown, unknown]>>
  /** The values of unique fields of the one that has the defaults; without it, none is made. */
  readonly namesOfDefault?: Values
  /** What a reply shows of a value, where it is not the value itself, by our names. */
  readonly replyMappers?: Readonly<Record<string, (value: unknown) => unknown>>
  /** Makes one; the id. */
  readonly make: (body: Values) => Promise<string>
  /** The reply to a change; `undefined` where it is refused. */
  readonly change: (id: string, body: Values) => Promise<Values>
  readonly replace?: (id: string, body: Values) => Promise<Values>
  /** Every field shows here, such as in a list. */
  readonly views: Readonly<Record<string, Read>>
  /** The fields of each way show here, or a part of them. */
  readonly ways: Readonly<Record<string, WayEnd>>
  /** Reads the newest entry of the audit log. */
  readonly audit?: () => Promise<{ readonly before: Values | null; readonly after: Values | null }>
  /** Sends a change that has seen something else; the fields that the refusal names. */
  readonly refusedFields?: (id: string, body: Values) => Promise<readonly string[]>
  /** Tables whose columns a backup has. */
  readonly columns?: readonly string[]
}

type WayEnd = { readonly way: string; readonly fields?: Fields; readonly read: Read }

type Trip = { readonly trip: RoundTrip; readonly losses: string[] }
type Round = Trip & { readonly id: string; readonly values: Values; readonly isFirst: boolean }

/**
 * Stores two values of every field, none of which is the default in the first round, and reads them wherever they must show.
 * Returns what is missing.
 */
export async function findLosses(
  trip: RoundTrip,
  losses: string[] = [],
): Promise<readonly string[]> {
  for (const loss of findUndefinedInputs(trip)) losses.push(loss)
  const [first, second] = chooseValues(trip)
  await checkDefaults(trip, losses)
  const { fields } = trip
  const id = await trip.make(toBody(fields, pickValues(fields, first, 'new')))
  const later = Object.entries(first).filter(([name]) => fields[name]?.sentWith === 'changes')
  if (later.length > 0) await trip.change(id, toBody(fields, Object.fromEntries(later)))
  await checkRound({ trip, losses, id, values: first, isFirst: true })
  await changeOneByOne({ trip, losses, id, values: first, isFirst: true }, second)
  const changedValues = { ...first, ...pickValues(fields, second, 'changes') }
  await checkRound({ trip, losses, id, values: changedValues, isFirst: false })
  if (trip.replace) {
    const reply = await trip.replace(id, toBody(fields, pickValues(fields, first, 'changes')))
    compare({ trip, losses, id, values: first, isFirst: true }, 'the reply to PUT', reply)
  }
  return losses
}

/** Makes one with what a request must send, before any other has its name; the rest has the defaults of the definition. */
async function checkDefaults(trip: RoundTrip, losses: string[]): Promise<void> {
  if (!trip.namesOfDefault) return
  const [, second] = chooseValues(trip)
  const required = Object.entries(trip.fields).filter(
    ([, field]) => field.default === undefined && !field.isOptional && field.sentWith !== 'changes',
  )
  const values = Object.fromEntries(required.map(([name]) => [name, second[name]]))
  const id = await trip.make(toBody(trip.fields, { ...values, ...trip.namesOfDefault }))
  for (const [place, read] of Object.entries(trip.views)) {
    const foundValues = await read(id)
    for (const [name, field] of Object.entries(trip.fields)) {
      const value = foundValues[wireNameOf(name, field)]
      const { default: usual } = field
      if (usual !== undefined && !isDeepStrictEqual(value, shownOf(trip, name, usual))) {
        losses.push(`${name} is ${JSON.stringify(value)} by default in ${place}`)
      }
    }
  }
}

/** The values that a request sends. */
const pickValues = (fields: Fields, values: Values, request: 'new' | 'changes'): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => (fields[name]?.sentWith ?? request) === request),
  )

/** A field that a request takes and no definition has would escape. */
function findUndefinedInputs({ fields, requests, otherInputs }: RoundTrip): readonly string[] {
  const names = new Set(Object.entries(fields).map(([name, field]) => wireNameOf(name, field)))
  return requests
    .filter((request) => request instanceof z.ZodObject)
    .flatMap(({ shape }) => Object.keys(shape))
    .filter((name) => !names.has(name) && !Object.hasOwn(otherInputs, name))
    .map((name) => `${name} has no definition`)
}

function chooseValues({ fields, samples = {} }: RoundTrip): readonly [Values, Values] {
  const pairs = Object.entries(fields).map(([name, field]) => {
    const [first, second] = samples[name] ?? chooseSamples(name, field)
    return { name, first, second }
  })
  return [
    Object.fromEntries(pairs.map(({ name, first }) => [name, first])),
    Object.fromEntries(pairs.map(({ name, second }) => [name, second])),
  ]
}

function chooseSamples(name: string, { schema, default: usual }: Field): readonly unknown[] {
  const values = sampleValues(schema, name)
  const first = values.find((value) => !isDeepStrictEqual(schema.parse(value), usual))
  const second = values.find((value) => value !== first)
  if (second !== undefined) return [first, second]
  throw new Error(`The round trip needs two samples of the field ${name}.`)
}

const toBody = (fields: Fields, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [wireNameOf(name, fields[name] ?? {}), value]),
  )

/** Returns what replies show of a value that was sent. */
const shownOf = (
  { fields, replyMappers = {} }: RoundTrip,
  name: string,
  value: unknown,
): unknown => (replyMappers[name] ? replyMappers[name](value) : fields[name]?.schema.parse(value))

async function checkRound(round: Round): Promise<void> {
  const { trip, id } = round
  for (const [place, read] of Object.entries(trip.views)) compare(round, place, await read(id))
  for (const [place, { way, read, fields = trip.fields }] of Object.entries(trip.ways)) {
    compareWay(round, { place, way, fields, read: await read(id) })
  }
}

function compare({ trip, losses, values }: Round, place: string, read: Values): void {
  for (const [name, value] of Object.entries(values)) {
    const foundValue = read[wireNameOf(name, trip.fields[name] ?? {})]
    if (!isDeepStrictEqual(foundValue, shownOf(trip, name, value))) {
      losses.push(`${name} is lost in ${place}: ${JSON.stringify(foundValue)}`)
    }
  }
}

type ReadWay = {
  readonly place: string
  readonly way: string
  readonly fields: Fields
  readonly read: Values
}

/** In the first round nothing is the default, so that a field which does not go this way must differ. */
function compareWay(
  { trip, losses, values, isFirst }: Round,
  { place, way, fields, read }: ReadWay,
): void {
  for (const [name, field] of Object.entries(fields)) {
    const wire = wireNameOf(name, field)
    const expected = shownOf(trip, name, values[name])
    const isSame = isDeepStrictEqual(read[wire], expected)
    const choice = field.ways[way]
    if (choice === undefined) losses.push(`${name} does not say whether it goes the way ${way}`)
    const isLeftOut = typeof choice === 'object' && 'not' in choice
    if (!isLeftOut && !isSame)
      losses.push(`${name} is lost in ${place}: ${JSON.stringify(read[wire])}`)
    if (isLeftOut && isSame && isFirst) losses.push(`${name} must not be in ${place}`)
  }
}

/** Each change is for itself, so that it must not change another field. */
async function changeOneByOne(round: Round, values: Values): Promise<void> {
  const { trip, id } = round
  let current = round.values
  for (const [name, value] of Object.entries(pickValues(trip.fields, values, 'changes'))) {
    const wire = wireNameOf(name, trip.fields[name] ?? {})
    await checkRefusal({ ...round, values: current }, name, wire)
    const reply = await trip.change(id, { [wire]: value })
    current = { ...current, [name]: value }
    compare({ ...round, values: current }, `the reply to a change of ${name}`, reply)
    const entry = await trip.audit?.()
    const isChanged = !isDeepStrictEqual(value, round.values[name])
    if (entry && isChanged) checkAudit(round, name, { ...entry, value: shownOf(trip, name, value) })
  }
}

/** A change that has seen another value is refused, with the name of the field, and one that has seen this value is not. */
async function checkRefusal({ trip, losses, id, values }: Round, name: string, wire: string) {
  const choice = trip.fields[name]?.ways.expected
  if (!trip.refusedFields || choice === undefined || typeof choice === 'object') return
  const [first, second] = chooseValues(trip).map((one) => shownOf(trip, name, one[name]))
  if (isDeepStrictEqual(first, second)) return
  const now = shownOf(trip, name, values[name])
  const otherValue = isDeepStrictEqual(now, first) ? second : first
  const attrs = await trip.refusedFields(id, { expected: { [wire]: otherValue } })
  const rightAttrs = await trip.refusedFields(id, { expected: { [wire]: now } })
  if (!attrs.includes(wire) || rightAttrs.includes(wire))
    losses.push(`${name} is not compared with what a change has seen`)
}

type AuditEntry = {
  readonly before: Values | null
  readonly after: Values | null
  readonly value: unknown
}

function checkAudit(
  { trip: { fields }, losses }: Round,
  name: string,
  { before: oldValues, after: newValues, value }: AuditEntry,
): void {
  const field = fields[name]
  const choice = field?.ways.audit
  if (!field || choice === undefined) return
  if (choice === 'mapped') {
    if (isDeepStrictEqual(oldValues, newValues)) losses.push(`${name} is not in the audit log`)
    return
  }
  const keys = [toSnakeCase(name), wireNameOf(name, field)]
  const isRecorded = keys.some(
    (key) =>
      isDeepStrictEqual(newValues?.[key], value) &&
      !isDeepStrictEqual(oldValues?.[key], newValues?.[key]),
  )
  const isLeftOut = typeof choice === 'object' && 'not' in choice
  if (isRecorded === isLeftOut) losses.push(`${name} is ${isLeftOut ? '' : 'not '}in the audit log`)
}

/** The audit log's newest entry. */
export const newestAuditEntry = (admin: Person) => async () => {
  const { body } = await admin.get('audit/?page_size=1')
  return body.results[0]
}
