import type { DecimalMark } from '../../values/decimal-mark.ts'
import { fold } from '../../values/fold.ts'
import { findIbans } from '../../values/ibans.ts'
import { type DateOrder, findDates } from '../../values/parse-date.ts'
import { type FoundNumber, findNumbers } from '../../values/parse-number.ts'
import { findBics, findEmails, findPhones } from '../../values/shapes.ts'
import { findConcepts } from './concept-vocabulary.ts'
import type { MeantQuestion } from './meant-question.ts'
import { findNames } from './names-in-text.ts'

/** A value in a sentence that can answer a question. */
export type SentenceValue = {
  readonly start: number
  readonly end: number
  readonly value: string | number
}

type Notation = { readonly mark: DecimalMark | undefined; readonly order: DateOrder }

const durationConcepts = ['noticeperiod', 'term', 'probation', 'additionalterm', 'leave']
const unitConcepts: ReadonlySet<string> = new Set([
  'month',
  'weekly',
  'days',
  'year',
  'hours',
  'date',
])

const percentWord = /^\s?(?:%|per ?cent|prozent|procent|pour ?cent|por ciento|per cento)/iu

/** A currency in words after an amount, or after both amounts of a change. */
export const currencyWord =
  /^\s?(?:(?:auf|to|à|a|naar|till|til) \d{1,9} )?(?:euros?|eur|pounds|dollars|kronor|kroner|zł)(?!\p{L})/iu

export const finderByConcept: Readonly<Record<string, (text: string) => readonly SentenceValue[]>> =
  {
    email: findEmails,
    iban: findIbans,
    bic: findBics,
    phone: findPhones,
    mobile: findPhones,
  }

/** Finds the values of a sentence that have the form that the question asks for. */
export function findSentenceValues(
  text: string,
  question: MeantQuestion,
  { mark, order }: Notation,
): readonly SentenceValue[] {
  const { type } = question
  if (type === 'date')
    return findDates(text, order).map(({ start, end, iso }) => ({ start, end, value: iso }))
  if (type === 'number') return findAmounts(text, question, { mark, order })
  if (type === 'email') return findEmails(text)
  return type === 'text' ? findTexts(text, question, order) : []
}

/** Finds the texts whose form the question implies. */
function findTexts(
  text: string,
  question: MeantQuestion,
  order: DateOrder,
): readonly SentenceValue[] {
  for (const [concept, find] of Object.entries(finderByConcept))
    if (question.concepts.has(concept)) return find(text)
  if (question.forms.has('time')) return findTimes(text)
  if (durationConcepts.some((concept) => question.concepts.has(concept))) return findDurations(text)
  if (question.asksName) return findNames(text)
  return question.forms.has('number') ? findIdentifiers(text, order) : []
}

/** Amounts, numbers with a unit, and other numbers that are no part of a date or an identifier. */
function findAmounts(
  text: string,
  question: MeantQuestion,
  { mark, order }: Notation,
): readonly SentenceValue[] {
  const dates = findDates(text, order)
  return findNumbers(text, mark)
    .filter(({ start, end }) => !dates.some((date) => date.start < end && date.end > start))
    .filter(({ isPercent, end }) => {
      const isRate = isPercent || percentWord.test(text.slice(end))
      return isRate === question.asksRate
    })
    .filter(({ start, end }) => !isIdentifier(text, start, end))
    .filter((number) => suitsAmount(text, number, question))
    .map(({ start, end, value }) => ({ start, end, value }))
}

const isIdentifier = (text: string, start: number, end: number): boolean =>
  /^\s*0\d|\d{8}/.test(text.slice(start, end)) || isInDigits(text, start, end)

/** Money where money is asked for, and no year. */
function suitsAmount(
  text: string,
  { start, end, hasDecimals, currency }: FoundNumber,
  { asksMoney, asksCount, forms }: MeantQuestion,
): boolean {
  const digits = text.slice(start, end).trim()
  const isMoney =
    currency !== undefined || /[.,]\d{2}$/.test(digits) || currencyWord.test(text.slice(end))
  if (asksCount) return !isMoney
  if (asksMoney) return isMoney
  if (currency !== undefined) return !forms.has('count')
  return hasDecimals || !/^(?:19|20)\d{2}$/.test(digits)
}

/** Digits beside digits are a telephone or an account number. */
const isInDigits = (text: string, start: number, end: number): boolean =>
  /\d[\s-]?$/.test(text.slice(0, start)) || /^[\s-]?\d/.test(text.slice(end))

const time = /(?<![\d:.])\d{1,2}[:.h]\d{2}(?![\d:.]\d)/g

const findTimes = (text: string): readonly SentenceValue[] =>
  [...text.matchAll(time)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    value: match[0],
  }))

const minIdentifierLength = 3

/** Words with digits that are no amount, day or time: `AN-2026-203`. */
function findIdentifiers(text: string, order: DateOrder): readonly SentenceValue[] {
  const otherValues = [
    ...findDates(text, order),
    ...findTimes(text),
    ...findPhones(text),
    ...findIbans(text),
    ...findNumbers(text).filter(
      ({ currency, hasDecimals, isPercent }) => hasDecimals || isPercent || currency !== undefined,
    ),
  ]
  return [...text.matchAll(/[\p{L}\p{N}/-]+/gu)]
    .map(({ 0: word, index }) => ({ start: index, end: index + word.length, value: word }))
    .filter(
      ({ value, start, end }) =>
        /\d/.test(value) &&
        value.length >= minIdentifierLength &&
        !/^(?:19|20)\d{2}$/.test(value) &&
        !otherValues.some((one) => one.start < end && one.end > start),
    )
}

const numberWords = new Set(
  `one two three four five six seven eight nine ten eleven twelve fifteen eighteen twenty thirty forty sixty ninety
  ein eine einem einen einer zwei drei vier funf sechs sieben acht neun zehn elf zwolf achtzehn vierzehn
  un une deux trois quatre cinq sept huit neuf dix onze douze quinze
  uno una dos tres cuatro cinco seis siete ocho nueve diez doce quince treinta
  due tre quattro cinque sei sette otto nove dieci dodici trenta
  een twee drie vijf zes zeven negen tien twaalf
  um uma dois duas quatro sete oito nove dez doze
  jeden jedna dwa trzy cztery piec szesc dwanascie dva tri ctyri pet sest dvanact
  en ett ett tva fyra fem sex tolv to fire seks tolv yksi kaksi kolme nelja viisi kuusi`.split(
    /\s+/,
  ),
)

/** Durations in figures or in words: `three months`, `14 Tage`. */
function findDurations(text: string): readonly SentenceValue[] {
  const durations: SentenceValue[] = []
  const words = [...text.matchAll(/[\p{L}\p{N}-]+/gu)]
  for (const [index, word] of words.entries()) {
    const next = words[index + 1]
    if (!next || !isCount(word[0]) || !isUnit(next[0])) continue
    if (text.slice(word.index + word[0].length, next.index).trim() !== '') continue
    const end = next.index + next[0].length
    durations.push({ start: word.index, end, value: text.slice(word.index, end) })
  }
  return durations
}

const isCount = (word: string): boolean =>
  /^\d{1,3}$/.test(word) ||
  fold(word)
    .split('-')
    .every((part) => numberWords.has(part))

const isUnit = (word: string): boolean =>
  findConcepts(fold(word)).some(({ name }) => unitConcepts.has(name))
