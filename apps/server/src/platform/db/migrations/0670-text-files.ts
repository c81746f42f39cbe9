import { type Kysely, sql } from 'kysely'

/**
 * Files that clients upload once and then name in jobs of the text service. A file that was uploaded with the key of
 * one deployment names that one, because no other deployment's key may open it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table text_file (
      id uuid primary key default gen_random_uuid(),
      organization_id integer not null references organization on delete cascade,
      deployment_id uuid references api_deployment on delete set null,
      name text not null,
      purpose text not null,
      external_file_id text,
      file_hash text not null,
      created_at timestamptz not null default now(),
      foreign key (organization_id, file_hash) references stored_document on delete restrict
    );
    create index text_file_created on text_file (organization_id, created_at);
    create index text_file_deployment on text_file (deployment_id) where deployment_id is not null;
    create index text_file_hash on text_file (organization_id, file_hash);
  `.execute(db)
}
