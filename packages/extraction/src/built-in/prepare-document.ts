import type { DocumentText } from '@recto/document-text/model'
import type { Passage } from '../align/passage.ts'
import { type CellRow, findCellRows } from '../labels/cell-rows.ts'
import { type ColumnKind, findColumnKind } from '../labels/column-kinds.ts'
import type { LabelValue } from '../labels/label-value.ts'
import { findLabelValues } from '../labels/label-values.ts'
import { getCellPhrase, toPhrase } from '../labels/phrases.ts'
import { scoreFields } from '../labels/score-fields.ts'
import { type DecimalMark, detectDecimalMark } from '../values/decimal-mark.ts'
import { type DateOrder, detectDateOrder } from '../values/parse-date.ts'
import { isLegalForm } from './legal-forms.ts'
import { createPartyLookup } from './party-blocks.ts'
import type { PartyRole } from './party-sections.ts'

export type LabelPair = LabelValue & {
  /** The normalized words of the label. */
  readonly phrase: readonly string[]
  /**
   * The phrase without an addition after a comma or bracket: `Business name, if different from
   * above`.
   */
  readonly briefPhrase: readonly string[]
  /** How well the label names each business field, by the name of the field: 0 to 1. */
  readonly fieldScores: ReadonlyMap<string, number>
  /** Score of the field that the label names best. */
  readonly bestFieldScore: number
}

/** A document prepared for answering many questions. */
export type PreparedDocument = {
  readonly document: DocumentText
  readonly rows: readonly CellRow[]
  readonly pairs: readonly LabelPair[]
  /** The cells of all rows, with one line per row. */
  readonly text: string
  readonly decimalMark: DecimalMark | undefined
  readonly dateOrder: DateOrder
  /** The date order that the dates prove; `dateOrder` is a guess when they do not. */
  readonly provenOrder: DateOrder | undefined
  /** Whether a label is one of the headings of a list. */
  readonly isListHeading: (label: Pick<Passage, 'page' | 'words'>) => boolean
  /** The party to which a heading assigns the position of a passage. */
  readonly getPartyAt: (place: Pick<Passage, 'page' | 'words'>) => PartyRole | undefined
}

export function prepareDocument(
  document: DocumentText,
  vocabulary: readonly (readonly string[])[],
): PreparedDocument {
  const rows = findCellRows(document)
  const text = rows.map((row) => row.cells.map((cell) => cell.text).join('  ')).join('\n')
  const labels = new Map<string, LabelMeaning>()
  // The first word of a company's name can look like a label: `Supplier Ltd`.
  const pairs = findLabelValues(document, vocabulary, rows)
    .filter(({ value }) => !isLegalForm(value.text))
    .map((pair) => {
      const { text } = pair.label
      const meaning = labels.get(text) ?? analyzeLabel(text)
      labels.set(text, meaning)
      return { ...pair, ...meaning }
    })
  const provenOrder = detectDateOrder(text)
  return {
    document,
    rows,
    pairs,
    text,
    decimalMark: detectDecimalMark(text),
    dateOrder: provenOrder ?? guessDateOrder(text),
    provenOrder,
    isListHeading: createListHeadingTest(rows),
    getPartyAt: createPartyLookup({ document, rows, pairs }),
  }
}

type LabelMeaning = Pick<LabelPair, 'phrase' | 'briefPhrase' | 'fieldScores' | 'bestFieldScore'>

function analyzeLabel(label: string): LabelMeaning {
  const phrase = toPhrase(label)
  const fields = scoreLabelFields(label, phrase)
  const [beginning = ''] = label.split(/[,(]/, 1)
  const brief = beginning.length < label.length && beginning !== '' ? toPhrase(beginning) : phrase
  return {
    phrase,
    briefPhrase: brief,
    fieldScores: fields,
    bestFieldScore: Math.max(0, ...fields.values()),
  }
}

/**
 * Weight of a part of a label, without a hint in brackets or in one of two languages, relative to
 * the whole.
 */
const partWeight = 0.97

/**
 * Scores the fields that a label names as a whole, without a hint such as `(DD/MM/YYYY)`, or in one
 * of its languages.
 */
function scoreLabelFields(text: string, phrase: readonly string[]): ReadonlyMap<string, number> {
  const whole = scoreFields(phrase)
  const parts = [
    ...(text.includes('(') ? [text.replace(/\([^()]*\)/g, ' ')] : []),
    ...(text.includes(' / ') ? text.split(' / ') : []),
  ]
  if (parts.length === 0) return whole
  const all = new Map(whole)
  for (const part of parts) {
    for (const [field, match] of scoreFields(toPhrase(part))) {
      all.set(field, Math.max(all.get(field) ?? 0, match * partWeight))
    }
  }
  return all
}

const listColumnKinds: ReadonlySet<ColumnKind | undefined> = new Set<ColumnKind | undefined>([
  'description',
  'quantity',
  'unit',
  'price',
  'discount',
  'debit',
  'credit',
  'balance',
  'amount',
])

/** Creates a test for words in rows that name at least two columns of lists. */
function createListHeadingTest(rows: readonly CellRow[]): PreparedDocument['isListHeading'] {
  const heads = new Set(
    rows
      .filter(
        ({ cells }) =>
          cells.length > 1 &&
          cells.filter((cell) => listColumnKinds.has(findColumnKind(getCellPhrase(cell).phrase)))
            .length > 1,
      )
      .flatMap(({ page, cells }) =>
        cells.flatMap(({ words }) => words.map((word) => `${page}:${word}`)),
      ),
  )
  return ({ page, words }) => heads.has(`${page}:${words[0]}`)
}

/** Abbreviation of a US state before a ZIP code. */
const usStateAndZip =
  /(?<![A-Z])(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]),? \d{5}(?:-\d{4})?(?!\d)/

/**
 * Only the United States write the month first, so only dollars or a US address, without signs of
 * another country, imply it.
 */
function guessDateOrder(text: string): DateOrder {
  const isDollars = /(?<![A-Z])\$|US\$|USD/.test(text) || usStateAndZip.test(text)
  const isElsewhere = /[€£₹¥]|\b(?:EUR|GBP|CAD|AUD|NZD|SGD|HKD|GST|HST|ABN|VAT)\b/.test(text)
  return isDollars && !isElsewhere ? 'month-first' : 'day-first'
}
