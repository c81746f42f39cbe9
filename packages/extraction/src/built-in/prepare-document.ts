import type { DocumentText } from '@recto/document-text/model'
import type { Passage } from '../align/passage.ts'
import { fieldMatches } from '../labels/label-match.ts'
import type { LabelValue } from '../labels/label-value.ts'
import { labelValues } from '../labels/label-values.ts'
import { type CellRow, rowsOf } from '../labels/layout-cells.ts'
import { phraseOf } from '../labels/phrases.ts'
import { type DateOrder, dateOrderOf } from '../values/parse-date.ts'
import { type DecimalMark, decimalMarkOf } from '../values/parse-number.ts'
import { type Party, partyTeller } from './party-blocks.ts'

export type Pair = LabelValue & {
  /** The label in its comparable form. */
  readonly phrase: readonly string[]
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
  /** To whom a heading gives the place of a passage. */
  readonly partyAt: (place: Pick<Passage, 'page' | 'words'>) => Party | undefined
}

export function prepareDocument(
  document: DocumentText,
  vocabulary: readonly (readonly string[])[],
): PreparedDocument {
  const rows = rowsOf(document)
  const text = rows.map((row) => row.cells.map((cell) => cell.text).join('  ')).join('\n')
  const pairs = labelValues(document, vocabulary).map((pair) => {
    const phrase = phraseOf(pair.label.text)
    const fields = fieldMatches(phrase)
    return { ...pair, phrase, fields, known: Math.max(0, ...fields.values()) }
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
    partyAt: partyTeller({ rows, pairs }),
  }
}

/** Only the United States write the month first, so only dollars without another country's tax tell so. */
function usualDateOrder(text: string): DateOrder {
  const isDollars = /(?<![A-Z])\$|US\$|USD/.test(text)
  const isElsewhere = /[€£₹¥]|\b(?:EUR|GBP|CAD|AUD|NZD|SGD|HKD|GST|HST|ABN|VAT)\b/.test(text)
  return isDollars && !isElsewhere ? 'month-first' : 'day-first'
}
