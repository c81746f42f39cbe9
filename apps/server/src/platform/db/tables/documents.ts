export type DocumentTables = Record<never, never>
