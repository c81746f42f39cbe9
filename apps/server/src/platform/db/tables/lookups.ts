import type { LookupSourceSettings } from '@recto/contract/lookups/lookup-sources'
import type { LookupColumn } from '@recto/contract/lookups/lookup-tables'
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>
type Json<Value> = ColumnType<Value, string, string>

export type LookupTables = {
  /** A table of the organization's own data that values of documents are matched to. */
  lookup_table: {
    id: Generated<string>
    organization_id: number
    name: string
    /** The name of the column whose value identifies a row. */
    key_column: string
    columns: Json<LookupColumn[]>
    /** The current version, from 1. */
    version: Generated<number>
    /** The number of rows of the current version. */
    row_count: Generated<number>
    shared_to_org: Generated<boolean>
    created_by: number | null
    modified_by: number | null
    created_at: Time
    modified_at: Time
  }
  lookup_table_version: {
    organization_id: number
    lookup_table_id: string
    version: number
    file_name: string
    row_count: number
    added: number
    changed: number
    removed: number
    created_by: number | null
    created_at: Time
  }
  /** A row of all versions from one on, until another replaces it. */
  lookup_row: {
    organization_id: number
    lookup_table_id: string
    row_key: string
    from_version: number
    /** The first version that does not have it; null while the current one does. */
    to_version: number | null
    /** The texts of its cells, in the order of the table's columns. */
    cells: Json<string[]>
    /** Normalized exact values and the words of its name, each with the number of its column. */
    keys: string[]
    /** The normalized name, postcode and city; empty where it has none. */
    name: Generated<string>
    postcode: Generated<string>
    city: Generated<string>
  }
  /** A word of the names of a table's rows, by which names with typing errors are found. */
  lookup_word: {
    organization_id: number
    lookup_table_id: string
    word: string
    /** The number of rows that have it. */
    row_count: number
  }
  /** The row that a value means for the organization; without a row, the value is not in the table. */
  lookup_alias: {
    organization_id: number
    lookup_table_id: string
    value: string
    row_key: string | null
    created_by: number | null
    created_at: Time
  }
  /** It says where the rows of a table are fetched from, and when. */
  lookup_source: {
    organization_id: number
    lookup_table_id: string
    kind: 'address' | 'database'
    settings: Json<LookupSourceSettings>
    /** The secret value of the header that is sent to the address. */
    sealed_header: string | null
    /** The connector, if it is a database. */
    connector_id: string | null
    /** Five fields, or null if it is refreshed by hand alone. */
    cron: string | null
    time_zone: Generated<string>
    next_refresh_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    set_by: number | null
    set_at: Time
  }
  /** An attempt to fetch the rows of a table; it continues until it has an end. */
  lookup_refresh: {
    id: Generated<string>
    organization_id: number
    lookup_table_id: string
    is_scheduled: boolean
    started_by: number | null
    started_at: Time
    ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    /** The reason, if it has failed. */
    error: string | null
    /** The version that the table has since it ended. */
    version: number | null
    /** Whether rows differed, so that it made this version. */
    is_new_version: Generated<boolean>
  }
  lookup_table_share: { lookup_table_id: string; user_id: number; organization_id: number }
  lookup_table_owner: { lookup_table_id: string; user_id: number; organization_id: number }
  lookup_table_group_share: { lookup_table_id: string; group_id: number; organization_id: number }
}
