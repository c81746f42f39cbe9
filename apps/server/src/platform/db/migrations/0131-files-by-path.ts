import { type Kysely, sql } from 'kysely'

/**
 * The files of an execution by their paths and by how these begin, whatever the language of the database is: a run of
 * very many looks up each of its files without reading the others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index file_execution_path on file_execution (execution_id, file_path text_pattern_ops)
      where file_path is not null;
  `.execute(db)
}
