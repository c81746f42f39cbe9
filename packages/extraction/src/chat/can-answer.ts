import { functionWords } from '../built-in/concepts/concept-vocabulary.ts'
import { wordsOf } from '../values/fold.ts'
import { canBeName, isLinkWord } from './chat-question.ts'
import { asksWhenPaid, saysPaid } from './spoken-languages.ts'
import { asksWho } from './spoken-question.ts'

type TypedPrompt = { readonly prompt: string; readonly type: string }

/**
 * Whether a value can be meant: who something was done by is no date, and not the label of another value, and an amount
 * is no telephone number.
 */
export function canAnswer(questions: readonly TypedPrompt[], value: string): boolean {
  const asksName = questions.some(({ prompt }) => asksWho(prompt))
  const asksNumber = questions.some(({ type }) => type === 'number')
  return (!asksName || canBeName(value)) && (!asksNumber || !/^\+\d+ \d/.test(value))
}

/**
 * Whether a row can say the day that was asked for: that of a bill, or by which it is to be paid, is not the one on which
 * it was. A row that begins with a day is one of a ledger, which says what was paid on it.
 */
export function canSayDay(questions: readonly TypedPrompt[], row: string): boolean {
  const asksPaid = questions.some(({ prompt }) => asksWhenPaid(wordsOf(prompt)))
  return !asksPaid || /^\d{1,4}[./-]\d/.test(row) || saysPaid(wordsOf(row))
}

/** Whether a row says something of one of the names that the question does, and not only mentions it. */
export function canSayOf(names: readonly string[], question: string, row: string): boolean {
  if (names.length === 0) return true
  const words = wordsOf(row)
  const subjects = wordsOf(question).filter(
    (word) => !names.includes(word) && !functionWords.has(word) && !isLinkWord(word),
  )
  return [names, subjects].every((group) => group.some((word) => words.includes(word)))
}

/** Whether a passage names somebody, if it is asked for a person: an empty line for a signature names nobody. */
export function canSayWho(question: string, passage: string): boolean {
  const questionWords = wordsOf(question)
  return (
    !asksWho(question) ||
    canBeName(
      wordsOf(passage)
        .filter((word) => !questionWords.includes(word))
        .join(' '),
    )
  )
}
