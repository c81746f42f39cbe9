import {
  type AnyNumber,
  approximate,
  isAnyNumber,
  isSameNumber,
  readNumber,
} from '@recto/exact-json/exact-number'
import type { Json } from '@recto/provider-spec/answer'
import { wordsOf } from '../values/fold.ts'
import { parseDate } from '../values/parse-date.ts'
import { parseExactNumber } from '../values/parse-number.ts'

/** Thrown when a check cannot be judged; the message gives the reason, for people. */
export class NotJudgedError extends Error {}

/**
 * Remaining budget of steps and time for the checks of one document; every operation on a value
 * takes from it.
 */
export type CheckBudget = { steps: number; readonly deadline: number }

const stepsBetweenTimeChecks = 512

/**
 * Single shared instance: the evaluator continues after an error when another operand may decide,
 * so this error is thrown very often.
 */
export const tooManySteps = new NotJudgedError('The check takes too many steps.')

/** Takes one step from the budget. Throws when the check has taken too many steps or too long. */
export function spendStep(budget: CheckBudget): void {
  if (budget.steps <= 0) throw tooManySteps
  budget.steps -= 1
  const isTimeCheck = budget.steps % stepsBetweenTimeChecks === 0
  if (isTimeCheck && performance.now() > budget.deadline) budget.steps = 0
}

type ComputedValueFacts = {
  /** Maximum difference that rounding may have caused. */
  readonly slack?: number
  /** Number of missing values in a sum. */
  readonly missingCount?: number
}

/**
 * Value of a field or cell, or computed from such values, as a check sees it. The operation decides
 * whether it is a number, a date or a text, not the type of its field.
 */
export class FieldValue {
  readonly raw: Json
  /** Name of the field or column, for messages. */
  readonly name: string
  readonly slack: number
  readonly missingCount: number
  readonly budget: CheckBudget

  constructor(
    raw: Json,
    name: string,
    budget: CheckBudget,
    { slack = 0, missingCount = 0 }: ComputedValueFacts = {},
  ) {
    this.raw = raw
    this.name = name
    this.budget = budget
    this.slack = slack
    this.missingCount = missingCount
  }
}

export const isMissing = ({ raw }: FieldValue): boolean =>
  raw === null || (typeof raw === 'string' && raw.trim() === '')

/** Returns the value. Throws when it is missing. */
function getPresentValue(value: FieldValue): Exclude<Json, null> {
  spendStep(value.budget)
  if (value.raw === null || isMissing(value))
    throw new NotJudgedError(`“${value.name}” has no value.`)
  return value.raw
}

function parseRawNumber(raw: Json): AnyNumber | undefined {
  if (isAnyNumber(raw)) return raw
  if (typeof raw !== 'string') return undefined
  const text = raw.trim()
  return readNumber(text) ?? parseExactNumber(text)
}

/**
 * Reads the value as a number in any form that documents print: `1.007,50`, `$8.20`. Throws
 * `NotJudgedError` when it is not a number.
 */
export function toCheckedNumber(value: FieldValue): number {
  const number = parseRawNumber(getPresentValue(value))
  if (number === undefined)
    throw new NotJudgedError(`“${value.name}” is not a number: ${quoteValue(value)}.`)
  return approximate(number)
}

function parseDay(raw: Json): string | undefined {
  return typeof raw === 'string' && parseRawNumber(raw) === undefined
    ? parseDate(raw)?.slice(0, 10)
    : undefined
}

/** Reads the value as a date, `YYYY-MM-DD`. Throws `NotJudgedError` when it is not a date. */
export function toCheckedDay(value: FieldValue): string {
  const day = parseDay(getPresentValue(value))
  if (day === undefined)
    throw new NotJudgedError(`“${value.name}” is not a date: ${quoteValue(value)}.`)
  return day
}

const maxQuoteLength = 60

const quoteValue = ({ raw }: FieldValue): string => {
  const text = typeof raw === 'string' ? raw : JSON.stringify(raw)
  return `“${text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength)}…` : text}”`
}

/** Half a cent: maximum rounding error of the printed amount of a product or quotient. */
export const halfCent = 0.005

/** Maximum floating-point error of a sum. */
const computeFloatError = (a: number, b: number) => 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))

/**
 * Whether two values are equal: numbers within their rounding slack, dates in any notation, texts
 * by their letters and digits.
 */
export function isEqual(a: FieldValue, b: FieldValue): boolean {
  const left = getPresentValue(a)
  const right = getPresentValue(b)
  const x = parseRawNumber(left)
  const y = parseRawNumber(right)
  if (x !== undefined && y !== undefined) {
    const isSame = areNumbersEqual(x, y, a.slack + b.slack)
    if (!isSame) assertNothingMissing(a, b)
    return isSame
  }
  const day = parseDay(left)
  const otherDay = parseDay(right)
  if (day !== undefined && otherDay !== undefined) return day === otherDay
  return toComparableText(left) === toComparableText(right)
}

/** Long whole numbers without slack, such as those of accounts, must have the same digits. */
function areNumbersEqual(a: AnyNumber, b: AnyNumber, slack: number): boolean {
  const x = approximate(a)
  const y = approximate(b)
  if (slack === 0 && Number.isInteger(x) && Number.isInteger(y)) return isSameNumber(a, b)
  return Math.abs(x - y) <= slack + computeFloatError(x, y)
}

/** Throws when amounts are missing: they may explain the difference. */
function assertNothingMissing(...values: readonly FieldValue[]): void {
  const missingCount = values.reduce((sum, value) => sum + value.missingCount, 0)
  if (missingCount > 0)
    throw new NotJudgedError(`The sum is missing ${missingCount} of its values.`)
}

const toComparableText = (raw: Json): string =>
  wordsOf(typeof raw === 'string' ? raw : JSON.stringify(raw)).join('')

/**
 * Compares two values; negative when the first comes before the second. Throws `NotJudgedError`
 * when they have no order.
 */
export function compareValues(a: FieldValue, b: FieldValue): number {
  const left = getPresentValue(a)
  const right = getPresentValue(b)
  const day = parseDay(left)
  const otherDay = parseDay(right)
  if (day !== undefined && otherDay !== undefined)
    return day < otherDay ? -1 : Number(day > otherDay)
  const difference = toCheckedNumber(a) - toCheckedNumber(b)
  return Math.abs(difference) <=
    a.slack + b.slack + computeFloatError(toCheckedNumber(a), toCheckedNumber(b))
    ? 0
    : difference
}
