import type { AnyNumber } from '@recto/exact-json/exact-number'
import type { FieldType } from '@recto/provider-spec/answer'
import { canMeanCurrency } from '../values/currency-signs.ts'
import { fold } from '../values/fold.ts'
import { findDates } from '../values/parse-date.ts'
import { findNumbers, hasSeveralReadings } from '../values/parse-number.ts'
import type { Reading } from './layout.ts'
import type { LocatedPassage } from './locate.ts'
import type { PositionedWord } from './positioned-page.ts'

/** Value read from a passage. */
export type PassageValue = {
  readonly value: string | AnyNumber
  /** Value as it is printed. */
  readonly printedText: string
  /** Words that contain the value. */
  readonly words: readonly PositionedWord[]
  /** Folded rest of the passage. */
  readonly restText: string
}

const marks = ['any', 'comma', 'point'] as const
const orders = ['day-first', 'month-first'] as const
const occurrences = ['first', 'last'] as const

const numberReadings = occurrences.flatMap((occurrence) =>
  marks.map((mark): Reading => ({ kind: 'number', at: occurrence, mark })),
)
const dateReadings = occurrences.flatMap((occurrence) =>
  orders.map((order): Reading => ({ kind: 'date', at: occurrence, order })),
)
const textReadings: readonly Reading[] = [
  { kind: 'whole', between: ', ' },
  { kind: 'whole', between: ' ' },
  { kind: 'joined' },
  { kind: 'word', at: 'first' },
  { kind: 'word', at: 'last' },
  // A date in a text field is given as it is printed, or as an ISO date.
  ...dateReadings.slice(0, 2),
]

/** Returns all ways to read a passage for a field type; other types have none. */
export function listReadings(type: FieldType): readonly Reading[] {
  if (type === 'number') return numberReadings
  if (type === 'date') return dateReadings
  return type === 'text' || type === 'email' ? textReadings : []
}

/** Maximum length of a value, in characters. */
const maxLetters = 300

const valueCache = new WeakMap<LocatedPassage, Map<Reading, PassageValue | 'none'>>()

/**
 * Reads the value of a passage; `undefined` when it has none. Results are cached per passage and
 * reading.
 */
export function readPassage(lines: LocatedPassage, reading: Reading): PassageValue | undefined {
  const valuesByReading = valueCache.get(lines) ?? new Map<Reading, PassageValue | 'none'>()
  valueCache.set(lines, valuesByReading)
  const read = valuesByReading.get(reading) ?? readAs(lines, reading) ?? 'none'
  valuesByReading.set(reading, read)
  return read === 'none' ? undefined : read
}

function readAs(lines: LocatedPassage, reading: Reading): PassageValue | undefined {
  switch (reading.kind) {
    case 'whole':
      return readWhole(lines, reading.between)
    case 'joined': {
      const whole = readWhole(lines, ' ')
      return whole && { ...whole, value: whole.printedText.replace(/\s+/g, '') }
    }
    case 'word': {
      const words = lines.length === 1 ? (lines[0] ?? []) : []
      const word = words.at(reading.at === 'first' ? 0 : -1)
      // The reading `whole` covers passages of a single word.
      if (!word || words.length < 2) return undefined
      const otherWords = words.filter((otherWord) => otherWord !== word).map(({ text }) => text)
      return toPassageValue(
        trimSigns(word.text),
        [word],
        normalize(otherWords.join(' ')).replace(/\d+/g, '#'),
      )
    }
    case 'number':
      return readNumber(lines, reading)
    case 'date':
      return readDate(lines, reading)
    case 'currency':
      return readCurrency(lines, reading.code)
  }
}

function readWhole(lines: LocatedPassage, separator: string): PassageValue | undefined {
  const lineTexts = lines.map((words) => trimSigns(joinWords(words)))
  const text = lineTexts.join(separator)
  return text.length > maxLetters ? undefined : toPassageValue(text, lines.flat(), '')
}

const maxPieceGap = 0.07

/** Joins the words with spaces; words closer than a space are parts of one word. */
function joinWords(words: readonly PositionedWord[]): string {
  return words
    .map(({ text, x0, y0, y1 }, i) => {
      const previousWord = words[i - 1]
      const isPiece = previousWord !== undefined && x0 - previousWord.x1 < (y1 - y0) * maxPieceGap
      return previousWord === undefined || isPiece ? text : ` ${text}`
    })
    .join('')
}

