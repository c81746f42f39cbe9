export type ExecutionTables = Record<never, never>
