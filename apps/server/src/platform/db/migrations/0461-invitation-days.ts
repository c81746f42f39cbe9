import { type Kysely, sql } from 'kysely'

/** Counts the invitations that an organization has sent on its last day with one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invitation_day (
      organization_id integer primary key references organization on delete cascade,
      day date not null,
      invitations integer not null
    );
  `.execute(db)
}
