export type AdapterTables = Record<never, never>
