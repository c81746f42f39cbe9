import { FieldValue, halfCent, isMissing, NotJudgedError, numberOf } from './field-value.ts'

export type Operator = '+' | '-' | '*' | '/'

/**
 * Computes the result and the slack that rounding may cause: factors and quotients are printed in
 * whole cents.
 */
export function compute(operator: Operator, a: FieldValue, b: FieldValue): FieldValue {
  const x = numberOf(a)
  const y = numberOf(b)
  const lacks = a.lacks + b.lacks
  const made = (value: number, slack: number) => {
    if (!Number.isFinite(value)) throw new NotJudgedError('A number is too large.')
    return new FieldValue(value, 'result', a.budget, { slack, lacks })
  }
  if (operator === '+') return made(x + y, a.slack + b.slack)
  if (operator === '-') return made(x - y, a.slack + b.slack)
  if (operator === '*') {
    return made(x * y, Math.abs(x) * b.slack + Math.abs(y) * a.slack + halfCent)
  }
  if (y === 0) throw new NotJudgedError('It divides by zero.')
  return made(x / y, (a.slack + Math.abs(x / y) * b.slack) / Math.abs(y) + halfCent)
}

/** Maximum slack of a sum: lines are printed in whole cents, but added up before rounding. */
const mostSlackOfSum = 0.02

/** Adds up values. A missing value adds nothing, and may explain a difference. */
export function sumOf(values: readonly FieldValue[], empty: FieldValue): FieldValue {
  const there = values.filter((value) => !isMissing(value))
  const lacks = values.reduce((sum, one) => sum + one.lacks, values.length - there.length)
  const total = there.reduce((sum, one) => sum + numberOf(one), 0)
  const rounded = Math.min(mostSlackOfSum, there.length > 1 ? there.length * halfCent : 0)
  const slack = there.reduce((sum, one) => sum + one.slack, rounded)
  return new FieldValue(total, 'sum', empty.budget, { slack, lacks })
}
