import { type Kysely, sql } from 'kysely'

/** One process at a time applies files to an organization. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table apply_lease (
      organization_id integer primary key references organization on delete cascade,
      holder uuid not null,
      holder_name text not null,
      began_at timestamptz not null,
      expires_at timestamptz not null
    )
  `.execute(db)
}
