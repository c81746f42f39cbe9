import { type Kysely, sql } from 'kysely'

/**
 * All strategies, and the search by words, which new profiles have and those that were made before do
 * not: what they were compared with stays what they do. An index keeps in which vector database each of
 * its collections lies, so that those that it no longer uses can be removed. Keywords are those of one
 * collection. Callers have data of their own that prompts refer to, and what addresses replied to a run is
 * kept for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table llm_profile drop constraint llm_profile_retrieval_strategy_check;
    alter table llm_profile add constraint llm_profile_retrieval_strategy_check check (
      retrieval_strategy in ('simple', 'subquestion', 'fusion', 'recursive', 'router',
        'keyword_table', 'automerging'));
    alter table llm_profile add column hybrid_search boolean not null default false;
    alter table llm_profile alter column hybrid_search set default true;

    alter table document_index add column vector_dbs jsonb not null default '{}';

    create table passage_keyword (
      organization_id integer not null references organization on delete cascade,
      collection text not null,
      keyword text not null,
      at integer not null,
      primary key (organization_id, collection, keyword, at)
    );

    alter table project add column custom_data jsonb;
    alter table execution add column custom_data jsonb;

    create table address_reply (
      organization_id integer not null references organization on delete cascade,
      call_key text not null,
      reply text not null,
      created_at timestamptz not null default now(),
      primary key (organization_id, call_key)
    );
  `.execute(db)
}
