import { type Kysely, sql } from 'kysely'

/** From where a change was made: the network address, the browser or program, and the name of the key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table audit_entry
      add column address text not null default '',
      add column browser text not null default '',
      add column key_name text;
    create index audit_entry_action on audit_entry (organization_id, action, id desc);
  `.execute(db)
}
