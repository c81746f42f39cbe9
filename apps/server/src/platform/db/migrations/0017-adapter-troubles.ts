import { type Kysely, sql } from 'kysely'

/** An adapter that does not answer, and when it is tried again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table adapter_trouble (
      organization_id integer not null references organization on delete cascade,
      adapter_id uuid primary key references adapter on delete cascade,
      message text not null,
      since timestamptz not null default now(),
      tried_again_at timestamptz not null
    );
  `.execute(db)
}
