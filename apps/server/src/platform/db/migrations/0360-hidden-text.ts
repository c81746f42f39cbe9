import { type Kysely, sql } from 'kysely'

/**
 * What becomes of text that nobody sees. Projects that there were before answer as they did, for other texts would have to be
 * indexed anew, which may be paid; new ones leave it out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table project add column hidden_text_policy text not null default 'off'
      check (hidden_text_policy in ('leave_out', 'flag', 'refuse', 'off'));
    alter table project alter column hidden_text_policy set default 'leave_out';
  `.execute(db)
}
