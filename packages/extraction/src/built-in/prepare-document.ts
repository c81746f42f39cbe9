import type { DocumentText } from '@recto/document-text/model'
import type { Passage } from '../align/passage.ts'
import { type ColumnKind, columnKindOf } from '../labels/column-kinds.ts'
import { fieldMatches } from '../labels/label-match.ts'
import type { LabelValue } from '../labels/label-value.ts'
import { labelValues } from '../labels/label-values.ts'
import { type CellRow, rowsOf } from '../labels/layout-cells.ts'
import { namedPhraseOf, phraseOf } from '../labels/phrases.ts'
import { type DateOrder, dateOrderOf } from '../values/parse-date.ts'
import { type DecimalMark, decimalMarkOf } from '../values/parse-number.ts'
import { type PartyRole, partyTeller } from './party-blocks.ts'

export type Pair = LabelValue & {
  /** The label in its comparable form. */
  readonly phrase: readonly string[]
  /** The same without what a comma or a bracket adds: `Business name, if different from above`. */
  readonly brief: readonly string[]
  /** How well the label names business fields, by their names: 0 to 1. */
  readonly fields: ReadonlyMap<string, number>
  /** The same for the field that it names best. */
  readonly known: number
}

/** A document prepared for answering many questions. */
export type PreparedDocument = {
  readonly document: DocumentText
  readonly rows: readonly CellRow[]
  readonly pairs: readonly Pair[]
  /** The cells of all rows, one row a line. */
  readonly text: string
  readonly decimalMark: DecimalMark | undefined
  readonly dateOrder: DateOrder
  /** The order that the dates prove; the usual one is taken where they do not. */
  readonly provenOrder: DateOrder | undefined
  /** Whether a label is one of the headings of a list. */
  readonly headsList: (label: Pick<Passage, 'page' | 'words'>) => boolean
  /** To whom a heading gives the place of a passage. */
  readonly partyAt: (place: Pick<Passage, 'page' | 'words'>) => PartyRole | undefined
}

export function prepareDocument(
  document: DocumentText,
  vocabulary: readonly (readonly string[])[],
): PreparedDocument {
  const rows = rowsOf(document)
  const text = rows.map((row) => row.cells.map((cell) => cell.text).join('  ')).join('\n')
  const labels = new Map<string, Named>()
  const pairs = labelValues(document, vocabulary, rows).map((pair) => {
    const { text } = pair.label
    const named = labels.get(text) ?? namedBy(text)
    labels.set(text, named)
    return { ...pair, ...named }
  })
  const provenOrder = dateOrderOf(text)
  return {
    document,
    rows,
    pairs,
    text,
    decimalMark: decimalMarkOf(text),
    dateOrder: provenOrder ?? usualDateOrder(text),
    provenOrder,
    headsList: listTeller(rows),
    partyAt: partyTeller({ rows, pairs }),
  }
}

type Named = Pick<Pair, 'phrase' | 'brief' | 'fields' | 'known'>

function namedBy(label: string): Named {
  const phrase = phraseOf(label)
  const fields = fieldsOfLabel(label, phrase)
  const [beginning = ''] = label.split(/[,(]/, 1)
  const brief = beginning.length < label.length && beginning !== '' ? phraseOf(beginning) : phrase
  return { phrase, brief, fields, known: Math.max(0, ...fields.values()) }
}

/** What is said in brackets, or in another language behind a stroke, is less than all of the label. */
const ofPart = 0.97

/** What a label names as a whole, or without a hint such as `(DD/MM/YYYY)`, or in one of its languages. */
function fieldsOfLabel(text: string, phrase: readonly string[]): ReadonlyMap<string, number> {
  const whole = fieldMatches(phrase)
  const parts = [
    ...(text.includes('(') ? [text.replace(/\([^()]*\)/g, ' ')] : []),
    ...(text.includes(' / ') ? text.split(' / ') : []),
  ]
  if (parts.length === 0) return whole
  const all = new Map(whole)
  for (const part of parts) {
    for (const [field, match] of fieldMatches(phraseOf(part))) {
      all.set(field, Math.max(all.get(field) ?? 0, match * ofPart))
    }
  }
  return all
}

const kindsOfLists: ReadonlySet<ColumnKind | undefined> = new Set<ColumnKind | undefined>([
  ...(['description', 'quantity', 'unit', 'price', 'discount'] as const),
  ...(['debit', 'credit', 'balance', 'amount'] as const),
])

/** Tells the words of rows in which two columns of lists are named. */
function listTeller(rows: readonly CellRow[]): PreparedDocument['headsList'] {
  const heads = new Set(
    rows
      .filter(
        ({ cells }) =>
          cells.length > 1 &&
          cells.filter((cell) => kindsOfLists.has(columnKindOf(namedPhraseOf(cell).phrase)))
            .length > 1,
      )
      .flatMap(({ page, cells }) =>
        cells.flatMap(({ words }) => words.map((word) => `${page}:${word}`)),
      ),
  )
  return ({ page, words }) => heads.has(`${page}:${words[0]}`)
}

/** Before a ZIP code. */
const stateOfUnion =
  /(?<![A-Z])(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]),? \d{5}(?:-\d{4})?(?!\d)/

/** Only the United States write the month first, so only dollars or an address there without another country's tax tell so. */
function usualDateOrder(text: string): DateOrder {
  const isDollars = /(?<![A-Z])\$|US\$|USD/.test(text) || stateOfUnion.test(text)
  const isElsewhere = /[€£₹¥]|\b(?:EUR|GBP|CAD|AUD|NZD|SGD|HKD|GST|HST|ABN|VAT)\b/.test(text)
  return isDollars && !isElsewhere ? 'month-first' : 'day-first'
}
