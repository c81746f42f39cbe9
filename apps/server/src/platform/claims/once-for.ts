import { randomUUID } from 'node:crypto'
import type { Db } from '../db/database.ts'
import type { Claims, WorkOnce } from './claims.ts'

type For = { readonly claims: Claims; readonly db: Db }

/**
 * `once` for whoever may be in a transaction. What that has written nobody else sees yet, so nobody else
 * can be at the same work; and it is written there, or not at all.
 */
export async function onceFor<Value>(
  { claims, db }: For,
  key: string,
  work: WorkOnce<Value>,
): Promise<Value> {
  if (!db.isTransaction) return claims.once(key, work)
  const write = await work({ id: randomUUID(), isFirst: true, confirm: async () => {} })
  return write(db)
}
