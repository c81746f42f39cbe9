import type pg from 'pg'
import { dbosSchema } from '../../platform/jobs/dbos.ts'
import type { Manifest, Table } from './manifest.ts'

const schemas = ['public', dbosSchema]

/** What migrating fills by itself. */
const bookkeeping = ['kysely_migration', 'kysely_migration_lock', 'dbos_migrations']

/** Tables with the columns that hold data of their own, by name. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and not c.relispartition
        and n.nspname = any($1) and not c.relname = any($2)
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by n.nspname, c.relname
      order by n.nspname, c.relname`,
    [schemas, bookkeeping],
  )
  return rows
}

export async function describeDatabase(client: pg.ClientBase): Promise<Manifest> {
  const migrations = await client.query<{ name: string }>(
    'select name from kysely_migration order by name',
  )
  const sequences = await client.query<Manifest['sequences'][number]>(
    `select schemaname as schema, sequencename as name, last_value::text as value
       from pg_sequences where schemaname = any($1) and last_value is not null`,
    [schemas],
  )
  return {
    format: 1,
    createdAt: new Date().toISOString(),
    migrations: migrations.rows.map(({ name }) => name),
    tables: await listTables(client),
    sequences: sequences.rows,
  }
}
