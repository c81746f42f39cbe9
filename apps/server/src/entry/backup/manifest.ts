import { z } from 'zod'

export const manifestEntry = 'manifest.json'
export const keyEntry = 'encryption.key'
export const filesPrefix = 'files/'
export const tableEntry = (index: number) => `database/${index}.copy`

export const Table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
})
export type Table = z.output<typeof Table>

/** The first entry of a backup: what a restore must know before it reads on. */
export const Manifest = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  /** Steps that the database had been through, in their order. */
  migrations: z.array(z.string()),
  /** The contents of the n-th table are in the entry `database/n.copy`. */
  tables: z.array(Table),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string() })),
})
export type Manifest = z.output<typeof Manifest>
