import type { LookupColumn } from '@recto/contract/lookups/lookup-tables'
import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import { toStorableJson } from '../../../platform/db/sql-text.ts'
import type { LookupTableVersionRow } from './lookup-tables.store.ts'

/** A row of an uploaded file as it is stored. */
export type UploadedRow = {
  /** Its number in the file. */
  readonly row_number: number
  readonly row_key: string
  readonly cells: readonly string[]
  readonly keys: readonly string[]
  readonly name: string
  readonly postcode: string
  readonly city: string
}

/** Creates the table that collects the rows of one upload, until the transaction ends. */
export async function beginUpload({ db }: Tenant): Promise<void> {
  await sql`create temporary table lookup_upload (
    row_number integer, row_key text, cells jsonb, keys text[], name text, postcode text, city text
  ) on commit drop`.execute(db)
}

/** Adds rows to the upload of the transaction, which is of the tenant alone. */
export async function addUploadedRows({ db }: Tenant, rows: readonly UploadedRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`insert into lookup_upload
    select * from jsonb_to_recordset(${toStorableJson(rows)}::jsonb) as sent (
      row_number integer, row_key text, cells jsonb, keys text[], name text, postcode text, city text
    )`.execute(db)
}

type DoubleKey = { readonly row_key: string; readonly first: number; readonly second: number }

/** Finds the first key that two rows of the upload have. */
export async function findDoubleKey({ db }: Tenant): Promise<DoubleKey | undefined> {
  const { rows } = await sql<DoubleKey>`
    select row_key, min(row_number) as first, (array_agg(row_number order by row_number))[2] as second
    from lookup_upload group by row_key having count(*) > 1
    order by min(row_number) limit 1`.execute(db)
  return rows[0]
}

/** Adds empty cells to rows that arrived before the last columns were known. */
export async function padUploadedRows({ db }: Tenant, columnCount: number): Promise<void> {
  await sql`
    update lookup_upload set cells = cells || (
      select jsonb_agg(''::text) from generate_series(jsonb_array_length(cells) + 1, ${columnCount}::integer))
    where jsonb_array_length(cells) < ${columnCount}::integer`.execute(db)
}

/** Whether the rows of the upload are other ones than those of the current version of a table. */
export async function hasDifferentRows(
  { db, organizationId }: Tenant,
  { id, rowCount }: { readonly id: string; readonly rowCount: number },
): Promise<boolean> {
  const { rows } = await sql<{ equal: number; current: number }>`
    select count(sent.row_key)::integer as equal, count(*)::integer as current
    from lookup_row as stored
    left join lookup_upload as sent on sent.row_key = stored.row_key and sent.cells = stored.cells
    where stored.organization_id = ${organizationId} and stored.lookup_table_id = ${id}
      and stored.to_version is null`.execute(db)
  const { equal: equalCount = 0, current: currentCount = 0 } = rows[0] ?? {}
  return equalCount !== rowCount || currentCount !== rowCount
}

type NewVersion = {
  readonly id: string
  readonly version: number
  readonly columns: readonly LookupColumn[]
  readonly fileName: string
  readonly rowCount: number
  /** Null if the person who set the schedule has left. */
  readonly createdBy: number | null
}

/** Replaces the rows of the table by those of the upload, as a new version. Equal rows stay. */
export async function replaceRows(
  tenant: Tenant,
  newVersion: NewVersion,
): Promise<LookupTableVersionRow> {
  const { db, organizationId } = tenant
  const { id, version, columns, fileName, rowCount, createdBy } = newVersion
  await sql`create index on lookup_upload (row_key)`.execute(db)
  await sql`analyze lookup_upload`.execute(db)
  const { rows: replacedCounts } = await sql<{ replaced: number; changed: number }>`
    with closed as (
      update lookup_row as stored set to_version = ${version}
      where organization_id = ${organizationId} and lookup_table_id = ${id} and to_version is null
        and not exists (select from lookup_upload as sent
          where sent.row_key = stored.row_key and sent.cells = stored.cells)
      returning row_key
    )
    select count(*)::integer as replaced,
      count(*) filter (where exists (
        select from lookup_upload as sent where sent.row_key = closed.row_key))::integer as changed
    from closed`.execute(db)
  const { numAffectedRows: insertedCount = 0n } = await sql`
    insert into lookup_row (organization_id, lookup_table_id, row_key, from_version, cells, keys, name,
      postcode, city)
    select ${organizationId}::integer, ${id}::uuid, row_key, ${version}::integer, cells, keys, name,
      postcode, city
    from lookup_upload as sent
    where not exists (select from lookup_row as stored
      where stored.organization_id = ${organizationId} and stored.lookup_table_id = ${id}
        and stored.row_key = sent.row_key and stored.to_version is null)`.execute(db)
  // Without statistics, the database would read the whole table for each name that it searches.
  await sql`analyze lookup_row`.execute(db)
  const { replaced: replacedCount = 0, changed: changedCount = 0 } = replacedCounts[0] ?? {}
  await db
    .updateTable('lookup_table')
    .set({
      version,
      row_count: rowCount,
      columns: JSON.stringify(columns),
      modified_by: createdBy,
      modified_at: new Date(),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
  return db
    .insertInto('lookup_table_version')
    .values({
      organization_id: organizationId,
      lookup_table_id: id,
      version,
      file_name: fileName,
      row_count: rowCount,
      added: Number(insertedCount) - changedCount,
      changed: changedCount,
      removed: replacedCount - changedCount,
      created_by: createdBy,
      // Later than the beginning of the transaction: runs that began in the meantime use the version before.
      created_at: new Date(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Days after which a row that no current version has is deleted; runs that are older find it no more. */
const replacedRowDays = 30

/** Deletes rows that were replaced long ago. */
export async function deleteReplacedRows(
  { db, organizationId }: Tenant,
  id: string,
): Promise<void> {
  await sql`
    delete from lookup_row
    where organization_id = ${organizationId} and lookup_table_id = ${id}
      and to_version <= (
        select max(version) from lookup_table_version
        where organization_id = ${organizationId} and lookup_table_id = ${id}
          and created_at < now() - make_interval(days => ${replacedRowDays}))`.execute(db)
}
