import type { MeaningToken } from '../concepts/meaning-tokens.ts'
import { hasKey, type MeantQuestion } from '../concepts/meant-question.ts'
import type { AnswerCandidate } from './list-candidates.ts'
import { hasRelated } from './related-concepts.ts'

const isNamed = ({ group }: MeaningToken): boolean => group === 'things' || group === 'roles'

/** Concepts whose values are known by their pattern, without a label. */
const patternConcepts = ['email', 'phone', 'mobile', 'iban', 'bic', 'vat', 'account']

/** Whether most of what must be said is neither said nor meant by a related word. */
function isMostlyMissing(
  missingTokens: readonly MeaningToken[],
  aroundTokens: readonly MeaningToken[],
  { required, concepts }: MeantQuestion,
): boolean {
  if (patternConcepts.some((concept) => concepts.has(concept))) return false
  const unsaidCount = missingTokens.filter((token) => !hasRelated(aroundTokens, token)).length
  return 2 * unsaidCount > required.length
}

/** Numbers of which everybody has one, so that a question must say whose it wants. */
const numberConcepts =
  'referencenumber registernumber taxnumber socialnumber serialnumber catalog lot tracking'.split(
    ' ',
  )

/** Whether the question asks for a number of somebody or something that no word around the value names. */
const isNumberOfOther = (
  missingTokens: readonly MeaningToken[],
  aroundTokens: readonly MeaningToken[],
  { required }: MeantQuestion,
): boolean =>
  required.some(({ keys }) => numberConcepts.some((concept) => keys.includes(concept))) &&
  missingTokens.some((token) => !hasRelated(aroundTokens, token))

/** Whether an email address is no answer, because the question names something else: a reference of a payment. */
const isOtherAddress = (
  ownTokens: readonly MeaningToken[],
  { type, concepts, tokens }: MeantQuestion,
): boolean =>
  type === 'email' && !concepts.has('email') && !tokens.some((token) => hasKey(ownTokens, token))

/**
 * Whether the words around a value show that it answers another question: they do not say which of several values is
 * asked (the previous, the second), or they name one thing and not the other that is asked.
 */
export function contradictsQuestion(
  { kind, ownTokens, nearTokens, sectionTokens, labelTokens }: AnswerCandidate,
  question: MeantQuestion,
  titleTokens: readonly MeaningToken[],
): boolean {
  const aroundTokens = [...ownTokens, ...nearTokens, ...sectionTokens]
  const missingTokens = question.required.filter((token) => !hasKey(aroundTokens, token))
  if (missingTokens.some(({ group }) => group === 'modifiers')) return true
  if (isOtherAddress(ownTokens, question)) return true
  if (isNumberOfOther(missingTokens, aroundTokens, question)) return true
  if (kind !== 'head' && isMostlyMissing(missingTokens, aroundTokens, question)) return true
  const unsaidTokens = missingTokens.filter(
    (token) => !hasKey(titleTokens, token) && !hasRelated([...ownTokens, ...nearTokens], token),
  )
  if (unsaidTokens.length > 0 && labelTokens.some((token) => isOtherThing(token, question)))
    return true
  return (
    unsaidTokens.some(isNamed) &&
    question.tokens.some((token) => token.group === 'things' && hasKey(ownTokens, token))
  )
}

const isOtherThing = (token: MeaningToken, { tokens }: MeantQuestion): boolean =>
  token.group === 'things' && !hasKey(tokens, token) && !hasRelated(tokens, token)
