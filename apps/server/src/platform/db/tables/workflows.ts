export type WorkflowTables = Record<never, never>