function toPassageValue(
  text: string,
  words: readonly PositionedWord[],
  restText: string,
): PassageValue | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined
  return { value: text, printedText: text, words, restText: normalize(restText) }
}

const signs = ':;,|·–-'

function trimSigns(text: string): string {
  let from = 0
  let to = text.length
  const isSign = (index: number) =>
    signs.includes(text.charAt(index)) || text.charAt(index).trim() === ''
  while (from < to && isSign(from)) from += 1
  while (to > from && isSign(to - 1)) to -= 1
  return text.slice(from, to)
}

const normalize = (text: string) => fold(text).replace(/[\s.:;,|–-]+/gu, '')

/** Joins the words of a line into one text, with the offset of each word. */
function joinLine(lines: LocatedPassage): { text: string; starts: readonly number[] } | undefined {
  if (lines.length !== 1) return undefined
  const starts: number[] = []
  let text = ''
  for (const word of lines[0] ?? []) {
    if (text !== '') text += ' '
    starts.push(text.length)
    text += word.text
  }
  return text.length > maxLetters ? undefined : { text, starts }
}

function findWordsInRange(
  lines: LocatedPassage,
  starts: readonly number[],
  [from, to]: readonly [number, number],
): readonly PositionedWord[] {
  return (lines[0] ?? []).filter((word, i) => {
    const start = starts[i] ?? 0
    return start < to && start + word.text.length > from
  })
}

function readNumber(
  lines: LocatedPassage,
  { at: occurrence, mark }: Extract<Reading, { kind: 'number' }>,
): PassageValue | undefined {
  const line = joinLine(lines)
  const numbers = line && findNumbers(line.text, mark === 'any' ? undefined : mark)
  const number = numbers?.at(occurrence === 'first' ? 0 : -1)
  if (!line || !number || (occurrence === 'last' && numbers?.length === 1)) return undefined
  if (mark === 'any' && hasSeveralReadings(number)) return undefined
  const { text, starts } = line
  // The number may include an adjacent currency.
  const core = text.slice(number.start, number.end)
  const printedText = core.replace(/[^\d.,'’\s%()−–-]+/gu, '').trim()
  const rest = [text.slice(0, number.start), core.replace(printedText, ''), text.slice(number.end)]
  return {
    value: number.number,
    printedText,
    words: findWordsInRange(lines, starts, [number.start, number.end]),
    restText: normalize(rest.join(' ').replace(/\d[\d.,'’]*/gu, '#')),
  }
}

function readDate(
  lines: LocatedPassage,
  { at: occurrence, order }: Extract<Reading, { kind: 'date' }>,
): PassageValue | undefined {
  const line = joinLine(lines)
  const dates = line && findDates(line.text, order)
  const date = dates?.at(occurrence === 'first' ? 0 : -1)
  if (!line || !date || (occurrence === 'last' && dates?.length === 1)) return undefined
  const { text, starts } = line
  return {
    value: date.iso,
    printedText: text.slice(date.start, date.end),
    words: findWordsInRange(lines, starts, [date.start, date.end]),
    restText: textAroundDate(text, date, dates ?? []),
  }
}

type Span = { readonly start: number; readonly end: number }

/**
 * Returns the text around a date with digits replaced by `#`; other dates, as in a period, become
 * `@`.
 */
function textAroundDate(text: string, date: Span, dates: readonly Span[]): string {
  let surroundings = ''
  let from = 0
  for (const span of dates) {
    surroundings += `${text.slice(from, span.start)}${span === date ? ' ' : '@'}`
    from = span.end
  }
  return normalize(`${surroundings}${text.slice(from)}`.replace(/\d+/g, '#'))
}

function readCurrency(lines: LocatedPassage, code: string): PassageValue | undefined {
  const line = joinLine(lines)
  const [number, ...otherNumbers] = line ? findNumbers(line.text) : []
  if (!line || number?.currency === undefined || otherNumbers.length > 0) return undefined
  const { currency } = number
  if (currency !== code && !canMeanCurrency(currency, code)) return undefined
  return { value: code, printedText: currency, words: lines[0] ?? [], restText: '' }
}
