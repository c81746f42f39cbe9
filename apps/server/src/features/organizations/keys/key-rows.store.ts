import type { Kysely, Selectable } from 'kysely'
import type { Db, Installation, Tables, Tenant } from '../../../platform/db/database.ts'
import { createNamedRowQueries } from '../../../platform/db/named-rows.ts'

/** The tables of keys with which programs authenticate, of whatever module. */
export type KeyTable =
  | 'deployment_key'
  | 'global_deployment_key'
  | 'platform_api_key'
  | 'review_key'
  | 'text_service_key'

export type KeyTableRow<Table extends KeyTable> = Selectable<Tables[Table]>

type FilterColumn = 'is_active' | 'key_hash' | 'deployment_id' | 'pipeline_id'

type KeyFilter<Table extends KeyTable> = {
  readonly [Column in Extract<keyof Tables[Table], FilterColumn>]?: string | boolean
}

const maxListedKeys = 10_000

export type KeyRowsDefinition<Table> = {
  readonly table: Table
  /** The constraint that makes names unique, or the keys themselves. */
  readonly uniqueConstraint: string
  readonly order: 'oldest first' | 'newest first'
}

/** The queries that all tables of keys share. */
export function createKeyRows<Table extends KeyTable>(definition: KeyRowsDefinition<Table>) {
  const { table, order } = definition
  // Kysely cannot infer types for a table that is a parameter, so inside it is treated as one of them.
  const name = table as unknown as 'review_key'
  const asKeyDb = (db: Db) => db as unknown as Kysely<Pick<Tables, 'review_key'>>
  type Row = KeyTableRow<Table>

  return {
    ...createNamedRowQueries(definition),

    /** Returns at most `max` keys whose columns have these values. */
    async list(
      { db, organizationId }: Tenant,
      filter: KeyFilter<Table> = {},
      max = maxListedKeys,
    ): Promise<Row[]> {
      let query = asKeyDb(db)
        .selectFrom(name)
        .selectAll()
        .where('organization_id', '=', organizationId)
      for (const [column, value] of Object.entries(filter)) {
        query = query.where(column as 'key_hash', '=', value as string)
      }
      const direction = order === 'newest first' ? 'desc' : 'asc'
      query = query.orderBy('created_at', direction).orderBy('id').limit(max)
      const rows = await query.execute()
      return rows as unknown as Row[]
    },

    /** Finds a key of any organization: the key determines which one. */
    async findByHash({ db }: Installation, keyHash: string): Promise<Row | undefined> {
      const row = await asKeyDb(db)
        .selectFrom(name)
        .selectAll()
        .where('key_hash', '=', keyHash)
        .executeTakeFirst()
      return row as Row | undefined
    },
  }
}
