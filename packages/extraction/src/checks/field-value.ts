import type { Json } from '@recto/provider-spec/answer'
import { wordsOf } from '../values/fold.ts'
import { parseDate } from '../values/parse-date.ts'
import { wholeNumber } from '../values/parse-number.ts'

/** A check cannot be judged; the message says why, for people. */
export class NotJudgedError extends Error {}

/** What checks of one document may still take; counted by whatever is done with a value. */
export type StepsLeft = { steps: number; readonly until: number }

const stepsBetweenLooks = 512

/** One for all: the language goes on behind an error where another part may decide, and then it is thrown very often. */
export const tooManySteps = new NotJudgedError('It takes too many steps.')

/** Throws where the check has taken too many steps or too long. */
export function spend(budget: StepsLeft): void {
  if (budget.steps <= 0) throw tooManySteps
  budget.steps -= 1
  const isLook = budget.steps % stepsBetweenLooks === 0
  if (isLook && performance.now() > budget.until) budget.steps = 0
}

type Computed = {
  /** How far rounding may have moved it. */
  readonly slack?: number
  /** How many parts of a sum have no value. */
  readonly lacks?: number
}

/**
 * A value as a check sees it: of a field, of a cell, or computed from such. It is a number, a day or a text by what is
 * done with it, whatever the type of its prompt.
 */
export class FieldValue {
  readonly raw: Json
  /** Of the field or column, for messages. */
  readonly name: string
  readonly slack: number
  readonly lacks: number
  readonly budget: StepsLeft

  constructor(raw: Json, name: string, budget: StepsLeft, { slack = 0, lacks = 0 }: Computed = {}) {
    this.raw = raw
    this.name = name
    this.budget = budget
    this.slack = slack
    this.lacks = lacks
  }
}

export const isMissing = ({ raw }: FieldValue): boolean =>
  raw === null || (typeof raw === 'string' && raw.trim() === '')

/** Throws where there is none. */
function present(value: FieldValue): Exclude<Json, null> {
  spend(value.budget)
  if (value.raw === null || isMissing(value))
    throw new NotJudgedError(`“${value.name}” has no value.`)
  return value.raw
}

function readNumber(raw: Json): number | undefined {
  if (typeof raw === 'number') return raw
  if (typeof raw !== 'string') return undefined
  const text = raw.trim()
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : wholeNumber(text)
}

/** The number that it states, as a document may write it: `1.007,50`, `$8.20`. Throws `NotJudgedError` where it states none. */
export function numberOf(value: FieldValue): number {
  const number = readNumber(present(value))
  if (number === undefined)
    throw new NotJudgedError(`“${value.name}” is no number: ${quoted(value)}.`)
  return number
}

function readDay(raw: Json): string | undefined {
  return typeof raw === 'string' && readNumber(raw) === undefined
    ? parseDate(raw)?.slice(0, 10)
    : undefined
}

/** The day that it states, as `YYYY-MM-DD`. Throws `NotJudgedError` where it states none. */
export function dayOf(value: FieldValue): string {
  const day = readDay(present(value))
  if (day === undefined) throw new NotJudgedError(`“${value.name}” is no date: ${quoted(value)}.`)
  return day
}

const maxQuoted = 60

const quoted = ({ raw }: FieldValue): string => {
  const text = typeof raw === 'string' ? raw : JSON.stringify(raw)
  return `“${text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text}”`
}

/** Half a cent: how far a product or a quotient is from the amount that is printed of it. */
export const halfCent = 0.005

/** Binary fractions of a sum. */
const noise = (a: number, b: number) => 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))

/**
 * Whether two values say the same: numbers within what rounding may have moved them, days however they are written,
 * texts by their letters and digits.
 */
export function isEqual(a: FieldValue, b: FieldValue): boolean {
  const [left, right] = [present(a), present(b)]
  const [x, y] = [readNumber(left), readNumber(right)]
  if (x !== undefined && y !== undefined) {
    const isSame = Math.abs(x - y) <= a.slack + b.slack + noise(x, y)
    if (!isSame) assertWhole(a, b)
    return isSame
  }
  const [day, other] = [readDay(left), readDay(right)]
  if (day !== undefined && other !== undefined) return day === other
  return textOf(left) === textOf(right)
}

/** Amounts that are not there may be what is missing. */
function assertWhole(...values: readonly FieldValue[]): void {
  const lacks = values.reduce((sum, value) => sum + value.lacks, 0)
  if (lacks > 0) throw new NotJudgedError(`${lacks} of the values that are added up are missing.`)
}

const textOf = (raw: Json): string =>
  wordsOf(typeof raw === 'string' ? raw : JSON.stringify(raw)).join('')

/** Below zero where the first comes before the second. Throws `NotJudgedError` of what has no order. */
export function order(a: FieldValue, b: FieldValue): number {
  const [left, right] = [present(a), present(b)]
  const [day, other] = [readDay(left), readDay(right)]
  if (day !== undefined && other !== undefined) return day < other ? -1 : Number(day > other)
  const difference = numberOf(a) - numberOf(b)
  return Math.abs(difference) <= a.slack + b.slack + noise(numberOf(a), numberOf(b))
    ? 0
    : difference
}
