import { type Kysely, sql } from 'kysely'

/** How sure values were of which a truth says whether they were right, and what is made of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table judged_value (
      organization_id integer not null references organization on delete cascade,
      project_id uuid not null references project on delete cascade,
      prompt_id uuid not null references prompt on delete cascade,
      document_hash text not null,
      type text not null,
      confidence double precision check (confidence between 0 and 1),
      is_right boolean not null,
      source text not null check (source in ('studio', 'review')),
      judged_at timestamptz not null default now(),
      primary key (prompt_id, document_hash)
    );
    create index judged_value_project on judged_value (project_id, judged_at);
    create table calibration (
      organization_id integer not null references organization on delete cascade,
      project_id uuid primary key references project on delete cascade,
      changes integer not null default 1,
      fitted_changes integer,
      fit json
    );
    alter table review_rule add column wrong_per_thousand integer
      check (wrong_per_thousand between 1 and 500);
  `.execute(db)
}
