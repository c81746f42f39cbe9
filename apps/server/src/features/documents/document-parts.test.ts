import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../platform/db/connect.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { startServer } from '../../testing/start-server.ts'
import { documentParts } from './document-parts.store.ts'

const many = 20_000
const hashOf = (n: number) => createHash('sha256').update(String(n)).digest('hex')
const kept = (hash: string) => ({ hash, size: 1, mimeType: 'application/pdf', path: hash })

test('documents are found among many by a plan that is made once for all of them', async () => {
  const server = await startServer()
  onTestFinished(() => server.close())
  // A single connection, which can be asked for its plans.
  const { db, close } = connect(server.databaseUrl, { warn: () => {} }, 1)
  onTestFinished(close)
  const { id } = await db.selectFrom('organization').select('id').executeTakeFirstOrThrow()
  const home: Tenant = { db, organizationId: id }
  await sql`
    insert into stored_document (organization_id, hash, size, mime_type)
    select ${id}, encode(sha256(n::text::bytea), 'hex'), 1, 'application/pdf'
    from generate_series(1, ${many}) as n`.execute(db)
  await sql`analyze stored_document`.execute(db)

  const find = async (...hashes: string[]) => {
    const { known } = documentParts(home, hashes.map(kept))
    const { rows } = await sql<{ hash: string }>`select hash from (${known}) known`.execute(db)
    return rows.map(({ hash }) => hash)
  }
  expect(await find(hashOf(0))).toEqual([])
  expect(new Set(await find(hashOf(7), hashOf(0), hashOf(8)))).toEqual(
    new Set([hashOf(7), hashOf(8)]),
  )
  for (let n = 1; n <= 30; n++) expect(await find(hashOf(n))).toEqual([hashOf(n)])

  const { rows: plans } = await sql<{ custom_plans: number; generic_plans: number }>`
    select custom_plans, generic_plans from pg_prepared_statements
    where statement like 'select hash from (%'`.execute(db)
  expect(plans).toHaveLength(1)
  // The database tries five times what it would gain by planning anew each time.
  expect(plans[0]?.custom_plans).toBe(5)
  expect(plans[0]?.generic_plans).toBeGreaterThan(15)
})
