import { functionWords } from '../built-in/concepts/concept-vocabulary.ts'
import { wordsOf } from '../values/fold.ts'
import { isConjunction } from './chat-question.ts'
import { type SpokenLanguage, spokenLanguages } from './spoken-languages.ts'

/** First words of a question for a length of time. */
const durationStarts =
  /^(?:how long|wie lange?|combien de temps|cuanto tiempo|quanto tempo|hoe lang)(?= |$)/
/** First words of a question for a number of things. */
const countStarts =
  /^(?:how many|wie ?viele|combien de|cuant[ao]s|quant[aei]|quant[ao]s|hoeveel|number of|anzahl)(?= |$)/

/** First words of a question for a person or a company. */
const whoStarts = /^(?:who|whom|wer|wem|wen|qui|quien|quienes|chi|quem)(?= |$)/

/** A verb that is not among the words of a language was taken for a kind of document: `When did Acme order?` */
const auxiliaryVerbs: ReadonlySet<string> = new Set(['do', 'does', 'did'])

/** A question about a document, as the label of a field would say it. */
export type SpokenQuestion = { readonly prompt: string; readonly type: 'number' | 'date' }

/** A word of a question that does not name the document. */
export type SpokenWord = {
  /** Folded. */
  readonly word: string
  /** Whether its capitals say that it is a name: `IT`, or `Bill` in the middle of a sentence. */
  readonly capitals: 'none' | 'first' | 'all'
}

type SpokenStart = 'amount' | 'date' | 'thing'
type SaysWord = (words: ReadonlySet<string>) => boolean

/** A question of which a language has every word. */
type ReadWords = {
  readonly language: SpokenLanguage
  readonly start: SpokenStart
  /** The words after those that begin it. */
  readonly rest: readonly string[]
  readonly says: SaysWord
}

/**
 * Says what a question asks for that people ask in verbs, and that names nothing but the document: `How much did we
 * charge Acme?` asks for the total of the document of Acme, `When does Acme want its money?` for its due date. The words
 * are those that do not name the document. Lists what to ask for, the most likely first; nothing where words remain that
 * the question is about, or where it does not begin like one for an amount or a day: `Who has to pay Acme?`
 */
export function readSpokenQuestion(words: readonly SpokenWord[]): readonly SpokenQuestion[] {
  for (const language of spokenLanguages) {
    const readWords = readIn(language, words)
    if (!readWords) continue
    return readWords.start === 'date' ? readDate(readWords) : readAmount(readWords)
  }
  return []
}

/** Reads a question in a language; `undefined` where the language does not have all of its words. */
function readIn(language: SpokenLanguage, words: readonly SpokenWord[]): ReadWords | undefined {
  const beginning = findStart(
    language,
    words.map(({ word }) => word),
  )
  if (!beginning) return undefined
  const spokenRest = words.slice(beginning.length)
  if (!spokenRest.every((word) => isPlain(language, word))) return undefined
  const rest = spokenRest.map(({ word }) => word)
  const says: SaysWord = (set) => rest.some((word) => set.has(word))
  return { language, start: beginning.start, rest, says }
}

function findStart(language: SpokenLanguage, words: readonly string[]) {
  const startsByKind = [
    ['amount', language.amountStarts],
    ['date', language.dateStarts],
    ['thing', language.thingStarts],
  ] as const
  for (const [start, phrases] of startsByKind) {
    const phrase = phrases.find((one) => one.every((word, index) => words[index] === word))
    if (phrase) return { start, length: phrase.length }
  }
  return undefined
}

/** Whether a word is none of what the question is about. */
function isPlain(language: SpokenLanguage, { word, capitals }: SpokenWord): boolean {
  if (capitals === 'all' || (capitals === 'first' && !language.capitalizesNouns)) return false
  return [
    language.paying,
    language.charging,
    language.owing,
    language.remaining,
    language.already,
    language.money,
    language.due,
    language.delivering,
    language.total,
    language.past,
    language.pending,
    language.being,
    language.fillers,
  ].some((set) => set.has(word))
}

function readDate({ language, says }: ReadWords): readonly SpokenQuestion[] {
  if (says(language.delivering)) return [{ prompt: 'delivery date', type: 'date' }]
  const isAboutPayment = [
    language.paying,
    language.charging,
    language.due,
    language.owing,
    language.remaining,
  ].some(says)
  if (!isAboutPayment) return says(auxiliaryVerbs) ? [] : [{ prompt: 'date', type: 'date' }]
  return says(language.past) ? [] : [{ prompt: 'due date', type: 'date' }]
}

const amountDue: SpokenQuestion = { prompt: 'amount due', type: 'number' }
const amountPaid: SpokenQuestion = { prompt: 'amount paid', type: 'number' }
const totalAmount: SpokenQuestion = { prompt: 'total amount', type: 'number' }

function readAmount(readWords: ReadWords): readonly SpokenQuestion[] {
  const { language, says } = readWords
  const isAboutPayment = says(language.paying) || says(language.charging)
  // `How much is the total` is a label already.
  if (says(language.delivering) || (says(language.total) && !isAboutPayment)) return []
  if (!isAboutPayment && !says(language.owing)) return readBeing(readWords)
  // The verb for owing is also the one for having to: `Combien doit-on payer ?`
  if (says(language.remaining) || !isAboutPayment) return [amountDue]
  return readPayment(readWords)
}

/** `How much is the invoice` asks for its total, but `How much money do we have` for nothing that an invoice says. */
function readBeing({ language, start, rest }: ReadWords): readonly SpokenQuestion[] {
  const hasOnlyBeing =
    start === 'amount' &&
    rest.every((word) => language.being.has(word) || language.fillers.has(word))
  return hasOnlyBeing ? [totalAmount] : []
}

/** What was paid is not always the whole: a document can state it beside its total. */
function readPayment({ language, says }: ReadWords): readonly SpokenQuestion[] {
  if (!says(language.paying)) return [totalAmount]
  if (says(language.already)) return [amountPaid]
  const isPast = says(language.past) && !says(language.pending)
  return isPast ? [amountPaid, totalAmount] : [totalAmount]
}

/** Whether a question asks for a number of things. */
export const asksCount = (wording: string): boolean => countStarts.test(wordsOf(wording).join(' '))

/** Whether a question asks for a person or a company: `Who has to pay?` */
export const asksWho = (wording: string): boolean => whoStarts.test(wordsOf(wording).join(' '))

/** Whether a question asks for a day: `And when is it due?` */
export function asksWhen(wording: string): boolean {
  const [first = '', ...rest] = wordsOf(wording)
  const words = isConjunction(first) ? rest : [first, ...rest]
  return spokenLanguages.some(({ dateStarts }) =>
    dateStarts.some((start) => start.every((word, index) => words[index] === word)),
  )
}

const isFiller = (word: string): boolean =>
  spokenLanguages.some(({ fillers, pending }) => fillers.has(word) || pending.has(word))

/** Says a question for a length of time as a label would: `How long is the warranty?` asks for the warranty period. */
export function toPeriodQuestion(wording: string): string | undefined {
  const text = wordsOf(wording).join(' ')
  const start = durationStarts.exec(text)
  if (!start) return undefined
  const subject = text
    .slice(start[0].length)
    .split(' ')
    .filter((word) => word !== '' && !functionWords.has(word) && !isFiller(word))
  return subject.length > 0 ? `${subject.join(' ')} period` : undefined
}
