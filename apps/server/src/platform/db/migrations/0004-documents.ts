import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stored_document (
      organization_id integer not null references organization on delete cascade,
      hash text not null check (hash ~ '^[0-9a-f]{64}$'),
      size bigint not null,
      mime_type text not null,
      created_at timestamptz not null default now(),
      primary key (organization_id, hash)
    );
  `.execute(db)
}
