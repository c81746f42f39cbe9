import type { DocumentText } from '@recto/document-text/model'
import { answerWithoutModel } from '@recto/extraction/answer-without-model'
import type { FieldType } from '@recto/provider-spec/answer'
import { squeeze } from '../bench-reading/text-scores.ts'

type Row = Readonly<Record<string, unknown>>

/** The number of expected rows, of those found, and of rows in the answer. */
export type RowScore = {
  readonly document: string
  readonly rows: number
  readonly found: number
  readonly answered: number
}

/** The columns that people look for; the others are codes that documents do not print. */
const texts = ['name', 'desc']
const numbers = ['qty', 'price', 'price_unit', 'price_subtotal']

/** An expected row counts as found if an answered row contains the first line of its text and all of its numbers. */
export async function scoreRows(
  name: string,
  text: DocumentText,
  lines: readonly Row[],
): Promise<RowScore> {
  const question = {
    key: 'items',
    prompt: 'the line items',
    type: 'line-item' as string as FieldType,
  }
  const [answer] = await answerWithoutModel(text, [question])
  const answeredRows = (answer?.value ?? []) as readonly Row[]
  const relevantLines = lines.filter((line) => texts.some((key) => key in line))
  const matchedLines = relevantLines.filter((line) =>
    answeredRows.some((row) => saysAll(row, line)),
  )
  return {
    document: name,
    rows: relevantLines.length,
    found: matchedLines.length,
    answered: answeredRows.length,
  }
}

function saysAll(row: Row, line: Row): boolean {
  const rowText = squeeze(Object.values(row).join(' '))
  const text =
    texts.filter((key) => line[key] !== undefined).map((key) => String(line[key]))[0] ?? ''
  const amounts = Object.values(row).map((value) => Number.parseFloat(String(value)))
  const isThere = (key: string) =>
    line[key] === undefined ||
    amounts.some((amount) => Math.abs(amount - Number(line[key])) < 0.005)
  return rowText.includes(squeeze(text.split('\n')[0] ?? '')) && numbers.every(isThere)
}
