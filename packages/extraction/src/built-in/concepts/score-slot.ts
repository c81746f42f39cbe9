import type { LabelRelation } from '@recto/provider-spec/explanation'
import type { Slot } from './find-slots.ts'
import { type MeaningToken, toMeaningTokens } from './meaning-tokens.ts'
import { hasKey, type MeantQuestion } from './meant-question.ts'
import { finderByConcept } from './sentence-values.ts'

const penaltyByRelation: Readonly<Record<LabelRelation, number>> = {
  'after-colon': 0,
  right: 0.03,
  inline: 0.06,
  'row-end': 0.08,
  below: 0.06,
  'in-sentence': 0.15,
}
const tablePenalty = 0.03
const followedPenalty = 0.12

/** What it costs when the question has a word that neither the label nor the heading has. */
const uncoveredPenalties: Readonly<Record<string, number>> = {
  contexts: 0.07,
  date: 0.06,
  generic: 0.05,
  modifiers: 0.16,
  units: 0.06,
}

/** A new amount is another one than what was paid so far. */
const newPenalty = 0.18

/** The penalty when the label has a word that the question does not have. */
const extraPenalties: Readonly<Record<string, number>> = {
  things: 0.22,
  roles: 0.3,
  modifiers: 0.26,
  word: 0.12,
  contexts: 0.08,
  generic: 0.05,
}
const maxWordPenalty = 0.24
const surroundingPenalty = 0.05
const nearPenalty = 0.01
const headingWeight = 0.7
const maxScore = 0.97

/** How well the words around a value say what the question asks for, 0 to 1. */
export function scoreSlot(slot: Slot, question: MeantQuestion): number {
  const { pair, labelTokens, headingTokens } = slot
  const requiredPenalty = computeRequiredPenalty(slot, question)
  if (requiredPenalty === undefined || contradictsForm(slot, question)) return 0
  const positionPenalty =
    (pair ? penaltyByRelation[pair.relation] : tablePenalty) +
    (slot.isFollowedByValue ? followedPenalty : 0)
  return (
    maxScore -
    positionPenalty -
    requiredPenalty -
    computeHomographPenalty(slot, question) -
    computeFormPenalty(slot, question) -
    computeOptionalPenalty(slot, question) -
    computeExtraPenalty(labelTokens, question, 1) -
    computeExtraPenalty(headingTokens, question, headingWeight)
  )
}

const maxHomographLength = 4
const homographPenalty = 0.3

/**
 * What it costs that a short word of the label means what the question asks for in one language and something else in
 * another: a `LOT` is a flight in Polish.
 */
function computeHomographPenalty({ labelTokens }: Slot, { required }: MeantQuestion): number {
  const [label, ...otherTokens] = labelTokens
  if (!label || otherTokens.length > 0) return 0
  const word = label.keys.find((key) => key.startsWith('='))
  const isHomograph =
    word !== undefined && word.length <= maxHomographLength && label.keys.length > 2
  return isHomograph && !required.some(({ keys }) => keys.includes(word)) ? homographPenalty : 0
}

const formPenalty = 0.06

/** What it costs that a label is for a number where the question only names the thing. */
const computeFormPenalty = ({ labelTokens }: Slot, { type, forms }: MeantQuestion): number =>
  type === 'text' && forms.size === 0 && labelTokens.some(({ keys }) => keys.includes('number'))
    ? formPenalty
    : 0

/** Everybody has one of these; an account must be named. */
const patternConcepts: ReadonlySet<string> = new Set(['email', 'phone'])

/** Whether a value has the pattern that a word of the question means, such as that of an email address. */
const hasPattern = ({ value }: Slot, { keys }: MeaningToken): boolean =>
  keys.some(
    (key) => patternConcepts.has(key) && (finderByConcept[key]?.(value.text).length ?? 0) > 0,
  )

const getOwnTokens = ({ labelTokens, headingTokens }: Slot) => [...labelTokens, ...headingTokens]

/**
 * What it costs that only the row or the section says something that must be said; `undefined`
 * when nothing says it, or when the label says no more than a day or a number.
 */
