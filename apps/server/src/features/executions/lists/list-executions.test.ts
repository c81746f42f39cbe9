import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tables } from '../../../platform/db/database.ts'
import type { Person } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'

type Entity = Tables['execution']['entity']
type Status = Tables['execution']['status']
type StoredExecution = {
  readonly id: string
  readonly entity: Entity
  readonly status: Status
  readonly pipelineId: string | null
  readonly createdAt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
  /** It waited for people for so long. */
  readonly pausedMilliseconds: number
  /** It has only waited for people since then. */
  readonly pausedAt: number | null
}

const entities: readonly Entity[] = ['API', 'WF', 'ETL', 'TASK']
const statuses: readonly Status[] = ['COMPLETED', 'ERROR', 'STOPPED', 'EXECUTING', 'PENDING']
const deploymentId = randomUUID()
const dayMilliseconds = 24 * 60 * 60 * 1000
const firstDay = Date.now() - 40 * dayMilliseconds

/**
 * Twenty executions of each status; some have the same creation time or the same duration, and some
 * have waited for people or still do.
 */
const storedExecutions: readonly StoredExecution[] = Array.from({ length: 100 }, (_, index) => {
  const status = statuses[index % 5]!
  const createdAt = firstDay + Math.floor(index / 3) * dayMilliseconds
  const isFinished = !['EXECUTING', 'PENDING'].includes(status)
  const days = (index * 37) % 50
  return {
    id: randomUUID(),
    entity: entities[Math.floor(index / 7) % 4]!,
    status,
    pipelineId: index % 4 === 0 ? deploymentId : null,
    createdAt,
    startedAt: status === 'PENDING' ? null : createdAt + 10,
    finishedAt: isFinished ? createdAt + 10 + days * dayMilliseconds : null,
    pausedMilliseconds:
      isFinished && index % 2 === 0 ? Math.floor(days * 0.8) * dayMilliseconds : 0,
    pausedAt: status === 'EXECUTING' && index % 4 === 0 ? createdAt + 10 + dayMilliseconds : null,
  }
})

let server: TestServer
let ada: Person
/** A user of an organization with 12,000 executions. */
let largeOrganizationUser: Person

beforeAll(async () => {
  server = await startServer()
  ada = server.as('admin')
  largeOrganizationUser = server.as('admin', { organization: 'crowd' })
  await insertStored(await findOrganizationId(ada, 'recto'))
  await insertMany(await findOrganizationId(largeOrganizationUser, 'crowd'), 12_000)
})
afterAll(() => server?.close())

async function findOrganizationId(person: Person, slug: string): Promise<number> {
  await person.get('execution/')
  const { db } = server.ctx
  const query = db.selectFrom('organization').select('id').where('slug', '=', slug)
  return (await query.executeTakeFirstOrThrow()).id
}

const sharedColumns = { workflow_name: 'Any', plan: '{}', plan_hash: 'x' }

async function insertStored(organizationId: number): Promise<void> {
  const toDate = (time: number | null) => (time === null ? null : new Date(time))
  const rows = storedExecutions.map((row) => ({
    ...sharedColumns,
    organization_id: organizationId,
    workflow_id: randomUUID(),
    id: row.id,
    entity: row.entity,
    status: row.status,
    pipeline_id: row.pipelineId,
    pipeline_name: row.pipelineId && 'Invoice reader',
    created_at: new Date(row.createdAt),
    started_at: toDate(row.startedAt),
    finished_at: toDate(row.finishedAt),
  }))
  await server.ctx.db.insertInto('execution').values(rows).execute()
  for (const { id, pausedMilliseconds, pausedAt } of storedExecutions) {
    const files = pausedAt === null ? 0 : 1
    await sql`
      update execution set paused_seconds = ${pausedMilliseconds / 1000},
        paused_at = ${toDate(pausedAt)}, in_review_files = ${files}, total_files = ${files}
      where id = ${id}`.execute(server.ctx.db)
  }
}

async function insertMany(organizationId: number, executions: number): Promise<void> {
  await sql`
    insert into execution
      (organization_id, workflow_id, workflow_name, plan, plan_hash, entity, status, created_at)
    select ${organizationId}, gen_random_uuid(), 'Any', '{}', 'x', 'ETL', 'COMPLETED',
      now() - n * interval '1 second' from generate_series(1, ${executions}::int) as n
  `.execute(server.ctx.db)
}

type ListedExecution = { readonly id: string }

/** Loads all pages of a list, one after the other. */
async function loadAllPages(person: Person, path: string): Promise<ListedExecution[]> {
  const results: ListedExecution[] = []
  for (let next: string | null = path; next !== null; ) {
    const { status, body } = await person.get(next)
    expect(status).toBe(200)
    results.push(...body.results)
    next = body.next && new URL(body.next).pathname + new URL(body.next).search
  }
  return results
}

const getDuration = ({ startedAt, ...times }: StoredExecution) =>
  startedAt === null
    ? Number.POSITIVE_INFINITY
    : (times.finishedAt ?? times.pausedAt ?? Date.now()) - startedAt - times.pausedMilliseconds

