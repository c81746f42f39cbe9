export { ChooseRowDialog } from './ChooseRowDialog.tsx'
export { columnTypeNames, type LookupTable } from './lookup-table.ts'
export { allLookupTables, lookupRows } from './lookups.queries.ts'
export { MatchLine, RowMatchCell } from './MatchLine.tsx'
