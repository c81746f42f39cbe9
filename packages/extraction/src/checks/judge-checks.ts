import type { Json } from '@recto/provider-spec/answer'
import {
  type AsBefore,
  allFields,
  declareFields,
  hasOwnName,
  inLanguage,
  openLanguage,
  type ShapeOfField,
  shapeOf,
} from './check-language.ts'
import { isModest } from './cost-of-check.ts'
import { FieldValue, NotJudgedError, type StepsLeft, tooManySteps } from './field-value.ts'
import { type ReadCheck, readCheck } from './read-check.ts'

/** Condition that must hold for a project's documents. */
type GivenCheck = {
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
export type Earlier = Readonly<Record<string, 'same' | 'other'>>

export type ChecksToJudge = {
  readonly checks: readonly GivenCheck[]
  /** Values of all fields, by key. */
  readonly values: Readonly<Record<string, Json>>
  readonly earlier?: Earlier | undefined
}

const stepsOfCheck = 1_000_000
const millisecondsOfCheck = 500

/**
 * Judges checks over the values of one document, independently of each other. A check that takes
 * too long, divides by zero or refers to missing values is `not_judged`, with the reason in words;
 * nothing is thrown.
 */
export function judgeChecks({ checks, values, earlier = {} }: ChecksToJudge): JudgedCheck[] {
  const shapes = new Map(Object.entries(values).map(([key, value]) => [key, shapeOf(value)]))
  return checks.map((check) => judge(check, { values, earlier, shapes }))
}

type Document = Required<Omit<ChecksToJudge, 'checks'>> & {
  readonly earlier: Earlier
  readonly shapes: ReadonlyMap<string, ShapeOfField>
}

function judge({ name, expression, message }: GivenCheck, document: Document): JudgedCheck {
  const read = readCheck(expression, document.shapes)
  const said = { name, expression }
  if (!read.isRead) {
    const unread = { fields: [], isEquation: false, reason: read.problem.message }
    return { ...said, outcome: 'not_judged', ...unread }
  }
  const { fields, isEquation } = read.check
  const asked = { ...said, fields, isEquation }
  const budget = { steps: stepsOfCheck, until: performance.now() + millisecondsOfCheck }
  try {
    const evaluate = openEvaluation(read.check, document, budget)
    assertEnds(read.check, document)
    const holds = evaluate(read.check.text)
    if (budget.steps <= 0) throw tooManySteps
    if (typeof holds !== 'boolean') throw new NotJudgedError('It is neither true nor false.')
    if (holds) return { ...asked, outcome: 'confirmed', reason: null }
    const reason = [message.trim(), sidesOf(read.check, evaluate)].filter(Boolean).join(' ')
    return { ...asked, outcome: 'contradicted', reason: reason || 'It does not hold.' }
  } catch (error) {
    return { ...asked, outcome: 'not_judged', reason: reasonOf(error) }
  }
}

/** Throws before the evaluation of a check that would take too long. */
function assertEnds({ fields, cost }: ReadCheck, { values }: Document): void {
  const isShort = isModest(
    cost,
    fields.map((key) => values[key] ?? null),
  )
  if (!isShort) throw tooManySteps
}

type Evaluate = (text: string) => unknown

function openEvaluation(
  { fields }: ReadCheck,
  { values, earlier, shapes }: Document,
  budget: StepsLeft,
): Evaluate {
  const asBefore: AsBefore = ({ name }) => {
    const said = earlier[name]
    if (said === undefined) throw new NotJudgedError(`“${name}” is not known from before.`)
    return said === 'same'
  }
  const language = declareFields(openLanguage(budget, asBefore), shapes)
  const known = new Map(
    fields.map((key) => [key, inLanguage(values[key] ?? null, key, budget)] as const),
  )
  const context = Object.fromEntries([...known].filter(([key]) => hasOwnName(key)))
  return (text) => language.evaluate(text, { ...context, [allFields]: known })
}

function reasonOf(error: unknown): string {
  if (error instanceof NotJudgedError) return error.message
  if (!(error instanceof Error)) throw error
  const { code, summary } = error as { readonly code?: string; readonly summary?: string }
  if (code === 'division_by_zero') return 'It divides by zero.'
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
function sidesOf({ root, text }: ReadCheck, evaluate: Evaluate): string {
  const words = comparisons[root.op]
  if (!words || !Array.isArray(root.args)) return ''
  const sides = (root.args as readonly { readonly start: number; readonly end: number }[]).map(
    ({ start, end }) => written(evaluate(text.slice(start, end))),
  )
  return `${sides[0]} ${words} ${sides[1]}.`
}

const maxWritten = 80

function written(side: unknown): string {
  const said = side instanceof FieldValue ? side.raw : side
  const text = typeof said === 'number' ? String(Number(said.toFixed(4))) : String(said)
  return text.length > maxWritten ? `${text.slice(0, maxWritten)}…` : text
}
