import type { FieldType } from '@recto/provider-spec/answer'
import { type Passage, slicePassage } from '../align/passage.ts'
import { namedWordsOf } from '../labels/phrases.ts'
import { findDates } from '../values/parse-date.ts'
import { findNumbers } from '../values/parse-number.ts'
import { toldBy } from './explained.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { sentencesOf } from './prose.ts'
import type { FieldQuestion } from './question-field.ts'
import { isSameWord, specificOf } from './said-words.ts'
import { type Finding, finding } from './typed-value.ts'

type Placed = { readonly start: number; readonly end: number; readonly value: number | string }

/**
 * The day or the amount of money of a sentence that has all words of a question which tell what is meant: the first behind the last of them,
 * or the only one of the sentence. Nothing where two sentences say different values.
 */
export function findInProse(prepared: PreparedDocument, asked: FieldQuestion): Finding | undefined {
  const { type } = asked.question
  if (type !== 'date' && type !== 'number') return undefined
  const specific = specificOf(asked.words)
  if (specific.length === 0) return undefined
  const found = sentencesOf(prepared).flatMap((sentence) =>
    valueIn(prepared, sentence, specific, type),
  )
  return new Set(found.map(({ value }) => value)).size === 1 ? found[0] : undefined
}

function valueIn(
  prepared: PreparedDocument,
  sentence: Passage,
  wanted: readonly string[],
  type: FieldType,
): readonly Finding[] {
  const placed = placesOf(sentence, wanted)
  if (!placed) return []
  const values = valuesIn(prepared, sentence, type)
  const behind = values.find(({ start }) => start >= placed.end)
  const value = behind && isNear(sentence, placed.end, behind) ? behind : onlyOf(values)
  const part = value && slicePassage(prepared.document, sentence, value.start, value.end)
  if (!value || !part) return []
  const told = {
    kind: 'label',
    label: placed.text,
    page: part.page,
    relation: 'in-sentence',
  } as const
  return [toldBy(finding(part, value.value, String(value.value)), told)]
}

/** In letters. */
const farthest = 90

const isNear = ({ text }: Passage, end: number, { start }: Placed): boolean =>
  start - end <= farthest && !/[.;]\s/.test(text.slice(end, start))

const onlyOf = (values: readonly Placed[]): Placed | undefined =>
  values.length === 1 ? values[0] : undefined

const saidBySentence = new WeakMap<Passage, readonly (readonly string[])[]>()

/** The words of a sentence as they are compared; every question asks for those of all sentences. */
function saidIn(sentence: Passage): readonly (readonly string[])[] {
  const before = saidBySentence.get(sentence)
  if (before) return before
  const { text, words, starts } = sentence
  const said = words.map((_, i) =>
    namedWordsOf(text.slice(starts[i] ?? 0, starts[i + 1] ?? text.length)),
  )
  saidBySentence.set(sentence, said)
  return said
}

/** Where the words stand: as close together as they come behind one another. */
function placesOf(
  sentence: Passage,
  wanted: readonly string[],
): { readonly end: number; readonly text: string } | undefined {
  const { text, starts } = sentence
  const said = saidIn(sentence)
  const places = wanted.map((word) =>
    said.flatMap((own, i) => (own.some((one) => isSameWord(one, word)) ? [i] : [])),
  )
  if (places.some(({ length }) => length === 0)) return undefined
  const last = Math.max(...places.map((all) => all.at(0) ?? 0))
  const first = Math.min(...places.map((all) => all.findLast((at) => at <= last) ?? last))
  const end = (starts[last + 1] ?? text.length + 1) - 1
  return { end, text: text.slice(starts[first] ?? 0, end) }
}

function valuesIn(
  { dateOrder, decimalMark }: PreparedDocument,
  { text }: Passage,
  type: FieldType,
): readonly Placed[] {
  const dates = findDates(text, dateOrder)
  if (type === 'date') return dates.map(({ start, end, iso }) => ({ start, end, value: iso }))
  return findNumbers(text, decimalMark).filter(
    ({ currency, hasDecimals, isPercent, start, end }) =>
      (currency !== undefined || hasDecimals) &&
      !isPercent &&
      !dates.some((date) => date.start < end && date.end > start),
  )
}
