import { Environment } from '@marcbachmann/cel-js'
import { isContainer } from '@recto/exact-json/exact-number'
import type { Json } from '@recto/provider-spec/answer'
import { compute, type Operator, sumValues } from './arithmetic.ts'
import {
  type CheckBudget,
  compareValues,
  FieldValue,
  isEqual,
  isMissing,
  NotJudgedError,
  spendStep,
  toCheckedDay,
  toCheckedNumber,
} from './field-value.ts'

/**
 * Shape of a field in a check: a list has rows with columns; the contents of `any` are only known
 * during evaluation.
 */
export type FieldShape = 'value' | 'list' | 'any'

const celTypes: Readonly<Record<FieldShape, string>> = {
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

type CelScalar = FieldValue | bigint | number | string | boolean

const operators: readonly Operator[] = ['+', '-', '*', '/']

const comparisonTests = {
  '<': (difference: number) => difference < 0,
  '<=': (difference: number) => difference <= 0,
  '>': (difference: number) => difference > 0,
  '>=': (difference: number) => difference >= 0,
}

/** Whether an earlier document had the same value; see `EarlierResults`. */
export type IsAsBefore = (value: FieldValue) => boolean

const millisecondsOfDay = 24 * 60 * 60 * 1000

/**
 * Creates a CEL environment that computes with numbers, dates and texts as documents print them,
 * and adds some functions: `sum(list)`, `near(a, b, by)`, `known(a)`, `valueOr(a, 0)`, `abs(a)`,
 * `days(from, to)` and `asBefore(account)`.
 */
export function createCheckLanguage(budget: CheckBudget, asBefore: IsAsBefore): Environment {
  const language = new Environment({ limits })
  language.registerType('field', { ctor: FieldValue, fields: {} })
  const wrap = (value: CelScalar): FieldValue => {
    if (value instanceof FieldValue) return value
    return new FieldValue(typeof value === 'bigint' ? Number(value) : value, 'number', budget)
  }
  for (const operator of operators) {
    const evaluate = (a: CelScalar, b: CelScalar) => compute(operator, wrap(a), wrap(b))
    forEachOperandTypes(['int', 'double'], (pair) =>
      language.registerOperator(toSignature(pair, operator), evaluate),
    )
  }
  for (const [operator, holds] of Object.entries(comparisonTests)) {
    const evaluate = (a: CelScalar, b: CelScalar) => holds(compareValues(wrap(a), wrap(b)))
    forEachOperandTypes(['int', 'double', 'string'], (pair) =>
      language.registerOperator(toSignature(pair, operator), evaluate),
    )
  }
  for (const type of ['field', 'int', 'double', 'string', 'bool']) {
    // The library derives the swapped and the negated operator.
    language.registerOperator(`field == ${type}`, (a: CelScalar, b: CelScalar) =>
      isEqual(wrap(a), wrap(b)),
    )
  }
  const zero = wrap(0)
  language.registerOperator('-field', (a: FieldValue) => compute('-', zero, a))
  language.registerFunction('sum(list<field>): field', (values: readonly FieldValue[]) =>
    sumValues(values, zero),
  )
  for (const type of ['int', 'double']) {
    language.registerFunction(
      `near(field, field, ${type}): bool`,
      (a: FieldValue, b: FieldValue, tolerance: number | bigint) =>
        Math.abs(toCheckedNumber(a) - toCheckedNumber(b)) <= Number(tolerance) + 1e-9,
    )
    language.registerFunction(
      `valueOr(field, ${type}): field`,
      (a: FieldValue, fallback: number | bigint) => (isMissing(a) ? wrap(fallback) : a),
    )
  }
  language.registerFunction('known(field): bool', (a: FieldValue) => {
    spendStep(budget)
    return !isMissing(a)
  })
  language.registerFunction('abs(field): field', (a: FieldValue) =>
    toCheckedNumber(a) < 0 ? compute('-', zero, a) : a,
  )
  language.registerFunction('days(field, field): int', (from: FieldValue, to: FieldValue) =>
    BigInt(
      Math.round(
        (Date.parse(toCheckedDay(to)) - Date.parse(toCheckedDay(from))) / millisecondsOfDay,
      ),
    ),
  )
  language.registerFunction('asBefore(field): bool', asBefore)
  return language
}

type OperandTypes = readonly [left: string, right: string]

const toSignature = ([left, right]: OperandTypes, operator: string) =>
  `${left} ${operator} ${right}`

function forEachOperandTypes(
  types: readonly string[],
  callback: (pair: OperandTypes) => void,
): void {
  callback(['field', 'field'])
  for (const type of types) {
    callback(['field', type])
    callback([type, 'field'])
  }
}

const isName = (key: string) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(key)

/** Words that CEL reserves. */
const reservedWords = new Set(
  'in true false null as break const continue else for function if import let loop package namespace return var void while cel'.split(
    ' ',
  ),
)

/** Name under which every field is found by its key: `fields["Invoice no."]`. */
export const allFields = 'fields'

/** Name under which the matches of values are found by their keys: `lookups.vendor.row.IBAN`. */
export const allLookups = 'lookups'

/** Whether a check can name the field by its key alone. */
export const hasOwnName = (key: string): boolean =>
  isName(key) && !reservedWords.has(key) && key !== allFields

/** Declares the fields in an environment, by name and by key, and the matches of values. */
export function declareFields(
  language: Environment,
  shapes: ReadonlyMap<string, FieldShape>,
): Environment {
  language.registerVariable(allFields, 'map<string, dyn>')
  // A project may have a field of this name, whose checks stay as they are.
  if (!shapes.has(allLookups)) language.registerVariable(allLookups, 'map<string, dyn>')
  for (const [key, shape] of shapes) {
    if (hasOwnName(key)) language.registerVariable(key, celTypes[shape])
  }
  return language
}

/** Maximum number of rows of one list. */
const maxRows = 5000

/** Converts a value for the environment. Throws `NotJudgedError` for a list that is too long. */
export function toCelValue(value: Json, name: string, budget: CheckBudget): unknown {
  if (Array.isArray(value)) {
    if (value.length > maxRows) {
      throw new NotJudgedError(`“${name}” has more than ${maxRows} rows.`)
    }
    const columns = new Set(value.flatMap((row) => (isRecord(row) ? Object.keys(row) : [])))
    return value.map((row) =>
      isRecord(row) ? toCelRecord(row, [...columns], budget) : toCelValue(row, name, budget),
    )
  }
  if (isRecord(value)) return toCelRecord(value, Object.keys(value), budget)
  return new FieldValue(value, name, budget)
}

/** Builds a record with all columns; a column that the row lacks is empty. */
function toCelRecord(row: JsonRecord, columns: readonly string[], budget: CheckBudget) {
  return new Map(columns.map((key) => [key, toCelValue(row[key] ?? null, key, budget)]))
}

type JsonRecord = { readonly [key: string]: Json }

const isRecord = (value: Json): value is JsonRecord => isContainer(value) && !Array.isArray(value)

/** Returns the shape of a value by its contents; a missing value has the shape `value`. */
export function getFieldShape(value: Json): FieldShape {
  if (!Array.isArray(value)) return isRecord(value) ? 'any' : 'value'
  return value.every((row) => isRecord(row)) ? 'list' : 'any'
}
