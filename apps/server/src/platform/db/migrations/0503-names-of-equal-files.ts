import { type Kysely, sql } from 'kysely'

/** Files of one request that have the same content are read once. Their further names are kept with the file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table file_execution add column other_names text[] not null default '{}'`.execute(
    db,
  )
}
