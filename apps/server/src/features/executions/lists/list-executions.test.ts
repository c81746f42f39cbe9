import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tables } from '../../../platform/db/database.ts'
import type { Person } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'

type Entity = Tables['execution']['entity']
type Status = Tables['execution']['status']
type Stored = {
  readonly id: string
  readonly entity: Entity
  readonly status: Status
  readonly pipelineId: string | null
  readonly createdAt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
}

const entities: readonly Entity[] = ['API', 'WF', 'ETL', 'TASK']
const statuses: readonly Status[] = ['COMPLETED', 'ERROR', 'STOPPED', 'EXECUTING', 'PENDING']
const deployment = randomUUID()
const day = 24 * 60 * 60 * 1000
const start = Date.now() - 40 * day

/** Twenty of each status, also some that were made in the same moment, or took the same time. */
const stored: readonly Stored[] = Array.from({ length: 100 }, (_, index) => {
  const status = statuses[index % 5]!
  const createdAt = start + Math.floor(index / 3) * day
  const isFinished = !['EXECUTING', 'PENDING'].includes(status)
  return {
    id: randomUUID(),
    entity: entities[Math.floor(index / 7) % 4]!,
    status,
    pipelineId: index % 4 === 0 ? deployment : null,
    createdAt,
    startedAt: status === 'PENDING' ? null : createdAt + 10,
    finishedAt: isFinished ? createdAt + 10 + ((index * 37) % 50) * day : null,
  }
})

let server: TestServer
let ada: Person
/** A thousand pages, nearly. */
let crowd: Person

beforeAll(async () => {
  server = await startServer()
  ada = server.as('admin')
  crowd = server.as('admin', { organization: 'crowd' })
  await insert(await organizationOf(ada, 'recto'))
  await insertMany(await organizationOf(crowd, 'crowd'), 12_000)
})
afterAll(() => server?.close())

async function organizationOf(person: Person, slug: string): Promise<number> {
  await person.get('execution/')
  const { db } = server.ctx
  const found = db.selectFrom('organization').select('id').where('slug', '=', slug)
  return (await found.executeTakeFirstOrThrow()).id
}

const shared = { workflow_name: 'Any', plan: '{}', plan_hash: 'x' }

async function insert(organizationId: number): Promise<void> {
  const at = (time: number | null) => (time === null ? null : new Date(time))
  const rows = stored.map((row) => ({
    ...shared,
    organization_id: organizationId,
    workflow_id: randomUUID(),
    id: row.id,
    entity: row.entity,
    status: row.status,
    pipeline_id: row.pipelineId,
    created_at: new Date(row.createdAt),
    started_at: at(row.startedAt),
    finished_at: at(row.finishedAt),
  }))
  await server.ctx.db.insertInto('execution').values(rows).execute()
}

async function insertMany(organizationId: number, executions: number): Promise<void> {
  await sql`
    insert into execution
      (organization_id, workflow_id, workflow_name, plan, plan_hash, entity, status, created_at)
    select ${organizationId}, gen_random_uuid(), 'Any', '{}', 'x', 'ETL', 'COMPLETED',
      now() - n * interval '1 second' from generate_series(1, ${executions}::int) as n
  `.execute(server.ctx.db)
}

type Shown = { readonly id: string }

/** What all pages show, one after the other. */
async function walk(person: Person, path: string): Promise<Shown[]> {
  const shown: Shown[] = []
  for (let next: string | null = path; next !== null; ) {
    const { status, body } = await person.get(next)
    expect(status).toBe(200)
    shown.push(...body.results)
    next = body.next && new URL(body.next).pathname + new URL(body.next).search
  }
  return shown
}

const took = ({ startedAt, finishedAt }: Stored) =>
  startedAt === null ? Number.POSITIVE_INFINITY : (finishedAt ?? Date.now()) - startedAt

const orderings = {
  created_at: (row: Stored) => row.createdAt,
  execution_time: took,
}

/** In the order that is asked for; of equal ones the id decides. */
function expected(rows: readonly Stored[], ordering: string): string[] {
  const keyOf = orderings[ordering.replace('-', '') as keyof typeof orderings]
  const sign = ordering.startsWith('-') ? -1 : 1
  const compare = <T>(a: T, b: T) => (a === b ? 0 : a < b ? -sign : sign)
  const sorted = rows.toSorted((a, b) => compare(keyOf(a), keyOf(b)) || compare(a.id, b.id))
  return sorted.map(({ id }) => id)
}

const from = start + 10 * day
const until = start + 20 * day
const range = `created_at_after=${new Date(from).toISOString()}&created_at_before=${new Date(until).toISOString()}`

const filters: readonly (readonly [string, string, (row: Stored) => boolean])[] = [
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
  ['a time', range, ({ createdAt }) => createdAt >= from && createdAt <= until],
  [
    'all of them',
    `${range}&execution_entity=ETL&status=STOPPED&status=ERROR`,
    ({ entity, status, createdAt }) =>
      entity === 'ETL' &&
      ['STOPPED', 'ERROR'].includes(status) &&
      createdAt >= from &&
      createdAt <= until,
  ],
]

describe('the list of executions', () => {
  test('has no page behind its last one, however far', async () => {
    const pages = [16, 1000, Number.MAX_SAFE_INTEGER]
    const replies = await Promise.all(
      pages.map((page) => ada.get(`execution/?page_size=7&page=${page}`)),
    )
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  test.each(filters)('is complete and in every order, by %s', async (_, query, isWanted) => {
    const rows = stored.filter(isWanted)
    for (const ordering of ['created_at', '-created_at', 'execution_time', '-execution_time']) {
      const path = `execution/?${query}&page_size=7&ordering=${ordering}`
      const shown = await walk(ada, path)

      expect(shown.map(({ id }) => id)).toEqual(expected(rows, ordering))
      expect((await ada.get(path)).body.count).toBe(rows.length)
    }
  })

  test('is narrowed to days by their name', async () => {
    const count = async (name: string) =>
      (await ada.get(`execution/?date_range=${name}&page_size=1`)).body.count
    const since = (days: number) => {
      const now = new Date()
      const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
      return stored.filter(({ createdAt }) => createdAt >= today - days * day).length
    }

    expect(await count('last_30_days')).toBe(since(30))
    expect((await ada.get('execution/?date_range=ever')).body.errors).toMatchObject([
      { attr: 'date_range', code: 'invalid_choice' },
    ])
  })

  test('shows a row as the execution itself is shown', async () => {
    const { body: list } = await ada.get('execution/?status=STOPPED&page_size=1')
    const { body: one } = await ada.get(`execution/${list.results[0].id}/`)

    expect(one).toMatchObject(list.results[0])
  })

  test('of a deployment has its runs, the newest first', async () => {
    const shown = await walk(ada, `pipeline/${deployment}/executions/?page_size=7`)
    const rows = stored.filter(({ pipelineId }) => pipelineId === deployment)

    expect(shown.map(({ id }) => id)).toEqual(expected(rows, '-created_at'))
  })

  test('counts some thousands beyond the page, and is complete all the same', async () => {
    const path = 'execution/?page_size=1000'
    const { body: first } = await crowd.get(path)
    const { body: last } = await crowd.get(`${path}&page=12`)
    const shown = await walk(crowd, path)

    expect(first.count).toBe(11_000)
    expect(last).toMatchObject({ count: 12_000, next: null })
    expect(new Set(shown.map(({ id }) => id)).size).toBe(12_000)
  })
})
