/** Public entry of this feature: all that other features may import. */
export { findUsableTables } from './find-usable-tables.ts'
export { searchRowsToChoose } from './list-lookup-rows.ts'
export { matchChosenRow, rememberChosenRow } from './matching/choose-row-of-value.ts'
export { matchValues, toText, type ValueMatch } from './matching/match-values.ts'
export { toCheckedLookups } from './matching/to-checked-lookups.ts'
export { findColumnsOfTables } from './rows/lookup-tables.store.ts'
