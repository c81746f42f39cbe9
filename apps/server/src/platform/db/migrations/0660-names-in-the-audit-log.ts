import { type Kysely, sql } from 'kysely'

/** The audit log names what its values refer to by an id, from the newest entry about it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index audit_entry_subject on audit_entry (organization_id, subject_id, id desc);
  `.execute(db)
}
