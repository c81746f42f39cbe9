import { type Kysely, sql } from 'kysely'

/**
 * Whether somebody has run the draft of a pipeline lately is found without reading all executions. Drafts are not
 * deployed, so only executions by hand count.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index execution_by_hand on execution (organization_id, workflow_id, created_at)
      where entity = 'WF'
  `.execute(db)
}
