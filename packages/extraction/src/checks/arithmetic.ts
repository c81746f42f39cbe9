import { FieldValue, halfCent, isMissing, NotJudgedError, toCheckedNumber } from './field-value.ts'

export type Operator = '+' | '-' | '*' | '/'

/**
 * Computes the result and the slack that rounding may cause: factors and quotients are printed in
 * whole cents.
 */
export function compute(operator: Operator, a: FieldValue, b: FieldValue): FieldValue {
  const x = toCheckedNumber(a)
  const y = toCheckedNumber(b)
  const missingCount = a.missingCount + b.missingCount
  const toResult = (value: number, slack: number) => {
    if (!Number.isFinite(value)) throw new NotJudgedError('A number is too large.')
    return new FieldValue(value, 'result', a.budget, { slack, missingCount: missingCount })
  }
  if (operator === '+') return toResult(x + y, a.slack + b.slack)
  if (operator === '-') return toResult(x - y, a.slack + b.slack)
  if (operator === '*') {
    return toResult(x * y, Math.abs(x) * b.slack + Math.abs(y) * a.slack + halfCent)
  }
  if (y === 0) throw new NotJudgedError('The check divides by zero.')
  return toResult(x / y, (a.slack + Math.abs(x / y) * b.slack) / Math.abs(y) + halfCent)
}

/** Maximum slack of a sum: lines are printed in whole cents, but added up before rounding. */
const maxSumSlack = 0.02

/** Adds up values. A missing value adds nothing, and may explain a difference. */
export function sumValues(values: readonly FieldValue[], empty: FieldValue): FieldValue {
  const presentValues = values.filter((value) => !isMissing(value))
  const missingCount = values.reduce(
    (sum, value) => sum + value.missingCount,
    values.length - presentValues.length,
  )
  const total = presentValues.reduce((sum, value) => sum + toCheckedNumber(value), 0)
  const roundingSlack = Math.min(
    maxSumSlack,
    presentValues.length > 1 ? presentValues.length * halfCent : 0,
  )
  const slack = presentValues.reduce((sum, value) => sum + value.slack, roundingSlack)
  return new FieldValue(total, 'sum', empty.budget, { slack, missingCount })
}
