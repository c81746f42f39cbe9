import { type Kysely, sql } from 'kysely'

/**
 * Platform keys are stored sealed. A migration has no encryption key: the next start seals the
 * keys that an earlier version stored in clear.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table platform_key
      add column sealed_key text,
      alter column key drop not null,
      add constraint platform_key_stored_once check (num_nonnulls(key, sealed_key) = 1);
  `.execute(db)
}
