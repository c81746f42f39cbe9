import { type Kysely, sql } from 'kysely'

/** The last file that the random sample of an execution takes, so that it is not searched for each file anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table review_sample (
      execution_id uuid primary key references execution on delete cascade,
      organization_id integer not null references organization on delete cascade,
      files integer not null,
      percentage double precision not null,
      last_rank text not null
    );
    create index review_sample_organization on review_sample (organization_id);
  `.execute(db)
}
