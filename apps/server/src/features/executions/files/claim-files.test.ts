import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTimeOrderedId } from '../../../platform/time-ordered-id.ts'
import { limitsOfWorker, wholeShare } from '../../../platform/work/limits.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { fileQueue } from './run-file.ts'

// A server without a worker: only these tests claim files.
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

type WaitingFiles = {
  readonly organizationId: number
  readonly workflowId: string
  readonly isAwaited?: boolean
}

let fileAgeMinutes = 0

/** Inserts waiting files, each a minute newer than the previous one. Returns their ids. */
async function addWaiting(
  count: number,
  { organizationId, workflowId, isAwaited = false }: WaitingFiles,
): Promise<string[]> {
  const { db } = server.ctx
  const { id: executionId } = await db
    .insertInto('execution')
    .values({
      organization_id: organizationId,
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
    fileAgeMinutes += 1
    const hash = fileAgeMinutes.toString(16).padStart(64, '0')
    return {
      id: createTimeOrderedId(),
      hash,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, fileAgeMinutes)),
    }
  })
  await db
    .insertInto('stored_document')
    .values(
      files.map(({ hash }) => ({
        organization_id: organizationId,
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
        organization_id: organizationId,
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

const batchLimits = { max: 7, maxOfOrganization: 4, maxOfGroup: 3 }

async function claim(
  workerId: string,
  limits = { awaited: batchLimits, batch: batchLimits },
  share = wholeShare,
): Promise<string[]> {
  const ownLimits = limitsOfWorker(limits, share)
  const request = { workerId, limits, ownLimits, maxSuspicious: 1 }
  return (await fileQueue.claim(server.ctx.db, request)).map(({ id }) => id)
}

const workflows = ['a', 'b', 'c'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`)
const [first = '', second = '', third = ''] = workflows

test('a large batch leaves slots for another workflow and another organization', async () => {
  const [large = 0, small = 0] = organizations
  const largeBatch = await addWaiting(40, { organizationId: large, workflowId: first })
  const smallBatch = await addWaiting(2, { organizationId: large, workflowId: second })
  const otherOrganization = await addWaiting(3, { organizationId: small, workflowId: third })

  const claimedIds = await claim('one')

  const onlyClaimed = (ids: string[]) => ids.filter((id) => claimedIds.includes(id))
  expect(onlyClaimed(largeBatch)).toEqual(largeBatch.slice(0, 2))
  expect(onlyClaimed(smallBatch)).toEqual(smallBatch.slice(0, 2))
  expect(onlyClaimed(otherOrganization)).toEqual(otherOrganization)
})

test('all workers together hold no more files of a workflow than its limit', async () => {
  const [large = 0] = organizations
  const firstBatch = await addWaiting(40, { organizationId: large, workflowId: first })
  const secondBatch = await addWaiting(40, { organizationId: large, workflowId: second })

  expect((await claim('one')).sort()).toEqual(
    [...firstBatch.slice(0, 2), ...secondBatch.slice(0, 2)].sort(),
  )
  expect(await claim('two')).toEqual([])
})

test('a worker holds no more than its share of the limits', async () => {
  const [large = 0] = organizations
  const waitingIds = await addWaiting(40, { organizationId: large, workflowId: first })
  const limits = { awaited: batchLimits, batch: batchLimits }

  expect(await claim('one', limits, { count: 2, rank: 1 })).toEqual(waitingIds.slice(0, 1))
  expect(await claim('one', limits, { count: 2, rank: 1 })).toEqual([])
  expect((await claim('two', limits, { count: 2, rank: 0 })).sort()).toEqual(
    waitingIds.slice(1, 3).sort(),
  )
  expect(await claim('three', limits, { count: 2, rank: 0 })).toEqual([])
})

test('claims files with a waiting caller first, however old the others are', async () => {
  const [large = 0] = organizations
  await addWaiting(40, { organizationId: large, workflowId: first })
  const [awaitedId] = await addWaiting(1, {
    organizationId: large,
    workflowId: first,
    isAwaited: true,
  })
  const noLimits = { max: 0, maxOfOrganization: 0, maxOfGroup: 0 }

  expect(await claim('one', { awaited: batchLimits, batch: noLimits })).toEqual([awaitedId])
})

test('claims a file of an earlier version without a workflow id', async () => {
  const [large = 0] = organizations
  const [fileId] = await addWaiting(1, { organizationId: large, workflowId: first })
  await server.ctx.db.updateTable('file_execution').set({ workflow_id: null }).execute()

  expect(await claim('one')).toEqual([fileId])
})
