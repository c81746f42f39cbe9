import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { partOf, whole } from '../../../platform/leases/share.ts'
import { timeOrderedId } from '../../../platform/time-ordered-id.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { claimFiles } from './claimed-files.store.ts'

// A server that only serves: nothing is claimed but by these tests.
let server: TestServer
let organizations: number[]

beforeAll(async () => {
  server = await startServer()
  const rows = await server.ctx.db
    .insertInto('organization')
    .values(['large', 'small'].map((name) => ({ slug: name, name, display_name: name })))
    .returning('id')
    .execute()
  organizations = rows.map(({ id }) => id)
})

afterAll(() => server?.close())

beforeEach(async () => {
  await server.ctx.db.deleteFrom('file_execution').execute()
})

type Waiting = { readonly of: number; readonly workflowId: string; readonly isAwaited?: boolean }

let minutes = 0

/** Files that wait, each a minute younger than the one before. Returns their ids. */
async function addWaiting(
  count: number,
  { of, workflowId, isAwaited = false }: Waiting,
): Promise<string[]> {
  const { db } = server.ctx
  const { id: executionId } = await db
    .insertInto('execution')
    .values({
      organization_id: of,
      workflow_id: workflowId,
      workflow_name: 'Invoices',
      entity: 'API',
      status: 'PENDING',
      total_files: count,
      plan_hash: 'plan',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const files = Array.from({ length: count }, () => {
    minutes += 1
    const hash = minutes.toString(16).padStart(64, '0')
    return { id: timeOrderedId(), hash, createdAt: new Date(Date.UTC(2026, 0, 1, 0, minutes)) }
  })
  await db
    .insertInto('stored_document')
    .values(
      files.map(({ hash }) => ({
        organization_id: of,
        hash,
        size: 1,
        mime_type: 'text/plain',
        path: hash,
      })),
    )
    .execute()
  await db
    .insertInto('file_execution')
    .values(
      files.map(({ id, hash, createdAt }) => ({
        id,
        organization_id: of,
        execution_id: executionId,
        workflow_id: workflowId,
        is_awaited: isAwaited,
        file_name: 'invoice.txt',
        file_size: 1,
        file_hash: hash,
        mime_type: 'text/plain',
        status: 'PENDING' as const,
        worker_id: null,
        error: null,
        created_at: createdAt,
      })),
    )
    .execute()
  return files.map(({ id }) => id)
}

const batch = { max: 7, maxOfOrganization: 4, maxOfGroup: 3 }

async function claim(
  workerId: string,
  limits = { awaited: batch, batch },
  share = whole,
): Promise<string[]> {
  const ownLimits = partOf(limits, share)
  const by = { workerId, limits, ownLimits, suspiciousDeaths: 2, maxSuspicious: 1 }
  return (await claimFiles(server.ctx, by)).map(({ id }) => id)
}

const workflows = ['a', 'b', 'c'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`)
const [first = '', second = '', third = ''] = workflows

test('a large batch leaves room for another workflow and another organization', async () => {
  const [large = 0, small = 0] = organizations
  const many = await addWaiting(40, { of: large, workflowId: first })
  const few = await addWaiting(2, { of: large, workflowId: second })
  const others = await addWaiting(3, { of: small, workflowId: third })

  const claimed = await claim('one')

  const of = (ids: string[]) => ids.filter((id) => claimed.includes(id))
  expect(of(many)).toEqual(many.slice(0, 2))
  expect(of(few)).toEqual(few.slice(0, 2))
  expect(of(others)).toEqual(others)
})

test('no more of a workflow are held by all workers together than it may have', async () => {
  const [large = 0] = organizations
  const many = await addWaiting(40, { of: large, workflowId: first })
  const more = await addWaiting(40, { of: large, workflowId: second })

  expect((await claim('one')).sort()).toEqual([...many.slice(0, 2), ...more.slice(0, 2)].sort())
  expect(await claim('two')).toEqual([])
})

test('a worker holds no more than its part of what all may have', async () => {
  const [large = 0] = organizations
  const many = await addWaiting(40, { of: large, workflowId: first })
  const limits = { awaited: batch, batch }

  expect(await claim('one', limits, { count: 2, rank: 1 })).toEqual(many.slice(0, 1))
  expect(await claim('one', limits, { count: 2, rank: 1 })).toEqual([])
  expect((await claim('two', limits, { count: 2, rank: 0 })).sort()).toEqual(
    many.slice(1, 3).sort(),
  )
  expect(await claim('three', limits, { count: 2, rank: 0 })).toEqual([])
})

test('files for which somebody waits come first, however old the others are', async () => {
  const [large = 0] = organizations
  await addWaiting(40, { of: large, workflowId: first })
  const [awaited] = await addWaiting(1, { of: large, workflowId: first, isAwaited: true })
  const none = { max: 0, maxOfOrganization: 0, maxOfGroup: 0 }

  expect(await claim('one', { awaited: batch, batch: none })).toEqual([awaited])
})

test('a file of an earlier version, which names no workflow, is claimed too', async () => {
  const [large = 0] = organizations
  const [old] = await addWaiting(1, { of: large, workflowId: first })
  await server.ctx.db.updateTable('file_execution').set({ workflow_id: null }).execute()

  expect(await claim('one')).toEqual([old])
})
