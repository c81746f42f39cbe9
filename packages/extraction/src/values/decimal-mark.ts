import { type LanguageWords, languages } from '../vocabulary/languages.ts'
import { wordsOf } from './fold.ts'

/** Decimal separator of a text. It decides how to read numbers such as `1.234`. */
export type DecimalMark = 'comma' | 'point'

/** Amounts with two decimals, or with a dash in place of them. */
const amountsWithComma = /\d,(?:\d{2}(?![\d.,])|[-–—](?!\d))/g
const amountsWithPoint = /(?<![\d.]\d?)\d\.(?:\d{2}(?![\d.,])|[-–—](?!\d))/g
const ambiguousNumber = /(?<![\d.,])\d{1,3}[.,]\d{3}(?![\d.,])/

/**
 * The decimal mark that most amounts of a text use. Where they leave it open and the text has
 * numbers that depend on it, other numbers decide, and then its language. `undefined` when undecided.
 */
export function detectDecimalMark(text: string): DecimalMark | undefined {
  const mark = compareCounts(
    text.match(amountsWithComma)?.length ?? 0,
    text.match(amountsWithPoint)?.length ?? 0,
  )
  if (mark || !ambiguousNumber.test(text)) return mark
  return detectMarkOfNumbers(text) ?? detectMarkOfLanguage(text)
}

function compareCounts(commaCount: number, pointCount: number): DecimalMark | undefined {
  if (commaCount === pointCount) return undefined
  return commaCount > pointCount ? 'comma' : 'point'
}

const separatedNumber = /\d[\d.,]*\d/g
/** Longer ones are codes. */
const maxNumberLength = 24

/** The decimal mark of most numbers of a text that have only one reading. */
export function detectMarkOfNumbers(text: string): DecimalMark | undefined {
  const counts = { comma: 0, point: 0 }
  for (const [number] of text.matchAll(separatedNumber)) {
    const mark = number.length <= maxNumberLength ? getMarkOfNumber(number) : undefined
    if (mark) counts[mark] += 1
  }
  return compareCounts(counts.comma, counts.point)
}

/** Returns the decimal mark of a number that has only one reading. */
function getMarkOfNumber(number: string): DecimalMark | undefined {
  const [first = '', ...parts] = number.split(/[.,]/)
  const separators = number.replace(/\d/g, '')
  if (separators === '') return undefined
  if (separators.length > 1) return getMarkOfGroups(parts, separators)
  const mark = separators === ',' ? 'comma' : 'point'
  const [decimals = ''] = parts
  if (decimals.length === 3) return first === '0' ? mark : undefined
  return mark === 'point' && mayBeDay(first, decimals) ? undefined : mark
}

/** A separator that occurs several times groups digits; after others, the last one is the mark. */
function getMarkOfGroups(parts: readonly string[], separators: string): DecimalMark | undefined {
  const last = separators.slice(-1)
  const isComma = last === ','
  if (!parts.slice(0, -1).every(({ length }) => length === 3)) return undefined
  if (separators.indexOf(last) === separators.length - 1) return isComma ? 'comma' : 'point'
  const isGrouping = separators === last.repeat(separators.length) && parts.at(-1)?.length === 3
  return isGrouping ? (isComma ? 'point' : 'comma') : undefined
}

/** Whether the parts of a number may be a day and a month: `12.05`. */
const mayBeDay = (first: string, second: string): boolean =>
  second.length === 2 && first.length <= 2 && Number(first) <= 31 && Number(second) <= 12

/** Languages whose decimal mark is a point; that of all others is a comma. */
const languagesWithPoint: ReadonlySet<string> = new Set(['English'])

function collectWords(): ReadonlyMap<string, DecimalMark | 'both'> {
  const marks = new Map<string, DecimalMark | 'both'>()
  for (const language of languages) {
    const mark = languagesWithPoint.has(language.language) ? 'point' : 'comma'
    for (const word of listWords(language)) {
      const previousMark = marks.get(word) ?? mark
      marks.set(word, previousMark === mark ? mark : 'both')
    }
  }
  return marks
}

const listWords = ({ labels, weakLabels, columns, prepositions, months }: LanguageWords) =>
  [
    ...[labels, weakLabels, columns].flatMap((words) => Object.values(words).flat()),
    ...prepositions,
    ...months.flat(),
  ].flatMap((text) => wordsOf(text ?? ''))

/** Words of business documents in languages with one decimal mark, by the mark. */
const markByWord = collectWords()

/** Fewer words may be names, or a label in the language of a partner. */
const minWords = 3
const maxSampleLength = 20_000

function detectMarkOfLanguage(text: string): DecimalMark | undefined {
  const counts = { comma: 0, point: 0, both: 0 }
  for (const word of new Set(wordsOf(text.slice(0, maxSampleLength)))) {
    const mark = markByWord.get(word)
    if (mark) counts[mark] += 1
  }
  const { comma, point } = counts
  if (Math.max(comma, point) < minWords || Math.min(comma, point) * 2 > Math.max(comma, point))
    return undefined
  return compareCounts(comma, point)
}
