import { type Kysely, sql } from 'kysely'

/** Links that sign an account in once, such as the one that the first start prints. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sign_in_link (
      token_hash text primary key,
      user_id integer not null references user_account on delete cascade,
      expires_at timestamptz not null
    )
  `.execute(db)
  await sql`create index sign_in_link_user on sign_in_link (user_id)`.execute(db)
}
