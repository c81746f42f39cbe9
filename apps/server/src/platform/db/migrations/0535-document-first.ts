import { type Kysely, sql } from 'kysely'

/**
 * Projects that exist keep the order of their prompts; new ones begin with the document. Usage tells
 * which part of the input a service has read from its cache.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table project add column document_first boolean not null default false;
    alter table project alter column document_first set default true;
    alter table usage_record add column cached_tokens integer not null default 0;
  `.execute(db)
}
