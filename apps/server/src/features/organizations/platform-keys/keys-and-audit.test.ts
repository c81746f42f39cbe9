import type { Endpoint } from '@recto/contract/wire/endpoint'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seed } from '../../../entry/seed/seed.ts'
import type { Person } from '../../../testing/people.ts'
import { asSuperuser } from '../../../testing/start-postgres.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'

let server: TestServer
let ada: Person
let otto: Person

beforeAll(async () => {
  server = await startServer()
  ada = server.as('admin')
  otto = server.as('admin', { name: 'otto', organization: 'otherwise' })
})
afterAll(() => server.close())

type Key = { id: string; key_name: string; key: string; is_active: boolean }

const keys = async (): Promise<Key[]> => (await ada.get('platform/keys/')).body
const activeOnes = async () =>
  (await keys()).filter((key) => key.is_active).map(({ key_name }) => key_name)
const otherPathOf = (path: string) => server.base.replace(/[^/]+\/$/, 'otherwise/') + path
const unknownId = '00000000-0000-4000-8000-000000000000'

describe('the two platform keys', () => {
  test('[US-047] a key that is not the organization’s, or an action that is none, changes nothing', async () => {
    const otherKey = (await otto.get('platform/keys/')).body[0]
    const [ownKey] = await keys()
    const refusedReplies = [
      await ada.put(`platform/keys/${otherKey.id}/`, { action: 'DEACTIVATE' }),
      await ada.put('platform/keys/', { id: otherKey.id, key_name: 'Key #1' }),
      await ada.delete(`platform/keys/${otherKey.id}/`),
      await ada.put(`platform/keys/${ownKey?.id}/`, { action: 'EXPLODE' }),
      await ada.post('platform/keys/', { key_name: 'Key #1', is_active: true }),
      await ada.post('platform/keys/', { key_name: 'Key #3', is_active: true }),
    ]

    expect(refusedReplies.map(({ status }) => status)).toEqual([404, 404, 404, 400, 400, 400])
    expect(await keys()).toEqual([ownKey])
    const { body } = await otto.get('platform/keys/')
    expect(body).toEqual([otherKey])
  })

  test('[US-038, US-044, US-045] a new organization has one, and the second slot is filled with a key of its own', async () => {
    const createdReply = await ada.post('platform/keys/', { key_name: 'Key #2', is_active: false })
    const third = await ada.post('platform/keys/', { key_name: 'Key #2', is_active: false })
    const all = await keys()

    expect(createdReply.status).toBe(201)
    expect(createdReply.body).toEqual({
      id: expect.any(String),
      key_name: 'Key #2',
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(third.status).toBe(403)
    expect(all).toMatchObject([
      { key_name: 'Key #1', is_active: true },
      { ...createdReply.body, is_active: false },
    ])
    expect(all[0]?.key).not.toBe(all[1]?.key)
  })

  test('[US-041, US-048] one is active at most, also when two are switched on at once', async () => {
    const [first, second] = await keys()
    const switchOn = (key: Key | undefined) =>
      ada.put(`platform/keys/${key?.id}/`, { action: 'ACTIVATE' })

    expect((await switchOn(second)).status).toBe(201)
    expect(await activeOnes()).toEqual(['Key #2'])
    const switchReplies = await Promise.all([
      switchOn(first),
      switchOn(second),
      switchOn(first),
      switchOn(second),
    ])
    expect(switchReplies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(await activeOnes()).toHaveLength(1)
    for (const key of [first, second]) {
      await ada.put(`platform/keys/${key?.id}/`, { action: 'DEACTIVATE' })
    }
    expect(await activeOnes()).toEqual([])
  })

  test('[US-046, US-049] refreshing gives another key in the same slot, deleting empties it', async () => {
    const [first, second] = await keys()
    const fresh = await ada.put('platform/keys/', { id: first?.id, key_name: 'Key #1' })
    const deletedReply = await ada.delete(`platform/keys/${second?.id}/`)
    const repeatedReply = await ada.delete(`platform/keys/${second?.id}/`)

    expect(fresh.status).toBe(201)
    expect(fresh.body.key).not.toBe(first?.key)
    expect([deletedReply.status, repeatedReply.status]).toEqual([204, 404])
    expect(await keys()).toMatchObject([{ id: first?.id, key: fresh.body.key }])
  })
})

describe('platform keys in the database', () => {
  const readRows = () => server.ctx.db.selectFrom('platform_key').selectAll().execute()

  /** Reads the table from the disk, rows that were replaced included. */
  async function readTableFile(): Promise<Buffer> {
    const client = new pg.Client({ connectionString: asSuperuser(server.databaseUrl) })
    await client.connect()
    await client.query('checkpoint')
    const { rows } = await client.query(
      "select pg_read_binary_file(pg_relation_filepath('platform_key')) as bytes",
    )
    await client.end()
    return rows[0].bytes
  }

  test('are sealed, whether made with the organization, by an admin or by a refresh', async () => {
    const otherKeys: Key[] = (await otto.get('platform/keys/')).body
    const [first] = await keys()
    await ada.put('platform/keys/', { id: first?.id, key_name: 'Key #1' })
    const secrets = [...otherKeys, ...(await keys())].map(({ key }) => key)
    const storedText = JSON.stringify(await readRows())

    expect(secrets.length).toBeGreaterThan(1)
    for (const secret of secrets) expect(storedText).not.toContain(secret)
  })

  test('of an earlier version, which are in clear, are shown unchanged and sealed at the next start', async () => {
    const { db, vault } = server.ctx
    const keysBefore = await keys()
    for (const { id, sealed_key } of await readRows()) {
      const key = vault.open(sealed_key ?? '')
      await sql`update platform_key set key = ${key}, sealed_key = null where id = ${id}`.execute(
        db,
      )
    }
    const keysInClear = await keys()
    await db.transaction().execute(async (transaction) => {
      // Somebody who could still see the replaced rows.
      await sql`set transaction isolation level repeatable read`.execute(transaction)
      await sql`select from organization`.execute(transaction)
      await seed(server.ctx, async () => '')
    })
    const rows = await readRows()

    const tableBytes = await readTableFile()
    for (const { key } of keysBefore) expect(tableBytes.includes(key)).toBe(false)
    expect(keysInClear).toEqual(keysBefore)
    expect(await keys()).toEqual(keysBefore)
    expect(rows.map(({ key }) => key)).toEqual(rows.map(() => null))
    expect(rows.map(({ sealed_key }) => vault.open(sealed_key ?? ''))).toEqual(
      expect.arrayContaining(keysBefore.map(({ key }) => key)),
    )
  })
})

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

async function makeKey(name: string, permission: string) {
  const { body } = await ada.post('platform-api/keys/', {
    name,
    description: 'For tests',
    permission,
  })
  return body as { id: string; key: string }
}

describe('a key of the platform API', () => {
  test('opens nothing when it is wrong, switched off, of another organization, or may not do this', async () => {
    const reading = await makeKey('Reading', 'read')
    const writing = await makeKey('Writing', 'read_write')
    const inactiveKey = await makeKey('Off', 'full_access')
    await ada.patch(`platform-api/keys/${inactiveKey.id}/`, { is_active: false })
    const { anonymous: script } = server
    const refusedReplies = [
      await script.get('users/', bearer('no uuid')),
      await script.get('users/', bearer(unknownId)),
      await script.get('users/', bearer(inactiveKey.key)),
      await script.get(otherPathOf('users/'), bearer(reading.key)),
      await script.post('workflow/', { workflow_name: 'w' }, bearer(reading.key)),
      await script.delete(`workflow/${unknownId}/`, undefined, bearer(writing.key)),
      await script.get('/api/v1/session', bearer(writing.key)),
      await script.get('platform-api/keys/', bearer(writing.key)),
      await script.delete('users/', { emails: ['ada@example.org'] }, bearer(writing.key)),
      await script.post(`platform-api/keys/${writing.id}/rotate/`, {}, bearer(writing.key)),
    ]

    expect(refusedReplies.map(({ status }) => status)).toEqual([
      401, 401, 401, 403, 403, 403, 401, 403, 403, 403,
    ])
    for (const { body } of refusedReplies.slice(0, 6))
      expect(body).toEqual({ message: expect.any(String) })
  })

  test('that may only read is refused wherever a GET shows keys or changes something', async () => {
    const reading = await makeKey('Reader', 'read')
    const writing = await makeKey('Writer', 'read_write')
    const ask = ({ path }: Endpoint, { key }: { readonly key: string }) => {
      const address = path.slice(1).replaceAll(/:\w+/g, unknownId)
      return server.anonymous.get(address, bearer(key))
    }
    const narrowedEndpoints = server.endpoints.filter(
      ({ method, path, product, showsKeys, changesState }) =>
        method === 'GET' && !path.startsWith('/api/') && !product && (showsKeys || changesState),
    )

    for (const endpoint of narrowedEndpoints) {
      const refusal = await ask(endpoint, reading)
      const otherReply = await ask(endpoint, writing)
      expect([endpoint.path, refusal.status]).toEqual([endpoint.path, 403])
      expect(refusal.body).toEqual({ message: expect.stringContaining('“read_write”') })
      expect(JSON.stringify(otherReply.body ?? '')).not.toContain('“read_write”')
    }
    expect(narrowedEndpoints.length).toBeGreaterThan(10)
    expect((await server.anonymous.get('workflow/', bearer(reading.key))).status).toBe(200)
  })

  test('names that are taken, and texts of other characters, are refused at their field', async () => {
    const fields = { name: 'Twice', description: 'For tests' }
    await ada.post('platform-api/keys/', fields)
    const takenReply = await ada.post('platform-api/keys/', fields)
    const odd = await ada.post('platform-api/keys/', { ...fields, name: '<script>' })

    expect([takenReply.status, takenReply.body.errors[0].attr]).toEqual([400, 'name'])
    expect([odd.status, odd.body.errors[0].attr]).toEqual([400, 'name'])
  })

  test('works without cookie and token, sees what others own, and is nobody in the list', async () => {
    const key = await makeKey('Worker', 'full_access')
    const { anonymous: script } = server
    const uma = server.as('user')
    const { body: project } = await uma.post('prompt-studio/', {
      tool_name: 'Of Uma',
      author: 'Uma',
      description: 'x',
    })
    const visibleReply = await script.get(`prompt-studio/${project.tool_id}/`, bearer(key.key))
    const listedReply = await script.get('prompt-studio/', bearer(key.key))
    const createdReply = await script.post(
      'workflow/',
      { workflow_name: 'By key' },
      bearer(key.key),
    )
    const people = await ada.get('users/')
    const rotateReply = await script.post(
      `platform-api/keys/${key.id}/rotate/`,
      {},
      bearer(key.key),
    )
    const old = await script.get('users/', bearer(key.key))
    const deletedReply = await ada.delete(`platform-api/keys/${key.id}/`)
    const dead = await script.get('users/', bearer(rotateReply.body.key))
    const { body: adaIs } = await ada.get('/api/v1/session')
    const { body: keptWorkflow } = await ada.get(`workflow/${createdReply.body.id}/`)

    expect([
      visibleReply.status,
      createdReply.status,
      rotateReply.status,
      deletedReply.status,
    ]).toEqual([200, 201, 200, 204])
    expect(listedReply.body.map((one: { tool_id: string }) => one.tool_id)).toContain(
      project.tool_id,
    )
    expect(JSON.stringify(people.body)).not.toContain('service.invalid')
    expect([old.status, dead.status]).toEqual([401, 401])
    expect(keptWorkflow.created_by).toBe(adaIs.id)
  })

  test('is listed by its last four characters, and shown in full to who asks for it', async () => {
    const key = await makeKey('Shown', 'read')
    const { body } = await ada.get('platform-api/keys/')
    const listedKey = body.find((one: { id: string }) => one.id === key.id)

    expect(listedKey).toMatchObject({
      key: `****-${key.key.slice(-4)}`,
      permission: 'read',
      created_by_email: 'ada@example.org',
    })
    expect((await ada.get(`platform-api/keys/${key.id}/`)).body.key).toBe(key.key)
    const { rows } = {
      rows: await server.ctx.db.selectFrom('platform_api_key').selectAll().execute(),
    }
    expect(JSON.stringify(rows)).not.toContain(key.key)
  })
})

describe('the audit log', () => {
  test('is for admins, and has nothing of another organization', async () => {
    await ada.post('platform/keys/', { key_name: 'Key #2', is_active: true })
    const { body: otherAudit } = await otto.get('audit/')

    expect((await server.as('user').get('audit/')).status).toBe(403)
    expect((await server.as('user').get('audit/export/')).status).toBe(403)
    expect((await ada.get('audit/?page=9999')).status).toBe(404)
    expect(otherAudit.results).toEqual([])
  })

  test('tells who did what to what, and no key', async () => {
    const { body } = await ada.get('audit/?action=platform-key.generated')
    const auditText = JSON.stringify((await ada.get('audit/?page_size=200')).body)

    expect(body.results[0]).toMatchObject({
      actor_email: 'ada@example.org',
      action: 'platform-key.generated',
      subject_type: 'platform-key',
      subject_name: 'Key #2',
    })
    expect(body.actions).toEqual(expect.arrayContaining(['platform-api-key.created']))
    for (const { key } of await keys()) expect(auditText).not.toContain(key)
  })

  test('of ten thousand changes is paged, searched, and exported whole as CSV', async () => {
    const { db } = server.ctx
    const { id } = await db
      .selectFrom('organization')
      .select('id')
      .where('slug', '=', 'otherwise')
      .executeTakeFirstOrThrow()
    for (let part = 0; part < 5; part++) {
      await db
        .insertInto('audit_entry')
        .values(
          Array.from({ length: 2001 }, (_, index) => ({
            organization_id: id,
            actor_email: 'otto@example.org',
            action: 'member.role-changed',
            subject_type: 'member',
            subject_id: String(index),
            subject_name: index === 7 ? '=cmd|"x"' : `person ${part}-${index}`,
            user_id: null,
            before: JSON.stringify({ role: 'user' }),
            after: JSON.stringify({ role: 'reviewer' }),
          })),
        )
        .execute()
    }
    const auditPath = 'audit/'
    const page = await otto.get(`${auditPath}?page=51&page_size=200`)
    const foundReply = await otto.get(`${auditPath}?subject=PERSON%203-1999`)
    const csv = await otto.get(`${auditPath}export/`)
    const lines = String(csv.body).trimEnd().split('\r\n')

    expect(page.body.count).toBe(10_005)
    expect(page.body.results).toHaveLength(5)
    expect(page.body.next).toBeNull()
    expect(foundReply.body.results).toHaveLength(1)
    expect(csv.headers.get('content-type')).toContain('text/csv')
    expect(csv.headers.get('content-disposition')).toContain('audit-log.csv')
    // The title, the changes, and first of all that somebody exports them.
    expect(lines).toHaveLength(10_007)
    expect(lines[1]).toContain('data.exported')
    expect(csv.body).toContain(`"'=cmd|""x"""`)
    expect((await otto.get(`${auditPath}?page_size=201`)).status).toBe(400)
  })
})
