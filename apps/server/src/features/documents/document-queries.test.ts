import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../platform/db/connect.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { startServer } from '../../testing/start-server.ts'
import { buildDocumentQueries } from './document-queries.store.ts'

const documentCount = 20_000
const hashNumber = (n: number) => createHash('sha256').update(String(n)).digest('hex')
const toWritten = (hash: string) => ({ hash, size: 1, mimeType: 'application/pdf', path: hash })

test('looks up documents among many with one generic plan', async () => {
  const server = await startServer()
  onTestFinished(() => server.close())
  // A single connection, so that its prepared plans can be queried.
  const { db, close } = connect(server.databaseUrl, { warn: () => {} }, 1)
  onTestFinished(close)
  const { id } = await db.selectFrom('organization').select('id').executeTakeFirstOrThrow()
  const home: Tenant = { db, organizationId: id }
  await sql`
    insert into stored_document (organization_id, hash, size, mime_type)
    select ${id}, encode(sha256(n::text::bytea), 'hex'), 1, 'application/pdf'
    from generate_series(1, ${documentCount}) as n`.execute(db)
  await sql`analyze stored_document`.execute(db)

  const find = async (...hashes: string[]) => {
    const { existing: existingQuery } = buildDocumentQueries(home, hashes.map(toWritten))
    const { rows } = await sql<{ hash: string }>`select hash from (${existingQuery}) known`.execute(
      db,
    )
    return rows.map(({ hash }) => hash)
  }
  expect(await find(hashNumber(0))).toEqual([])
  expect(new Set(await find(hashNumber(7), hashNumber(0), hashNumber(8)))).toEqual(
    new Set([hashNumber(7), hashNumber(8)]),
  )
  for (let n = 1; n <= 30; n++) expect(await find(hashNumber(n))).toEqual([hashNumber(n)])

  const { rows: plans } = await sql<{ custom_plans: number; generic_plans: number }>`
    select custom_plans, generic_plans from pg_prepared_statements
    where statement like 'select hash from (%'`.execute(db)
  expect(plans).toHaveLength(1)
  // PostgreSQL tries five custom plans before it uses the generic one.
  expect(plans[0]?.custom_plans).toBe(5)
  expect(plans[0]?.generic_plans).toBeGreaterThan(15)
})
