import { z } from 'zod'

export const manifestEntry = 'manifest.json'
export const keyEntry = 'encryption.key'
export const filesPrefix = 'files/'
export const tableEntry = (index: number) => `database/${index}.copy`

export const BackupTable = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
})
export type BackupTable = z.output<typeof BackupTable>

/** The first entry of a backup, which a restore needs before it reads on. */
export const Manifest = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  /** Applied migrations, in order. */
  migrations: z.array(z.string()),
  /** The contents of the n-th table are in the entry `database/n.copy`. */
  tables: z.array(BackupTable),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string() })),
})
export type Manifest = z.output<typeof Manifest>

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

export const quoteTableName = ({ schema, name }: Pick<BackupTable, 'schema' | 'name'>) =>
  `${quote(schema)}.${quote(name)}`

export const quoteColumns = ({ columns }: BackupTable) => columns.map(quote).join(', ')
