export type UsageTables = Record<never, never>
