import type { CellKind, DigitLimits } from '@recto/provider-spec/database-connector'
import type { Dialect, ResultRow } from './dialect.ts'

type NumberColumn = {
  /** Row of `Dialect.columns`, with names in lower case. */
  readonly row: ResultRow
  readonly kind: CellKind | null
}

/** Returns how many digits a column of exact numbers holds; `undefined` where that has no limit. */
export function digitLimitsOf(
  { unstatedDigits }: Dialect,
  { row, kind }: NumberColumn,
): DigitLimits | undefined {
  if (kind !== 'decimal' && kind !== 'whole') return undefined
  const { precision, scale } = row
  if (kind === 'decimal' && precision !== null && precision !== undefined)
    return { precision: Number(precision), scale: Number(scale ?? 0) }
  const statedDigits = /\((\d{1,3})(?:,\s*(\d{1,3}))?\)/.exec(String(row.type))
  if (kind === 'decimal' && statedDigits)
    return { precision: Number(statedDigits[1]), scale: Number(statedDigits[2] ?? 0) }
  return unstatedDigits
}
