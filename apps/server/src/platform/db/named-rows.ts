import type { ColumnType, Generated, Kysely, Selectable } from 'kysely'
import type { Db, Tables, Tenant } from './database.ts'
import { columnsOf, type FieldChanges, type NewFields } from './fields.ts'
import { breaksReference, breaksUnique } from './refusals.ts'

type Shape = {
  id: Generated<string>
  organization_id: number
  modified_at: ColumnType<Date, Date | undefined, Date>
}

type NamedTable = {
  [Table in keyof Tables]: Tables[Table] extends Shape ? Table : never
}[keyof Tables]

type Definition<Table> = {
  readonly table: Table
  /** The constraint that lets a name be given once. */
  readonly unique: string
}

type NamedRows<Table extends NamedTable> = {
  readonly find: (tenant: Tenant, id: string) => Promise<Selectable<Tables[Table]> | undefined>
  /** Returns `undefined` when the name is already taken. */
  readonly insert: (
    tenant: Tenant,
    fields: NewFields<Table>,
  ) => Promise<Selectable<Tables[Table]> | undefined>
  /** Returns `undefined` when the new name is already taken. Throws when there is no such row. */
  readonly change: (
    tenant: Tenant,
    id: string,
    changes: FieldChanges<Table>,
  ) => Promise<Selectable<Tables[Table]> | undefined>
  /** Returns false when another row still refers to it. */
  readonly remove: (tenant: Tenant, id: string) => Promise<boolean>
}

/** What all tables have in common whose rows an organization knows by a name. */
export function namedRows<Table extends NamedTable>({
  table,
  unique,
}: Definition<Table>): NamedRows<Table> {
  // Kysely cannot reason about a table that is not chosen yet: inside, it is any table of the shape.
  const name = table as unknown as 'row'
  const open = (db: Db) => db as unknown as Kysely<{ row: Shape }>

  const rows = {
    find: ({ db, organizationId }: Tenant, id: string) =>
      open(db)
        .selectFrom(name)
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .executeTakeFirst(),

    insert: ({ db, organizationId }: Tenant, fields: object) =>
      open(db)
        .insertInto(name)
        .values({ ...columnsOf(fields), organization_id: organizationId })
        .onConflict((conflict) => conflict.constraint(unique).doNothing())
        .returningAll()
        .executeTakeFirst(),

    change: ({ db, organizationId }: Tenant, id: string, changes: object) =>
      open(db)
        .updateTable(name)
        .set({ ...columnsOf(changes), modified_at: new Date() })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
        .catch(unless((error) => breaksUnique(error, unique), undefined)),

    remove: ({ db, organizationId }: Tenant, id: string) =>
      open(db)
        .deleteFrom(name)
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .execute()
        .then(() => true)
        .catch(unless(breaksReference, false)),
  }
  return rows as unknown as NamedRows<Table>
}

/** Throws the error again unless it is the refusal that was foreseen, which has a result of its own. */
function unless<Result>(isForeseen: (error: unknown) => boolean, result: Result) {
  return (error: unknown): Result => {
    if (!isForeseen(error)) throw error
    return result
  }
}
