import type { ColumnKind } from '../../labels/column-kinds.ts'
import { isCurrency } from '../../values/parse-number.ts'
import type { RowCells } from './column-bands.ts'
import type { HeadedColumn } from './headed-column.ts'

/** The content of the cells of a column. */
export type ColumnContent = {
  /** Whether it is a column of amounts or quantities. */
  readonly isNumeric: boolean
  /** Share of the rows that fill the column. */
  readonly fill: number
}

const numericKinds: ReadonlySet<ColumnKind> = new Set<ColumnKind>([
  'quantity',
  'price',
  'discount',
  'tax',
  'amount',
  'debit',
  'credit',
  'balance',
])

const minNumberShare = 0.6

export function describeColumns(
  columns: readonly HeadedColumn[],
  rows: readonly RowCells[],
): readonly ColumnContent[] {
  const wholeRows = rows.filter((cells) => cells.filter((cell) => cell !== undefined).length > 1)
  return columns.map(({ meaning, text }, index) => {
    const cells = wholeRows.flatMap((row) => row[index] ?? [])
    const numberCount = cells.filter((cell) => isNumberCell(cell.text)).length
    const isNamed = meaning.kinds.some((kind) => numericKinds.has(kind))
    const share = cells.length === 0 ? (isNamed ? 1 : 0) : numberCount / cells.length
    return {
      isNumeric: text !== '' && share >= (isNamed ? 0.5 : minNumberShare),
      fill: cells.length / Math.max(1, wholeRows.length),
    }
  })
}

const numberCell =
  /^(?<prefix>\p{L}{0,3}\.?)\s?[-–−+(<>~]{0,2}\s?\p{Sc}?\s?[-–−]?\d[\d.,'’\s]{0,40}(?<suffix>.{0,12})$/u
const currencyPrefix = /^(?:[A-Z]{3}|R|kr|RM|Rs|Fr|Rp|zł|Kč)\.?$/u
/** What can follow a number directly: signs, or a unit that begins with a small letter. */
const directSuffix = /^(?:$|[\s\p{Sc}%‰°)*/-]|\p{Ll}|[SHCD][RB]?$)/u

/** Whether a cell is a number with at most a short unit or currency, and without a label. */
export function isNumberCell(text: string): boolean {
  const { prefix, suffix } = numberCell.exec(text.trim())?.groups ?? {}
  if (prefix === undefined || suffix === undefined) return false
  if (prefix !== '' && !(currencyPrefix.test(prefix) && isCurrency(prefix))) return false
  const isSpaced = /\s$/u.test(text.slice(0, text.length - suffix.length))
  if (!isSpaced && !directSuffix.test(suffix)) return false
  if (/\d/.test(suffix) || suffix.replace(/[^\p{L}]/gu, '').length > 9) return false
  return !/^\d{1,4}[./-]\d{1,2}[./-]\d{0,4}$/.test(text)
}