const orderings = {
  created_at: (row: StoredExecution) => row.createdAt,
  execution_time: getDuration,
}

/** Sorts the expected ids in the requested order; the id breaks ties. */
function sortIds(rows: readonly StoredExecution[], ordering: string): string[] {
  const getKey = orderings[ordering.replace('-', '') as keyof typeof orderings]
  const sign = ordering.startsWith('-') ? -1 : 1
  const compare = <T>(a: T, b: T) => (a === b ? 0 : a < b ? -sign : sign)
  const sorted = rows.toSorted((a, b) => compare(getKey(a), getKey(b)) || compare(a.id, b.id))
  return sorted.map(({ id }) => id)
}

const rangeStart = firstDay + 10 * dayMilliseconds
const rangeEnd = firstDay + 20 * dayMilliseconds
const range = `created_at_after=${new Date(rangeStart).toISOString()}&created_at_before=${new Date(rangeEnd).toISOString()}`

const filters: readonly (readonly [string, string, (row: StoredExecution) => boolean])[] = [
  ['nothing', '', () => true],
  ['an entity', 'execution_entity=WF', ({ entity }) => entity === 'WF'],
  ['a status', 'status=ERROR', ({ status }) => status === 'ERROR'],
  [
    'several statuses',
    'status=PENDING&status=COMPLETED&status=PENDING',
    ({ status }) => ['PENDING', 'COMPLETED'].includes(status),
  ],
  [
    'an entity and a status',
    'execution_entity=API&status=EXECUTING',
    ({ entity, status }) => entity === 'API' && status === 'EXECUTING',
  ],
  ['a part of a name', 'search=INVOICE%20r', ({ pipelineId }) => pipelineId !== null],
  ['an id', `search=${storedExecutions[3]!.id}`, ({ id }) => id === storedExecutions[3]!.id],
  ['a text that is nowhere', 'search=nowhere', () => false],
  ['a sign that other searches take for any text', 'search=%25', () => false],
  ['a time', range, ({ createdAt }) => createdAt >= rangeStart && createdAt <= rangeEnd],
  [
    'all of them',
    `${range}&execution_entity=ETL&status=STOPPED&status=ERROR`,
    ({ entity, status, createdAt }) =>
      entity === 'ETL' &&
      ['STOPPED', 'ERROR'].includes(status) &&
      createdAt >= rangeStart &&
      createdAt <= rangeEnd,
  ],
]

describe('the list of executions', () => {
  test('returns 404 for pages after the last one', async () => {
    const pages = [16, 1000, Number.MAX_SAFE_INTEGER]
    const replies = await Promise.all(
      pages.map((page) => ada.get(`execution/?page_size=7&page=${page}`)),
    )
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  test.each(filters)('is complete in every order, filtered by %s', async (_, query, matches) => {
    const rows = storedExecutions.filter(matches)
    for (const ordering of ['created_at', '-created_at', 'execution_time', '-execution_time']) {
      const path = `execution/?${query}&page_size=7&ordering=${ordering}`
      const results = await loadAllPages(ada, path)

      expect(results.map(({ id }) => id)).toEqual(sortIds(rows, ordering))
      expect((await ada.get(path)).body.count).toBe(rows.length)
    }
  })

  test('filters by named date ranges', async () => {
    const count = async (name: string) =>
      (await ada.get(`execution/?date_range=${name}&page_size=1`)).body.count
    const countSince = (days: number) => {
      const now = new Date()
      const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
      return storedExecutions.filter(({ createdAt }) => createdAt >= today - days * dayMilliseconds)
        .length
    }

    expect(await count('last_30_days')).toBe(countSince(30))
    expect((await ada.get('execution/?date_range=ever')).body.errors).toMatchObject([
      { attr: 'date_range', code: 'invalid_choice' },
    ])
  })

  test('shows the same fields as the execution itself', async () => {
    const { body: list } = await ada.get('execution/?status=STOPPED&page_size=1')
    const { body: execution } = await ada.get(`execution/${list.results[0].id}/`)

    expect(execution).toMatchObject(list.results[0])
  })

  test('lists the runs of a deployment, newest first', async () => {
    const results = await loadAllPages(ada, `pipeline/${deploymentId}/executions/?page_size=7`)
    const rows = storedExecutions.filter(({ pipelineId }) => pipelineId === deploymentId)

    expect(results.map(({ id }) => id)).toEqual(sortIds(rows, '-created_at'))
  })

  test('counts up to 10,000 executions beyond the page, and lists all of them', async () => {
    const path = 'execution/?page_size=1000'
    const { body: first } = await largeOrganizationUser.get(path)
    const { body: last } = await largeOrganizationUser.get(`${path}&page=12`)
    const results = await loadAllPages(largeOrganizationUser, path)

    expect(first.count).toBe(11_000)
    expect(last).toMatchObject({ count: 12_000, next: null })
    expect(new Set(results.map(({ id }) => id)).size).toBe(12_000)
  })
})
