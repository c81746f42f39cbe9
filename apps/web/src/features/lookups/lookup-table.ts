import type {
  LookupColumnType,
  LookupTable as WireTable,
  LookupTableVersion as WireVersion,
} from '@recto/contract/lookups/lookup-tables'

type LookupColumn = { readonly name: string; readonly type: LookupColumnType }

/** A table of the organization's own data that values are matched to. */
export type LookupTable = {
  readonly id: string
  readonly name: string
  readonly keyColumn: string
  readonly columns: readonly LookupColumn[]
  readonly version: number
  readonly rowCount: number
  readonly createdBy: number | null
  readonly createdByEmail: string | null
  /** Whether the user is one of its owners. */
  readonly isOwner: boolean
  readonly modifiedAt: string
}

export const tableFromWire = (wire: WireTable): LookupTable => ({
  id: wire.id,
  name: wire.name,
  keyColumn: wire.key_column,
  columns: wire.columns,
  version: wire.version,
  rowCount: wire.row_count,
  createdBy: wire.created_by,
  createdByEmail: wire.created_by_email,
  isOwner: wire.is_owner,
  modifiedAt: wire.modified_at,
})

/** A version of a table, with the numbers of rows that differ from the one before. */
export type LookupTableVersion = {
  readonly version: number
  readonly fileName: string
  readonly rowCount: number
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly createdAt: string
}

export const versionFromWire = (wire: WireVersion): LookupTableVersion => ({
  version: wire.version,
  fileName: wire.file_name,
  rowCount: wire.row_count,
  added: wire.added,
  changed: wire.changed,
  removed: wire.removed,
  createdAt: wire.created_at,
})

export const factsOf = ({ createdBy, isOwner }: LookupTable) => ({
  created_by: createdBy,
  isOwner,
})

export const columnTypeNames: Readonly<Record<LookupColumnType, string>> = {
  text: 'Text',
  name: 'Name',
  vat_id: 'VAT ID',
  iban: 'IBAN',
  gtin: 'GTIN',
  id: 'Number or code',
  postcode: 'Postcode',
  city: 'City',
  number: 'Number',
  date: 'Date',
}

export const formatCount = (count: number): string => count.toLocaleString('en')
