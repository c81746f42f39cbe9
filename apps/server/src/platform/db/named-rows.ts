import type { Fields } from '@recto/contract/wire/fields'
import type { ColumnType, Generated, Kysely, Selectable } from 'kysely'
import type { Db, Tables, Tenant } from './database.ts'
import { violatesReference, violatesUniqueConstraint } from './database-errors.ts'
import { encodeFields } from './field-columns.ts'
import { type FieldChanges, type NewFields, toColumns } from './fields.ts'

type NamedRowColumns = {
  id: Generated<string>
  organization_id: number
  modified_at: ColumnType<Date, Date | undefined, Date>
}

type NamedTable = {
  [Table in keyof Tables]: Tables[Table] extends NamedRowColumns ? Table : never
}[keyof Tables]

type NamedTableDefinition<Table> = {
  readonly table: Table
  /** The constraint that makes names unique. */
  readonly uniqueConstraint: string
  /** The definitions of its fields; without them, values are stored under the names of columns. */
  readonly fields?: Fields
}

type NamedRows<Table extends NamedTable> = {
  readonly find: (tenant: Tenant, id: string) => Promise<Selectable<Tables[Table]> | undefined>
  /** Finds the rows with these ids, in no particular order. */
  readonly findAll: (tenant: Tenant, ids: readonly string[]) => Promise<Selectable<Tables[Table]>[]>
  /** Returns `undefined` if the name is taken. */
  readonly insert: (
    tenant: Tenant,
    fields: NewFields<Table>,
  ) => Promise<Selectable<Tables[Table]> | undefined>
  /** Returns `undefined` if the new name is taken. Throws if there is no such row. */
  readonly update: (
    tenant: Tenant,
    id: string,
    changes: FieldChanges<Table>,
  ) => Promise<Selectable<Tables[Table]> | undefined>
  /** Returns false if another row still refers to it. */
  readonly delete: (tenant: Tenant, id: string) => Promise<boolean>
}

/** The queries shared by all tables whose rows have a unique name within an organization. */
export function createNamedRowQueries<Table extends NamedTable>({
  table,
  uniqueConstraint,
  fields: definitions = {},
}: NamedTableDefinition<Table>): NamedRows<Table> {
  // Kysely cannot infer types for a table that is a parameter, so inside it is treated as any table
  // with these columns.
  const name = table as unknown as 'row'
  const asRowDb = (db: Db) => db as unknown as Kysely<{ row: NamedRowColumns }>

  const rows = {
    find: ({ db, organizationId }: Tenant, id: string) =>
      asRowDb(db)
        .selectFrom(name)
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .executeTakeFirst(),

    findAll: async ({ db, organizationId }: Tenant, ids: readonly string[]) =>
      ids.length === 0
        ? []
        : asRowDb(db)
            .selectFrom(name)
            .selectAll()
            .where('organization_id', '=', organizationId)
            .where('id', 'in', ids)
            .execute(),

    insert: ({ db, organizationId }: Tenant, fields: object) =>
      asRowDb(db)
        .insertInto(name)
        .values({
          ...toColumns(encodeFields(definitions, fields)),
          organization_id: organizationId,
        })
        .onConflict((conflict) => conflict.constraint(uniqueConstraint).doNothing())
        .returningAll()
        .executeTakeFirst(),

    update: ({ db, organizationId }: Tenant, id: string, changes: object) =>
      asRowDb(db)
        .updateTable(name)
        .set({ ...toColumns(encodeFields(definitions, changes)), modified_at: new Date() })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
        .catch(recoverIf((error) => violatesUniqueConstraint(error, uniqueConstraint), undefined)),

    delete: ({ db, organizationId }: Tenant, id: string) =>
      asRowDb(db)
        .deleteFrom(name)
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .execute()
        .then(() => true)
        .catch(recoverIf(violatesReference, false)),
  }
  return rows as unknown as NamedRows<Table>
}

/** Returns `result` for the expected error and rethrows any other. */
function recoverIf<Result>(isExpected: (error: unknown) => boolean, result: Result) {
  return (error: unknown): Result => {
    if (!isExpected(error)) throw error
    return result
  }
}
