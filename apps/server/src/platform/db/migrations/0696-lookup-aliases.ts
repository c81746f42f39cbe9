import { type Kysely, sql } from 'kysely'

/**
 * What a prompt is matched to, and what people have decided a value means. An alias without a row says that the value
 * is not in the table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table prompt add column match_to jsonb;
    create table lookup_alias (
      organization_id integer not null references organization on delete cascade,
      lookup_table_id uuid not null references lookup_table on delete cascade,
      value text not null,
      row_key text,
      created_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      primary key (lookup_table_id, value)
    );
  `.execute(db)
}
