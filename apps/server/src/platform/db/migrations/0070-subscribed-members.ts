import { type Kysely, sql } from 'kysely'

/** Where there are subscriptions, members say once that they begin. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table member add column is_subscribed boolean not null default false;
  `.execute(db)
}
