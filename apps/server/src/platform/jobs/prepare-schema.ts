import { DBOS } from '@dbos-inc/dbos-sdk'
import { engineSchema } from './engine.ts'

/**
 * Brings the tables of the durable engine, which live in a schema of their own, to the version
 * that this program needs. May be called again, by several processes at once.
 */
export async function prepareJobsSchema(databaseUrl: string): Promise<void> {
  await DBOS.migrate(databaseUrl, { schemaName: engineSchema })
}
