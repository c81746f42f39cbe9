import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import type { WorkTable } from '../../../platform/work/item-store.ts'

/**
 * Maximum number of running tests of one organization over all workers; each test answers several
 * documents at a time.
 */
const maxOfOrganization = 2

/** The regression tests as items of work; somebody waits for each of them. */
export const regressionTestTable: WorkTable = {
  table: 'verification',
  group: sql`project_id`,
  groupPrefix: 'verification/',
  isAwaited: 'always',
  isWaiting: sql`state = 'waiting'`,
  isHeld: sql`state = 'running'`,
  onClaim: sql`state = 'running', started_at = coalesce(started_at, now())`,
  onRelease: sql`state = 'waiting'`,
  maxOfOrganization,
}

/**
 * Returns a claimed test with the versions that it compares; `undefined` when the worker has lost its
 * lease.
 */
export async function findHeldRegressionTest(
  { db, organizationId }: Tenant,
  { id, workerId }: { readonly id: string; readonly workerId: string },
): Promise<Selectable<Tables['verification']> | undefined> {
  return db
    .selectFrom('verification')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('worker_id', '=', workerId)
    .where('state', '=', 'running')
    .executeTakeFirst()
}
