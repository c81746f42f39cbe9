import type { LabelRelation } from '@recto/provider-spec/explanation'
import type { Slot } from './find-slots.ts'
import type { MeaningToken } from './meaning-tokens.ts'
import { hasKey, type MeantQuestion } from './meant-question.ts'

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
}

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

const getOwnTokens = ({ labelTokens, headingTokens }: Slot) => [...labelTokens, ...headingTokens]

/**
 * What it costs that only the row or the section says something that must be said; `undefined`
 * when nothing says it, or when the label says no more than a day or a number.
 */
function computeRequiredPenalty(slot: Slot, question: MeantQuestion): number | undefined {
  const own = getOwnTokens(slot)
  const otherTokens = question.required.filter((token) => !hasKey(own, token))
  if (!otherTokens.every((token) => hasKey(slot.surroundingTokens, token))) return undefined
  const isNamed =
    question.required.some(
      (token) => token.group !== 'date' && token.group !== 'number' && hasKey(own, token),
    ) || [...question.forms].some((form) => own.some(({ keys }) => keys.includes(form)))
  return isNamed ? surroundingPenalty * otherTokens.length : undefined
}

function computeOptionalPenalty(slot: Slot, question: MeantQuestion): number {
  const own = getOwnTokens(slot)
  return question.optional
    .filter((token) => !hasKey(own, token))
    .reduce((sum, token) => {
      const isNear = hasKey(slot.surroundingTokens, token)
      return sum + (isNear ? nearPenalty : (uncoveredPenalties[token.group] ?? 0))
    }, 0)
}

function computeExtraPenalty(
  tokens: readonly MeaningToken[],
  question: MeantQuestion,
  weight: number,
): number {
  const extras = tokens.filter((token) => !hasKey(question.tokens, token) && !isOfResult(token))
  // A label for a name has no names.
  const words = extras.filter(({ group }) => group === 'word').length * (question.asksName ? 2 : 1)
  const penalty = extras
    .filter(({ group }) => group !== 'word')
    .reduce((sum, { group }) => sum + (extraPenalties[group] ?? 0), 0)
  const maxPenalty = question.asksName ? 2 * maxWordPenalty : maxWordPenalty
  return weight * (penalty + Math.min(maxPenalty, words * (extraPenalties.word ?? 0)))
}

/** The column of results is the one that a question about what was measured means. */
const isOfResult = ({ keys }: MeaningToken): boolean => keys.includes('result')

const forms = ['date', 'number', 'name', 'time'] as const

/** A label for a date or a number does not name an amount, and the other way round. */
function contradictsForm(slot: Slot, question: MeantQuestion): boolean {
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
