import type pg from 'pg'
import type { BackupTable, Manifest } from './manifest.ts'

/** Earlier versions kept jobs in the schema `dbos`; some may not have been moved yet. */
const schemas = ['public', 'dbos']

/** Tables filled by migrations. */
const migrationTables = ['kysely_migration', 'kysely_migration_lock', 'dbos_migrations']

/** Lists tables with their stored columns. */
export async function listDatabaseTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and not c.relispartition
        and n.nspname = any($1) and not c.relname = any($2)
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by n.nspname, c.relname
      order by n.nspname, c.relname`,
    [schemas, migrationTables],
  )
  return rows
}

/** A foreign key, quoted for statements. */
export type Reference = {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Lists foreign keys; those of partitions follow the ones of their table. */
export async function listReferences(client: pg.ClientBase): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name,
         pg_get_constraintdef(oid) as definition
       from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace::regnamespace::text = any($1)
      order by 1, 2`,
    [schemas],
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
    tables: await listDatabaseTables(client),
    sequences: sequences.rows,
  }
}
