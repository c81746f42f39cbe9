import type { DeliveryPreview } from '@recto/contract/executions/delivery-preview'

type Column = {
  readonly name: string
  /** In words; empty where the database has a type of its own. */
  readonly type: string
  readonly isNew: boolean
  /** Whether its values exist only once a row is written. */
  readonly isSetOnDelivery: boolean
}

type DeliveredFile = {
  readonly id: string
  readonly name: string
  /** Null for a table. */
  readonly writtenPath: string | null
  /** Values in the order of the columns; null if no row would be written. */
  readonly cells: readonly (string | null)[] | null
  /** Reason why it would not be delivered. */
  readonly problem: string | null
}

/** Rows or files that a delivery of a preview would write. */
export type PlannedDelivery = {
  readonly kind: 'table' | 'folder' | 'other'
  /** Name of the table, or path of the folder. */
  readonly target: string
  /** Null for other destinations, or if it is unknown. */
  readonly tableExists: boolean | null
  readonly columns: readonly Column[]
  readonly files: readonly DeliveredFile[]
  readonly problem: string | null
  /** Says what of the destination could not be checked. */
  readonly caveat: string | null
  /** Whether the source or the tool have changed since. */
  readonly isOutdated: boolean
}

const typeWords: Record<NonNullable<DeliveryPreview['columns'][number]['type']>, string> = {
  text: 'text',
  whole: 'whole number',
  number: 'number',
  decimal: 'number',
  truth: 'true or false',
  date: 'date',
  time: 'date and time',
  json: 'JSON',
}

export const deliveryFromWire = (wire: DeliveryPreview): PlannedDelivery => ({
  kind: wire.kind,
  target: wire.target,
  tableExists: wire.table_exists,
  columns: wire.columns.map(({ name, type, is_new, is_set_on_delivery }) => ({
    name,
    type: type === null ? '' : typeWords[type],
    isNew: is_new,
    isSetOnDelivery: is_set_on_delivery,
  })),
  files: wire.files.map((file) => ({
    id: file.file_id,
    name: file.file_name,
    writtenPath: file.written_path,
    cells: file.cells?.map((cell) => (cell === null ? null : String(cell))) ?? null,
    problem: file.problem,
  })),
  problem: wire.problem,
  caveat: wire.caveat,
  isOutdated: wire.is_outdated,
})