function computeRequiredPenalty(slot: Slot, question: MeantQuestion): number | undefined {
  const own = getOwnTokens(slot)
  const missingTokens = question.required.filter((token) => !hasKey(own, token))
  const otherTokens = missingTokens.filter((token) => !hasPattern(slot, token))
  // A value that is known by its pattern alone must have everything else in its label.
  if (otherTokens.length > 0 && otherTokens.length < missingTokens.length) return undefined
  if (!otherTokens.every((token) => hasKey(slot.surroundingTokens, token))) return undefined
  const isNamed =
    question.required.some(
      (token) => token.group !== 'date' && token.group !== 'number' && hasKey(own, token),
    ) || [...question.forms].some((form) => own.some(({ keys }) => keys.includes(form)))
  return isNamed ? surroundingPenalty * otherTokens.length : undefined
}

const perUnitConcepts: ReadonlySet<string> = new Set([
  'monthly',
  'weekly',
  'daily',
  'hourly',
  'unit',
])

/** Whether an amount says for what it is charged: `9,80 EUR/month`. */
const isPerUnit = (text: string): boolean =>
  /\d.{0,8}(?:\/ ?\p{L}|\s(?:per|pro|je|par)\s)/u.test(text)

function computeOptionalPenalty(slot: Slot, question: MeantQuestion): number {
  const own = getOwnTokens(slot)
  return question.optional
    .filter((token) => !hasKey(own, token))
    .reduce((sum, token) => sum + computeUncoveredPenalty(slot, token), 0)
}

function computeUncoveredPenalty({ value, surroundingTokens }: Slot, token: MeaningToken): number {
  if (isSaidByValue(value.text, token)) return 0
  if (hasKey(surroundingTokens, token)) return nearPenalty
  return token.keys.includes('new') ? newPenalty : (uncoveredPenalties[token.group] ?? 0)
}

/** Whether a value itself says in which unit it is, or for which time it is charged. */
const isSaidByValue = (text: string, token: MeaningToken): boolean =>
  (isPerUnit(text) && token.keys.some((key) => perUnitConcepts.has(key))) ||
  (token.group === 'units' && hasKey(toMeaningTokens(text), token))

function computeExtraPenalty(
  tokens: readonly MeaningToken[],
  question: MeantQuestion,
  weight: number,
): number {
  const extras = tokens.filter(
    (token) =>
      !hasKey(question.tokens, token) && !isOfResult(token) && !isColumnOfForm(token, question),
  )
  // A label for a name has no names.
  const words = extras.filter(({ group }) => group === 'word').length * (question.asksName ? 2 : 1)
  const penalty = extras
    .filter(({ group }) => group !== 'word')
    .reduce((sum, { group }) => sum + (extraPenalties[group] ?? 0), 0)
  const maxPenalty = question.asksName ? 2 * maxWordPenalty : maxWordPenalty
  return weight * (penalty + Math.min(maxPenalty, words * (extraPenalties.word ?? 0)))
}

const moneyColumns = ['amount', 'debit', 'credit']
const countColumns = ['quantity', 'count']

/** Whether a column has the numbers that the form of a question means: how many, how much. */
const isColumnOfForm = ({ keys }: MeaningToken, { forms, asksMoney }: MeantQuestion): boolean =>
  (forms.has('count') && keys.some((key) => countColumns.includes(key))) ||
  (asksMoney && forms.has('amount') && keys.some((key) => moneyColumns.includes(key)))

/** The column of results is the one that a question about what was measured means. */
const isOfResult = ({ keys }: MeaningToken): boolean => keys.includes('result')

const forms = ['date', 'number', 'name', 'time'] as const

/** A label for a date or a number does not name an amount, and the other way round. */
export function contradictsForm(slot: Slot, question: MeantQuestion): boolean {
  const own = slot.headingTokens.length > 0 ? slot.headingTokens : slot.labelTokens
  const names = (form: string) => own.some(({ keys }) => keys.includes(form))
  if (names('rate') && question.forms.has('amount') && !question.asksRate) return true
  const labelForms = forms.filter(names)
  return labelForms.length > 0 && !labelForms.some((form) => suitsQuestion(form, question))
}

function suitsQuestion(form: string, question: MeantQuestion): boolean {
  const { type } = question
  if (question.forms.has(form)) return true
  if (form === 'date') return type === 'date'
  return form !== 'time' && type === 'text' && question.forms.size === 0
}
