import { randomUUID } from 'node:crypto'
import type { Db } from '../db/database.ts'
import type { Claims, SingleFlightWork } from './claims.ts'

type OnceContext = { readonly claims: Claims; readonly db: Db }

/**
 * `once` for whoever may be in a transaction. What that has written nobody else sees yet, so nobody else
 * can be at the same work; and it is written there, or not at all.
 */
export async function singleFlightWithin<Value>(
  { claims, db }: OnceContext,
  key: string,
  work: SingleFlightWork<Value>,
): Promise<Value> {
  if (!db.isTransaction) return claims.singleFlight(key, work)
  const write = await work({ id: randomUUID(), isFirst: true, assertHeld: async () => {} })
  return write(db)
}
