import { Environment } from '@marcbachmann/cel-js'
import type { Json } from '@recto/provider-spec/answer'
import { compute, type Operator, sumOf } from './arithmetic.ts'
import {
  dayOf,
  FieldValue,
  isEqual,
  isMissing,
  NotJudgedError,
  numberOf,
  order,
  type StepsLeft,
  spend,
} from './field-value.ts'

/**
 * Shape of a field in a check: a list has rows with columns; the contents of `any` are only known
 * during evaluation.
 */
export type ShapeOfField = 'value' | 'list' | 'any'

const types: Readonly<Record<ShapeOfField, string>> = {
  value: 'field',
  list: 'list<map<string, field>>',
  any: 'dyn',
}

/** Limits of one expression. */
const limits = {
  maxAstNodes: 400,
  maxDepth: 32,
  maxListElements: 100,
  maxMapEntries: 20,
  maxCallArguments: 8,
}

type Scalar = FieldValue | bigint | number | string | boolean

const operators: readonly Operator[] = ['+', '-', '*', '/']

const orders = {
  '<': (difference: number) => difference < 0,
  '<=': (difference: number) => difference <= 0,
  '>': (difference: number) => difference > 0,
  '>=': (difference: number) => difference >= 0,
}

/** Whether an earlier document had the same value; see `Earlier`. */
export type AsBefore = (value: FieldValue) => boolean

const millisecondsOfDay = 24 * 60 * 60 * 1000

/**
 * Creates a CEL environment that computes with numbers, dates and texts as documents print them,
 * and adds some functions: `sum(list)`, `near(a, b, by)`, `known(a)`, `valueOr(a, 0)`, `abs(a)`,
 * `days(from, to)` and `asBefore(account)`.
 */
export function openLanguage(budget: StepsLeft, asBefore: AsBefore): Environment {
  const language = new Environment({ limits })
  language.registerType('field', { ctor: FieldValue, fields: {} })
  const wrap = (said: Scalar): FieldValue => {
    if (said instanceof FieldValue) return said
    return new FieldValue(typeof said === 'bigint' ? Number(said) : said, 'number', budget)
  }
  for (const operator of operators) {
    const act = (a: Scalar, b: Scalar) => compute(operator, wrap(a), wrap(b))
    eachPair(['int', 'double'], (pair) => language.registerOperator(written(pair, operator), act))
  }
  for (const [operator, holds] of Object.entries(orders)) {
    const act = (a: Scalar, b: Scalar) => holds(order(wrap(a), wrap(b)))
    eachPair(['int', 'double', 'string'], (pair) =>
      language.registerOperator(written(pair, operator), act),
    )
  }
  for (const other of ['field', 'int', 'double', 'string', 'bool']) {
    // The library derives the swapped and the negated operator.
    language.registerOperator(`field == ${other}`, (a: Scalar, b: Scalar) =>
      isEqual(wrap(a), wrap(b)),
    )
  }
  const zero = wrap(0)
  language.registerOperator('-field', (a: FieldValue) => compute('-', zero, a))
  language.registerFunction('sum(list<field>): field', (values: readonly FieldValue[]) =>
    sumOf(values, zero),
  )
  for (const by of ['int', 'double']) {
    language.registerFunction(
      `near(field, field, ${by}): bool`,
      (a: FieldValue, b: FieldValue, tolerance: number | bigint) =>
        Math.abs(numberOf(a) - numberOf(b)) <= Number(tolerance) + 1e-9,
    )
    language.registerFunction(
      `valueOr(field, ${by}): field`,
      (a: FieldValue, other: number | bigint) => (isMissing(a) ? wrap(other) : a),
    )
  }
  language.registerFunction('known(field): bool', (a: FieldValue) => {
    spend(budget)
    return !isMissing(a)
  })
  language.registerFunction('abs(field): field', (a: FieldValue) =>
    numberOf(a) < 0 ? compute('-', zero, a) : a,
  )
  language.registerFunction('days(field, field): int', (from: FieldValue, to: FieldValue) =>
    BigInt(Math.round((Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / millisecondsOfDay)),
  )
  language.registerFunction('asBefore(field): bool', asBefore)
  return language
}

type Pair = readonly [left: string, right: string]

const written = ([left, right]: Pair, operator: string) => `${left} ${operator} ${right}`

function eachPair(others: readonly string[], act: (pair: Pair) => void): void {
  act(['field', 'field'])
  for (const other of others) {
    act(['field', other])
    act([other, 'field'])
  }
}

const isName = (key: string) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(key)

/** Words that CEL reserves. */
const reserved = new Set(
  'in true false null as break const continue else for function if import let loop package namespace return var void while cel'.split(
    ' ',
  ),
)

/** Name under which every field is found by its key: `fields["Invoice no."]`. */
export const allFields = 'fields'

/** Whether a check can name the field by its key alone. */
export const hasOwnName = (key: string): boolean =>
  isName(key) && !reserved.has(key) && key !== allFields

/** Declares the fields in an environment, by name and by key. */
export function declareFields(
  language: Environment,
  shapes: ReadonlyMap<string, ShapeOfField>,
): Environment {
  language.registerVariable(allFields, 'map<string, dyn>')
  for (const [key, shape] of shapes) {
    if (hasOwnName(key)) language.registerVariable(key, types[shape])
  }
  return language
}

/** Maximum number of rows of one list. */
const mostRows = 5000

/** Converts a value for the environment. Throws `NotJudgedError` for a list that is too long. */
export function inLanguage(value: Json, name: string, budget: StepsLeft): unknown {
  if (Array.isArray(value)) {
    if (value.length > mostRows) {
      throw new NotJudgedError(`“${name}” has more than ${mostRows} rows.`)
    }
    const columns = new Set(value.flatMap((row) => (isRecord(row) ? Object.keys(row) : [])))
    return value.map((row) =>
      isRecord(row) ? recordOf(row, [...columns], budget) : inLanguage(row, name, budget),
    )
  }
  if (isRecord(value)) return recordOf(value, Object.keys(value), budget)
  return new FieldValue(value, name, budget)
}

/** Builds a record with all columns; a column that the row lacks is empty. */
function recordOf(row: JsonRecord, columns: readonly string[], budget: StepsLeft) {
  return new Map(columns.map((key) => [key, inLanguage(row[key] ?? null, key, budget)]))
}

type JsonRecord = { readonly [key: string]: Json }

const isRecord = (value: Json): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the shape of a value by its contents; a missing value has the shape `value`. */
export function shapeOf(value: Json): ShapeOfField {
  if (!Array.isArray(value)) return isRecord(value) ? 'any' : 'value'
  return value.every((row) => isRecord(row)) ? 'list' : 'any'
}
