import type { Json } from '@recto/provider-spec/answer'
import { isAffordable } from './check-cost.ts'
import {
  allFields,
  allLookups,
  createCheckLanguage,
  declareFields,
  type FieldShape,
  getFieldShape,
  hasOwnName,
  type IsAsBefore,
  toCelValue,
} from './check-language.ts'
import { type CheckedLookups, type LookupColumns, toCelLookups } from './checked-lookups.ts'
import { type CheckBudget, FieldValue, NotJudgedError, tooManySteps } from './field-value.ts'
import { type ParsedCheck, readCheck } from './read-check.ts'

/** Condition that must hold for a project's documents. */
type CheckDefinition = {
  readonly name: string
  readonly expression: string
  /** Message for people when the check is contradicted. */
  readonly message: string
}

export type JudgedCheck = {
  readonly name: string
  readonly expression: string
  readonly outcome: 'confirmed' | 'contradicted' | 'not_judged'
  /** Keys of the fields that the check refers to. */
  readonly fields: readonly string[]
  /** Reason why the check is contradicted or could not be judged; null when it is confirmed. */
  readonly reason: string | null
  readonly isEquation: boolean
}

/** Whether earlier documents had the same values for fields of this document, by key. */
export type EarlierResults = Readonly<Record<string, 'same' | 'other'>>

export type ChecksToJudge = {
  readonly checks: readonly CheckDefinition[]
  /** Values of all fields, by key. */
  readonly values: Readonly<Record<string, Json>>
  readonly earlier?: EarlierResults | undefined
  /** The matches of values in lookup tables, by key. */
  readonly lookups?: CheckedLookups | undefined
}

const stepsOfCheck = 1_000_000
const millisecondsOfCheck = 500

/**
 * Judges checks over the values of one document, independently of each other. A check that takes
 * too long, divides by zero or refers to missing values is `not_judged`, with the reason in words;
 * nothing is thrown.
 */
export function judgeChecks({
  checks,
  values,
  earlier = {},
  lookups = {},
}: ChecksToJudge): JudgedCheck[] {
  const shapes = new Map(Object.entries(values).map(([key, value]) => [key, getFieldShape(value)]))
  const columns = new Map(Object.keys(lookups).map((key) => [key, undefined]))
  return checks.map((check) => judge(check, { values, earlier, lookups, shapes, columns }))
}

type CheckedDocument = Required<Omit<ChecksToJudge, 'checks'>> & {
  readonly earlier: EarlierResults
  readonly lookups: CheckedLookups
  readonly shapes: ReadonlyMap<string, FieldShape>
  readonly columns: LookupColumns
}

function judge(
  { name, expression, message }: CheckDefinition,
  document: CheckedDocument,
): JudgedCheck {
  const reading = readCheck(expression, document.shapes, document.columns)
  const definition = { name, expression }
  if (!reading.isRead) {
    const unreadable = { fields: [], isEquation: false, reason: reading.problem.message }
    return { ...definition, outcome: 'not_judged', ...unreadable }
  }
  const { fields, isEquation } = reading.check
  const readableCheck = { ...definition, fields, isEquation }
  const budget = { steps: stepsOfCheck, deadline: performance.now() + millisecondsOfCheck }
  try {
    const evaluate = createEvaluation(reading.check, document, budget)
    assertAffordable(reading.check, document)
    const holds = evaluate(reading.check.text)
    if (budget.steps <= 0) throw tooManySteps
    if (typeof holds !== 'boolean')
      throw new NotJudgedError('The result is neither true nor false.')
    if (holds) return { ...readableCheck, outcome: 'confirmed', reason: null }
    const reason = [message.trim(), describeSides(reading.check, evaluate)]
      .filter(Boolean)
      .join(' ')
    return {
      ...readableCheck,
      outcome: 'contradicted',
      reason: reason || 'The condition is not met.',
    }
  } catch (error) {
    return { ...readableCheck, outcome: 'not_judged', reason: toReason(error) }
  }
}

/** Throws before the evaluation of a check that would take too long. */
function assertAffordable({ fields, cost }: ParsedCheck, { values }: CheckedDocument): void {
  const isCheap = isAffordable(
    cost,
    fields.map((key) => values[key] ?? null),
  )
  if (!isCheap) throw tooManySteps
}

type EvaluateText = (text: string) => unknown

function createEvaluation(
  { fields, readColumns }: ParsedCheck,
  { values, earlier, lookups, shapes }: CheckedDocument,
  budget: CheckBudget,
): EvaluateText {
  const asBefore: IsAsBefore = ({ name }) => {
    const earlierResult = earlier[name]
    if (earlierResult === undefined)
      throw new NotJudgedError(`There is no earlier value to compare “${name}” with.`)
    return earlierResult === 'same'
  }
  const language = declareFields(createCheckLanguage(budget, asBefore), shapes)
  const celValues = new Map(
    fields.map((key) => [key, toCelValue(values[key] ?? null, key, budget)] as const),
  )
  const context = Object.fromEntries([...celValues].filter(([key]) => hasOwnName(key)))
  if (!shapes.has(allLookups)) context[allLookups] = toCelLookups(lookups, readColumns, budget)
  return (text) => language.evaluate(text, { ...context, [allFields]: celValues })
}

function toReason(error: unknown): string {
  if (error instanceof NotJudgedError) return error.message
  if (!(error instanceof Error)) throw error
  const { code, summary } = error as { readonly code?: string; readonly summary?: string }
  if (code === 'division_by_zero') return 'The check divides by zero.'
  return `${summary ?? error.message}.`
}

const comparisons: Readonly<Record<string, string>> = {
  '==': 'is not',
  '<': 'is not before or below',
  '<=': 'is after or above',
  '>': 'is not after or above',
  '>=': 'is before or below',
}

/**
 * Formats both sides of a comparison: `48.2 is not 50`. Returns an empty text for other
 * expressions.
 */
function describeSides({ root, text }: ParsedCheck, evaluate: EvaluateText): string {
  const words = comparisons[root.op]
  if (!words || !Array.isArray(root.args)) return ''
  const sides = (root.args as readonly { readonly start: number; readonly end: number }[]).map(
    ({ start, end }) => formatSide(evaluate(text.slice(start, end))),
  )
  return `${sides[0]} ${words} ${sides[1]}.`
}

const maxSideLength = 80

function formatSide(side: unknown): string {
  const value = side instanceof FieldValue ? side.raw : side
  const text = typeof value === 'number' ? String(Number(value.toFixed(4))) : String(value)
  return text.length > maxSideLength ? `${text.slice(0, maxSideLength)}…` : text
}
