import { type Kysely, sql } from 'kysely'

/**
 * A workflow that is being set up as a pipeline is a draft until it is deployed, and a preview is a dry run that takes
 * the first files of the source.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workflow add column is_pipeline_draft boolean not null default false;
    alter table execution add column is_preview boolean not null default false;
  `.execute(db)
}
