import { type Kysely, sql } from 'kysely'

/** How often each person of an organization has asked for its metrics of late. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table metric_call_count (
      organization_id integer not null references organization on delete cascade,
      user_id integer not null references user_account on delete cascade,
      began_at timestamptz not null,
      calls integer not null,
      primary key (organization_id, user_id)
    )
  `.execute(db)
}
