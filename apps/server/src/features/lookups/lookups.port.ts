/** Public entry of this feature: all that other features may import. */
export { findUsableTables } from './find-usable-tables.ts'
export { searchRowsToChoose } from './list-lookup-rows.ts'
export { matchChosenRow, rememberChosenRow } from './matching/choose-row-of-value.ts'
export {
  addRowColumns,
  toListMatch,
  toOutputKey,
  toRowColumns,
  toRowMatch,
} from './matching/list-matches.ts'
export { addToRows, cellIn, removeFromRows, rowsIn } from './matching/list-rows.ts'
export { matchValues } from './matching/match-values.ts'
export { isOfRows, toText } from './matching/searches.ts'
export { toCheckedLookups } from './matching/to-checked-lookups.ts'
export type { ListMatch, ValueMatch } from './matching/to-match.ts'
export { findColumnsOfTables } from './rows/lookup-tables.store.ts'
