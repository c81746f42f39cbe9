import type { FieldType } from '@recto/provider-spec/answer'
import { canMeanCurrency } from '../values/currency-signs.ts'
import { fold } from '../values/fold.ts'
import { findDates } from '../values/parse-date.ts'
import { findNumbers } from '../values/parse-number.ts'
import type { LaidWord } from './laid-page.ts'
import type { Reading } from './layout.ts'
import type { LocatedPassage } from './locate.ts'

/** Value read from a passage. */
export type PassageValue = {
  readonly value: string | number
  /** Value as it is printed. */
  readonly printed: string
  /** Words that contain the value. */
  readonly words: readonly LaidWord[]
  /** Folded rest of the passage. */
  readonly beside: string
}

const marks = ['any', 'comma', 'point'] as const
const orders = ['day-first', 'month-first'] as const
const ends = ['first', 'last'] as const

const numberReadings = ends.flatMap((index) =>
  marks.map((mark): Reading => ({ kind: 'number', at: index, mark })),
)
const dateReadings = ends.flatMap((index) =>
  orders.map((order): Reading => ({ kind: 'date', at: index, order })),
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
export function readingsFor(type: FieldType): readonly Reading[] {
  if (type === 'number') return numberReadings
  if (type === 'date') return dateReadings
  return type === 'text' || type === 'email' ? textReadings : []
}

/** Maximum length of a value, in characters. */
const mostLetters = 300

const known = new WeakMap<LocatedPassage, Map<Reading, PassageValue | 'none'>>()

/**
 * Reads the value of a passage; `undefined` when it has none. Results are cached per passage and
 * reading.
 */
export function readPassage(lines: LocatedPassage, reading: Reading): PassageValue | undefined {
  const reads = known.get(lines) ?? new Map<Reading, PassageValue | 'none'>()
  known.set(lines, reads)
  const read = reads.get(reading) ?? readAs(lines, reading) ?? 'none'
  reads.set(reading, read)
  return read === 'none' ? undefined : read
}

function readAs(lines: LocatedPassage, reading: Reading): PassageValue | undefined {
  switch (reading.kind) {
    case 'whole':
      return wholeOf(lines, reading.between)
    case 'joined': {
      const whole = wholeOf(lines, ' ')
      return whole && { ...whole, value: whole.printed.replace(/\s+/g, '') }
    }
    case 'word': {
      const words = lines.length === 1 ? (lines[0] ?? []) : []
      const word = words.at(reading.at === 'first' ? 0 : -1)
      // The reading `whole` covers passages of a single word.
      if (!word || words.length < 2) return undefined
      const beside = words.filter((one) => one !== word).map(({ text }) => text)
      return valueIn(trimSigns(word.text), [word], plain(beside.join(' ')).replace(/\d+/g, '#'))
    }
    case 'number':
      return numberIn(lines, reading)
    case 'date':
      return dateIn(lines, reading)
    case 'currency':
      return currencyIn(lines, reading.code)
  }
}

function wholeOf(lines: LocatedPassage, between: string): PassageValue | undefined {
  const said = lines.map((words) => trimSigns(spoken(words)))
  const text = said.join(between)
  return text.length > mostLetters ? undefined : valueIn(text, lines.flat(), '')
}

const lessThanBlank = 0.07

/** Joins the words with spaces; words closer than a space are parts of one word. */
function spoken(words: readonly LaidWord[]): string {
  return words
    .map(({ text, x0, y0, y1 }, i) => {
      const before = words[i - 1]
      const isPiece = before !== undefined && x0 - before.x1 < (y1 - y0) * lessThanBlank
      return before === undefined || isPiece ? text : ` ${text}`
    })
    .join('')
}

function valueIn(
  text: string,
  words: readonly LaidWord[],
  beside: string,
): PassageValue | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined
  return { value: text, printed: text, words, beside: plain(beside) }
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

const plain = (text: string) => fold(text).replace(/[\s.:;,|–-]+/gu, '')

/** Joins the words of a line into one text, with the offset of each word. */
function textOf(lines: LocatedPassage): { text: string; starts: readonly number[] } | undefined {
  if (lines.length !== 1) return undefined
  const starts: number[] = []
  let text = ''
  for (const word of lines[0] ?? []) {
    if (text !== '') text += ' '
    starts.push(text.length)
    text += word.text
  }
  return text.length > mostLetters ? undefined : { text, starts }
}

function wordsIn(
  lines: LocatedPassage,
  starts: readonly number[],
  [from, to]: readonly [number, number],
): readonly LaidWord[] {
  return (lines[0] ?? []).filter((word, i) => {
    const start = starts[i] ?? 0
    return start < to && start + word.text.length > from
  })
}

function numberIn(
  lines: LocatedPassage,
  { at, mark }: Extract<Reading, { kind: 'number' }>,
): PassageValue | undefined {
  const said = textOf(lines)
  const found = said && findNumbers(said.text, mark === 'any' ? undefined : mark)
  const number = found?.at(at === 'first' ? 0 : -1)
  if (!said || !number || (at === 'last' && found?.length === 1)) return undefined
  if (mark === 'any' && number.alternative !== undefined) return undefined
  const { text, starts } = said
  // The number may include an adjacent currency.
  const core = text.slice(number.start, number.end)
  const printed = core.replace(/[^\d.,'’\s%()−–-]+/gu, '').trim()
  const rest = [text.slice(0, number.start), core.replace(printed, ''), text.slice(number.end)]
  return {
    value: number.value,
    printed,
    words: wordsIn(lines, starts, [number.start, number.end]),
    beside: plain(rest.join(' ').replace(/\d[\d.,'’]*/gu, '#')),
  }
}

function dateIn(
  lines: LocatedPassage,
  { at, order }: Extract<Reading, { kind: 'date' }>,
): PassageValue | undefined {
  const said = textOf(lines)
  const found = said && findDates(said.text, order)
  const date = found?.at(at === 'first' ? 0 : -1)
  if (!said || !date || (at === 'last' && found?.length === 1)) return undefined
  const { text, starts } = said
  return {
    value: date.iso,
    printed: text.slice(date.start, date.end),
    words: wordsIn(lines, starts, [date.start, date.end]),
    beside: besideOf(text, date, found ?? []),
  }
}

type Span = { readonly start: number; readonly end: number }

/**
 * Returns the text around a date with digits replaced by `#`; other dates, as in a period, become
 * `@`.
 */
function besideOf(text: string, day: Span, days: readonly Span[]): string {
  let said = ''
  let from = 0
  for (const one of days) {
    said += `${text.slice(from, one.start)}${one === day ? ' ' : '@'}`
    from = one.end
  }
  return plain(`${said}${text.slice(from)}`.replace(/\d+/g, '#'))
}

function currencyIn(lines: LocatedPassage, code: string): PassageValue | undefined {
  const said = textOf(lines)
  const [number, ...others] = said ? findNumbers(said.text) : []
  if (!said || number?.currency === undefined || others.length > 0) return undefined
  const { currency } = number
  if (currency !== code && !canMeanCurrency(currency, code)) return undefined
  return { value: code, printed: currency, words: lines[0] ?? [], beside: '' }
}
