export type PromptStudioTables = Record<never, never>
