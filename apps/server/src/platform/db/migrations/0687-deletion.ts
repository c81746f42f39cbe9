import { type Kysely, sql } from 'kysely'

/**
 * Organizations and accounts can be deleted, after a delay in which the deletion can be undone. What is
 * left of an organization is one row that says who asked for the deletion, and when it was done.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table organization
      add column deletes_at timestamptz,
      add column deletion_requested_by text;
    alter table user_account add column deletes_at timestamptz;
    create index organization_deletes_at on organization (deletes_at) where deletes_at is not null;
    create index user_account_deletes_at on user_account (deletes_at) where deletes_at is not null;
    create table deleted_organization (
      former_id integer primary key,
      slug text not null,
      name text not null,
      requested_by text not null,
      deleted_at timestamptz not null default now()
    );
  `.execute(db)
}
