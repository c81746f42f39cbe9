/** Public entry of this feature: all that other features may import. */
export { findUsableTables } from './find-usable-tables.ts'
export { matchValues, toText } from './matching/match-values.ts'
