import type { ColumnKind } from '../../labels/column-kinds.ts'
import { toMeaningTokens } from '../concepts/meaning-tokens.ts'
import type { ColumnForm } from './block-columns.ts'
import type { ColumnMeaning } from './column-meaning.ts'

export const amountKinds: readonly ColumnKind[] = [
  'amount',
  'price',
  'debit',
  'credit',
  'balance',
  'premium',
  'sum-insured',
  'deductible',
  'employee-share',
  'employer-share',
  'base',
]
const countKinds: readonly ColumnKind[] = ['quantity', 'ordered', 'delivered', 'outstanding']
const measureKinds: readonly ColumnKind[] = [
  'result',
  'reading',
  'consumption',
  'weight',
  'area',
  'grade',
  'previous',
]
const dateKinds: readonly ColumnKind[] = [
  'date',
  'value-date',
  'delivery-date',
  'due-date',
  'birth-date',
  'start',
  'end',
]
const timeKinds: readonly ColumnKind[] = ['time', 'departure', 'arrival', 'start', 'end']
const codeKinds: readonly ColumnKind[] = [
  'code',
  'serial-number',
  'lot',
  'ticket-number',
  'flight',
  'phone',
  'meter',
]

type ContentScores = Partial<Record<ColumnForm, number>>

/** Scores say how well each form fits columns of some kinds; other forms do not fit. */
const scoresByKinds: readonly (readonly [readonly ColumnKind[], ContentScores])[] = [
  [amountKinds, { money: 1, number: 0.5 }],
  [countKinds, { number: 1 }],
  [measureKinds, { number: 1, money: 0.5, percent: 0.5 }],
  [dateKinds, { date: 1, year: 0.6 }],
  [timeKinds, { time: 1, money: 0.5 }],
  [['period', 'year'], { period: 1, year: 0.9, date: 0.3 }],
  [['percent', 'tax', 'discount'], { percent: 1 }],
  [['position'], { number: 1 }],
  [codeKinds, { code: 1, number: 0.6 }],
]

/** Scores say how well each form fits a column of no known kind. */
const otherScores: ContentScores = { text: 0.8, code: 0.4, number: 0.3, percent: 0.3, year: 0.3 }

/** Whether a column is one of months. */
const isOfMonths = (phrase: readonly string[]): boolean =>
  phrase.length === 1 &&
  toMeaningTokens(phrase.join(' ')).some(({ keys }) => keys.includes('month'))

const dayConcepts: ReadonlySet<string> = new Set([
  'due',
  'paymentdue',
  'validity',
  'birth',
  'start',
  'end',
  'renewaldate',
  'servicedate',
  'issued',
])
const dayScores: ContentScores = { date: 1, year: 0.6, text: 0.3 }

/** Whether a name of no known kind means a day: `deadline`. */
const meansDay = (phrase: readonly string[]): boolean =>
  toMeaningTokens(phrase.join(' ')).some(({ keys }) => keys.some((key) => dayConcepts.has(key)))

const monthScores: ContentScores = { period: 1, date: 0.5, number: 0.3 }

/** Scores how well a content fits a requested column, 0 to 1. */
export function scoreContent(
  { kinds, mainKinds, phrase }: ColumnMeaning,
  content: ColumnForm,
): number {
  if (isOfMonths(phrase)) return monthScores[content] ?? 0
  if (kinds.length === 0 && meansDay(phrase)) return dayScores[content] ?? 0
  const allKinds = [...kinds, ...mainKinds]
  if (allKinds.length === 0) return otherScores[content] ?? 0
  return Math.max(...allKinds.map((kind) => scoreKind(kind, content)))
}

function scoreKind(kind: ColumnKind, content: ColumnForm): number {
  const groups = scoresByKinds.filter(([group]) => group.includes(kind))
  if (groups.length === 0) return otherScores[content] ?? 0
  return Math.max(...groups.map(([, scores]) => scores[content] ?? 0))
}

const typedKinds: ReadonlySet<ColumnKind> = new Set([
  ...amountKinds,
  ...countKinds,
  ...dateKinds,
  ...timeKinds,
  'lot',
])

/** Whether the main word of a name means amounts, counts, days or times. */
export const hasTypedMainWord = ({ mainKinds }: ColumnMeaning): boolean =>
  mainKinds.some((kind) => typedKinds.has(kind))

/** Whether a column must contain amounts, counts, days or times. */
export const hasTypedKind = ({ kinds, phrase }: ColumnMeaning): boolean =>
  isOfMonths(phrase) || (kinds.length > 0 && kinds.every((kind) => typedKinds.has(kind)))
