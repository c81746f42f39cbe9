import type { DocumentText } from '@recto/document-text/model'
import { answerWithoutModel } from '@recto/extraction/answer-without-model'
import type { FieldType } from '@recto/provider-spec/answer'
import { squeeze } from '../bench-reading/text-scores.ts'

type Row = Readonly<Record<string, unknown>>

/** How many true rows were found, and how many rows were answered. */
export type RowScore = {
  readonly document: string
  readonly rows: number
  readonly found: number
  readonly answered: number
}

/** What of a row people would look for; the others are codes that no document spells out. */
const texts = ['name', 'desc']
const numbers = ['qty', 'price', 'price_unit', 'price_subtotal']

/** A true row is found when one answered row says the first line of its text, and all of its numbers. */
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
  const answered = (answer?.value ?? []) as readonly Row[]
  const wanted = lines.filter((line) => texts.some((key) => key in line))
  const found = wanted.filter((line) => answered.some((row) => saysAll(row, line)))
  return { document: name, rows: wanted.length, found: found.length, answered: answered.length }
}

function saysAll(row: Row, line: Row): boolean {
  const said = squeeze(Object.values(row).join(' '))
  const text = texts.flatMap((key) => (line[key] === undefined ? [] : [String(line[key])]))[0] ?? ''
  const amounts = Object.values(row).map((value) => Number.parseFloat(String(value)))
  const isThere = (key: string) =>
    line[key] === undefined ||
    amounts.some((amount) => Math.abs(amount - Number(line[key])) < 0.005)
  return said.includes(squeeze(text.split('\n')[0] ?? '')) && numbers.every(isThere)
}
