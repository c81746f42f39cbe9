import { type Kysely, sql } from 'kysely'

/** Pages of the text service by key, plan and day: what a day still allows, and the days that are summed up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table text_job
      -- Without a reference: what a key has used is known when the key is gone.
      add column charged_key_id uuid,
      add column plan text not null default 'recto-unlimited',
      add column reserved_day date,
      add column reserved_pages integer not null default 0;
    update text_job set charged_key_id = key_id;
    alter table text_usage
      add column key_id uuid,
      add column plan text not null default 'recto-unlimited';
    update text_usage u set key_id = j.key_id from text_job j where j.id = u.job_id;
    create table text_quota_day (
      organization_id integer not null references organization on delete cascade,
      plan text not null,
      day date not null,
      pages integer not null,
      primary key (organization_id, plan, day)
    );
    create table text_usage_day (
      organization_id integer not null references organization on delete cascade,
      day date not null,
      key_id uuid,
      plan text not null,
      mode text not null,
      tag text not null,
      pages bigint not null,
      jobs bigint not null
    );
    create index text_usage_day_day on text_usage_day (organization_id, day);
    create index text_usage_day_tag on text_usage_day (organization_id, tag, day);
    create table text_usage_summed (
      organization_id integer primary key references organization on delete cascade,
      before date not null
    );
  `.execute(db)
}
