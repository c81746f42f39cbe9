import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'

/** Texts that are longer are cut, and end with “…”. */
export const maxPreviewedText = 1000
const Cell = z.union([z.string(), z.number(), z.boolean()]).nullable()

const PreviewedColumn = z.object({
  name: z.string(),
  /** Type of its values; null where the database has a type of its own. */
  type: z.enum(['text', 'whole', 'number', 'decimal', 'truth', 'date', 'time', 'json']).nullable(),
  /** Whether the first delivery adds it, with the table if there is none. */
  is_new: z.boolean(),
  /** Whether its values exist only once a row is written, such as the id of the execution. */
  is_set_on_delivery: z.boolean(),
})
export type PreviewedColumn = z.output<typeof PreviewedColumn>

const PreviewedFile = z.object({
  file_id: z.uuid(),
  file_name: z.string(),
  file_path: z.string().nullable(),
  /** Path at which it would be written; null for a table. */
  written_path: z.string().nullable(),
  /** Its row, in the order of the columns; null if none would be written. */
  cells: z.array(Cell).nullable(),
  /** Reason why it would not be delivered. */
  problem: z.string().nullable(),
})

export const DeliveryPreview = z.object({
  /** A table, a folder, or a destination without either. */
  kind: z.enum(['table', 'folder', 'other']),
  /** Name of the table, or path of the folder. */
  target: z.string(),
  /** Whether there is such a table; null for other destinations, or if it is unknown. */
  table_exists: z.boolean().nullable(),
  columns: z.array(PreviewedColumn),
  files: z.array(PreviewedFile),
  /** Reason why nothing could be delivered. */
  problem: z.string().nullable(),
  /** Says what of the destination could not be checked, such as rights of a database that is not asked for them. */
  caveat: z.string().nullable(),
  /** Whether the source or the tool of the workflow have changed since. */
  is_outdated: z.boolean(),
})
export type DeliveryPreview = z.output<typeof DeliveryPreview>

/**
 * What the files of a dry run or preview would become at the destination that the workflow has now. Nothing is written. Of
 * any other execution: 400.
 */
export const previewDelivery = endpoint({
  method: 'GET',
  path: '/execution/:id/delivery/',
  who: 'member',
  params: z.object({ id: z.uuid() }),
  reply: DeliveryPreview,
})
