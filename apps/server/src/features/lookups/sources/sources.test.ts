import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'

let server: TestServer
let uma: Person
let service: Server
let serviceUrl: string
let books: pg.Client
let connectorId: string

/** Headers of the last request to the service, and how it replies to the next one. */
let sentHeaders: Record<string, unknown> = {}
let reply: (response: ServerResponse) => void
const replyJson = (value: unknown) => {
  reply = (response) => response.end(JSON.stringify(value))
}

beforeAll(async () => {
  service = createServer(({ headers }, response) => {
    sentHeaders = headers
    reply(response)
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/suppliers`
  let folder = ''
  const connectorNetwork = {
    fetch: globalThis.fetch,
    folders: [],
    async connect() {
      const socket = connect(join(folder, '.s.PGSQL.5432'))
      await once(socket, 'connect')
      return socket
    },
  }
  server = await startServer({
    worker: true,
    env: { RECTO_INNER_ADDRESSES: 'on' },
    replace: { connectorNetwork },
  })
  uma = server.as('user')
  const url = new URL(server.databaseUrl)
  folder = url.searchParams.get('host') ?? ''
  books = new pg.Client({ connectionString: server.databaseUrl })
  await books.connect()
  await books.query(`create schema books;
    create table books.suppliers (number bigint, name text, vat_id text, open numeric(20,2));
    insert into books.suppliers values (7001, 'Müller GmbH', 'DE123456788', 12.50), (7002, '=1+1', null, 0);
    create sequence books.numbers;
    create view books.writing as select nextval('books.numbers')`)
  const { body } = await uma.post('connector/', {
    connector_name: 'Books',
    connector_id: 'postgresql|6db35f45-be11-4fd5-80c5-85c48183afbb',
    connector_metadata: {
      host: 'books.test',
      port: '5432',
      database: url.pathname.slice(1),
      schema: 'books',
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password) || 'none',
    },
  })
  connectorId = body.id
})
afterAll(async () => {
  await books?.end()
  await server?.close()
  service?.closeAllConnections()
  service?.close()
})
beforeEach(() => replyJson([{ Number: 7001, Name: 'Acme GmbH' }]))

let count = 0
const addressSource = (fields: object = {}) => ({ kind: 'address', url: serviceUrl, ...fields })
const databaseSource = (fields: object = { table: { name: 'suppliers' } }) => ({
  kind: 'database',
  connector_id: connectorId,
  ...fields,
})
const create = (source: object, fields: object = {}) =>
  uma.post('lookup-tables/from-source/', { name: `From source ${++count}`, source, ...fields })
const preview = (source: object, fields: object = {}) =>
  uma.post('lookup-tables/source-preview/', { source, ...fields })
const stateOf = async (id: string) => (await uma.get(`lookup-tables/${id}/source/`)).body
const cellsOf = async (id: string) =>
  (await uma.get(`lookup-tables/${id}/rows/`)).body.results.map(
    ({ cells }: { cells: string[] }) => cells,
  )

/** Refreshes a table, and returns how that ended. */
async function refresh(id: string) {
  const { status, body } = await uma.post(`lookup-tables/${id}/refreshes/`)
  expect([status, body.errors, body.ended_at]).toEqual([202, undefined, null])
  return untilEnd(id)
}

const untilEnd = (id: string) =>
  expect
    .poll(async () => (await stateOf(id)).last_refresh, { timeout: 20_000 })
    .toMatchObject({
      ended_at: expect.any(String),
    })
    .then(async () => (await stateOf(id)).last_refresh)

describe('an address with JSON', () => {
  test('becomes a table, whose refresh makes a version only when rows differ', async () => {
    reply = (response) =>
      response.end(`{"data": {"items": [
        {"Number": 90071992547409931, "Name": "Müller GmbH", "Active": true, "City": null},
        {"Number": 7002, "Name": "=1+1", "Active": false, "City": "Bonn"}]}}`)
    const source = addressSource({ items_path: 'data.items' })
    const { status, body } = await create(source)
    expect([status, body.errors]).toEqual([201, undefined])
    expect(body).toMatchObject({ key_column: 'Number', version: 1, row_count: 2 })
    expect(await cellsOf(body.id)).toEqual([
      ['7002', '=1+1', 'false', 'Bonn'],
      ['90071992547409931', 'Müller GmbH', 'true', ''],
    ])

    expect(await refresh(body.id)).toMatchObject({ version: 1, is_new_version: false, error: null })
    replyJson({
      data: {
        items: [
          { Name: 'West', Number: 7003, Fax: '1' },
          { Number: 7002, City: 'Köln', Active: 'no' },
        ],
      },
    })
    expect(await refresh(body.id)).toMatchObject({ version: 2, is_new_version: true, error: null })
    const { body: versions } = await uma.get(`lookup-tables/${body.id}/versions/`)
    expect(versions.results[0]).toMatchObject({
      added: 1,
      changed: 1,
      removed: 1,
      file_name: serviceUrl,
    })
    expect(await cellsOf(body.id)).toEqual([
      ['7002', '', 'no', 'Köln', ''],
      ['7003', 'West', '', '', '1'],
    ])
  })

  test('columns that come late are added to all rows', async () => {
    const items: object[] = Array.from({ length: 300 }, (_, n) => ({ Number: n + 1000 }))
    replyJson([...items, { Number: 1, Late: 'x' }])
    const { body } = await create(addressSource())
    expect(body.errors).toBeUndefined()
    expect(await cellsOf(body.id)).toContainEqual(['1', 'x'])
    expect(await cellsOf(body.id)).toContainEqual(['1000', ''])
    expect(await refresh(body.id)).toMatchObject({ is_new_version: false })
  })

  test('is asked with its secret, which no reply, no audit entry and no other server gets', async () => {
    const secret = 'Bearer hidden-secret'
    const header = { name: 'Authorization', value: secret }
    const { body } = await create(addressSource({ header, url: `${serviceUrl}?key=query-secret` }))
    expect(sentHeaders.authorization).toBe(secret)
    await refresh(body.id)
    expect(sentHeaders.authorization).toBe(secret)

    const state = await stateOf(body.id)
    expect(state.source.header).toEqual({ name: 'Authorization' })
    const knownSource = addressSource({ header: { name: 'authorization' } })
    const path = `lookup-tables/${body.id}/source/`
    expect((await uma.put(path, { source: knownSource })).status).toBe(200)
    expect(sentHeaders.authorization).toBe(secret)
    expect((await preview(knownSource, { lookup_table_id: body.id })).status).toBe(200)
    for (const [source, detail] of [
      [{ ...knownSource, url: serviceUrl.replace('127.0.0.1', 'localhost') }, 'for another server'],
      [{ ...knownSource, header: { name: 'X-Key' } }, 'for another header'],
    ] as const) {
      const refusal = await uma.put(path, { source })
      expect([refusal.status, refusal.body.errors[0].attr]).toEqual([400, 'source.header.value'])
      expect(refusal.body.errors[0].detail).toContain(detail)
    }
    expect((await preview(knownSource)).status).toBe(400)
    const { body: log } = await server.as('admin').get('audit/?page_size=100')
    expect(JSON.stringify([state, log])).not.toMatch(/hidden-secret/)
    expect(JSON.stringify(log)).not.toMatch(/query-secret/)
    const { rows } = await books.query('select settings, sealed_header from lookup_source')
    expect(JSON.stringify(rows)).not.toMatch(/hidden-secret/)
  })

  test.each([
    ['that is not JSON', (response: ServerResponse) => response.end('<html>'), 'not JSON'],
    [
      'that ends too early',
      (response: ServerResponse) => response.end('[{"Number":1},'),
      'in the middle',
    ],
    ['without a list', (response: ServerResponse) => response.end('{"a":1}'), 'not a list'],
    [
      'without objects',
      (response: ServerResponse) => response.end('[1]'),
      'Item 1 of the list is not an object',
    ],
    ['with an empty list', (response: ServerResponse) => response.end('[]'), 'the list is empty'],
    [
      'that redirects',
      (response: ServerResponse) => response.writeHead(302, { location: '/' }).end(),
      'redirects are not followed',
    ],
    [
      'that refuses',
      (response: ServerResponse) => response.writeHead(403).end('[]'),
      'responded with 403',
    ],
    ['that is closed', (response: ServerResponse) => response.destroy(), 'other side closed'],
  ])('a reply %s is refused, and changes nothing', async (_, answer, detail) => {
    const { id } = (await create(addressSource())).body
    reply = answer
    for (const refusal of [await preview(addressSource()), await create(addressSource())]) {
      expect([refusal.status, refusal.body.errors[0].attr]).toEqual([400, 'source'])
      expect(refusal.body.errors[0].detail).toContain(detail)
    }
    const failure = await refresh(id)
    expect(failure).toMatchObject({ version: null, is_new_version: false })
    expect(failure.error).toContain(detail)
    expect((await uma.get(`lookup-tables/${id}/`)).body).toMatchObject({ version: 1, row_count: 1 })
    expect((await stateOf(id)).refreshed_at < failure.ended_at).toBe(true)
  })

  test.each([
    [
      'a key that vanished',
      [{ Name: 'A' }],
      'The column “Number”, which identifies a row, is missing',
    ],
    ['a column that vanished', [{ Number: 1 }], 'the column “Name” is missing'],
    [
      'a row without a key',
      [{ Number: 1, Name: 'A' }, { Name: 'B' }],
      'Row 2, column “Number”: the key is missing',
    ],
    [
      'a key twice',
      [
        { Number: 1, Name: 'A' },
        { Number: '1', Name: 'B' },
      ],
      'row 1 has the key “1”, too',
    ],
    ['a long text', [{ Number: 1, Name: 'x'.repeat(2001) }], 'has more than 2000 characters'],
    [
      'too many columns',
      [Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`c${n}`, n]))],
      'more than 100 columns',
    ],
  ])('%s fails the refresh, and the last version stays', async (_, items, detail) => {
    const { id } = (await create(addressSource())).body
    replyJson(items)
    expect((await refresh(id)).error).toContain(detail)
    expect(await cellsOf(id)).toEqual([['7001', 'Acme GmbH']])
    replyJson([{ Number: 7001, Name: 'Acme AG' }])
    expect(await refresh(id)).toMatchObject({ error: null, version: 2 })
  })

  test('a reply that never ends is given up', async () => {
    reply = (response) => response.write('[{"Number":1},')
    const refusal = await preview(addressSource())
    expect([refusal.status, refusal.body.errors[0].attr]).toEqual([400, 'source'])
    expect(refusal.body.errors[0].detail).toContain('10 seconds')
  }, 30_000)
})

describe('a database', () => {
  test('sends a table or a query, which is refreshed by schedule', async () => {
    const { status, body } = await create(databaseSource(), { key: 'number' })
    expect([status, body.errors]).toEqual([201, undefined])
    expect(await cellsOf(body.id)).toEqual([
      ['7001', 'Müller GmbH', 'DE123456788', '12.50'],
      ['7002', '=1+1', '', '0.00'],
    ])
    const query = 'select number, name, vat_id, open from books.suppliers where open > 0;'
    const path = `lookup-tables/${body.id}/source/`
    const schedule = { cron_string: '0 3 * * *', time_zone: 'Europe/Berlin' }
    const { body: state } = await uma.put(path, { source: databaseSource({ query }), ...schedule })
    expect(state).toMatchObject({
      kind: 'database',
      ...schedule,
      source: { query, connector_name: 'Books' },
    })
    expect(state.next_refresh_at).toMatch(/T0[12]:00:00/)

    await books.query(
      'update lookup_source set next_refresh_at = now() where connector_id is not null',
    )
    await expect
      .poll(async () => (await stateOf(body.id)).last_refresh.is_scheduled, { timeout: 20_000 })
      .toBe(true)
    expect(await untilEnd(body.id)).toMatchObject({ version: 2, error: null })
    expect((await stateOf(body.id)).next_refresh_at).toBe(state.next_refresh_at)
    expect((await uma.get(`lookup-tables/${body.id}/`)).body.row_count).toBe(1)
  }, 60_000)

  test.each([
    ['writes', "insert into books.suppliers values (1, 'x')", 'does not begin with SELECT'],
    [
      'writes in between',
      'with x as (delete from books.suppliers returning *) select * from x',
      'contains DELETE',
    ],
    ['has two statements', 'select 1; drop table books.suppliers', 'more than one statement'],
    ['writes by a function', "select nextval('books.numbers')", 'NEXTVAL'],
    ['writes by a view', 'select * from books.writing', 'read-only transaction'],
    ['is wrong', 'select nothing from books.suppliers', 'nothing'],
    [
      'has a column twice',
      'select number, number from books.suppliers',
      'Two columns are called “number”',
    ],
    ['finds nothing', 'select * from books.suppliers where false', ''],
  ])('a query that %s is refused', async (_, query, detail) => {
    const refusal = await create(databaseSource({ query }))
    expect([refusal.status, refusal.body.errors[0].attr]).toEqual([400, 'source'])
    expect(refusal.body.errors[0].detail).toContain(detail)
    expect((await books.query('select from books.suppliers')).rowCount).toBe(2)
  })

  test('a query that never ends is ended by the server', async () => {
    const { status, body } = await preview(
      databaseSource({
        query:
          'select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b, generate_series(1, 100000) c',
      }),
    )
    expect([status, body.errors[0].attr]).toEqual([400, 'source'])
    expect(body.errors[0].detail).toContain('statement timeout')
  }, 30_000)

  test('a connector is only used by those who may, and not deleted while a table needs it', async () => {
    const vera = server.as('user', { name: 'vera' })
    const body = { source: databaseSource(), name: 'Stolen' }
    expect((await vera.post('lookup-tables/from-source/', body)).status).toBe(404)
    expect((await vera.post('lookup-tables/source-preview/', body)).status).toBe(404)
    const { id } = (await create(databaseSource(), { key: 'number' })).body
    const refusal = await uma.delete(`connector/${connectorId}/`)
    expect([refusal.status, refusal.body.errors[0].detail]).toEqual([
      409,
      expect.stringContaining('used by the lookup table'),
    ])
    expect((await uma.delete(`lookup-tables/${id}/source/`)).status).toBe(204)
    expect(await stateOf(id)).toMatchObject({ kind: 'upload', source: null })
    expect((await uma.post(`lookup-tables/${id}/refreshes/`)).status).toBe(400)
    expect((await uma.delete(`lookup-tables/${id}/source/`)).status).toBe(404)
  })
})

describe('a refresh is refused, and the last version stays,', () => {
  const share = (users: readonly number[]) =>
    uma.post(`connector/${connectorId}/share/`, { shared_users: users })
  const idOf = async (person: Person) => Number((await person.get('/api/v1/session')).body.id)

  /** A table whose source was set by a person with whom the connector is shared. */
  async function createdBy(person: Person): Promise<string> {
    expect((await share([await idOf(person)])).status).toBe(200)
    const source = databaseSource()
    const name = `From source ${++count}`
    const { status, body } = await person.post('lookup-tables/from-source/', {
      name,
      source,
      key: 'number',
    })
    expect([status, body.errors]).toEqual([201, undefined])
    const path = `lookup-tables/${body.id}/share/`
    expect((await person.post(path, { shared_to_org: true })).status).toBe(200)
    return body.id
  }

  /** Lets the schedule refresh a table, and returns how that ended. */
  async function refreshBySchedule(id: string) {
    await books.query(
      `update lookup_source set cron = '0 3 * * *', next_refresh_at = now()
        where lookup_table_id = $1`,
      [id],
    )
    const lastRefresh = async () => (await uma.get(`lookup-tables/${id}/source/`)).body.last_refresh
    await expect
      .poll(lastRefresh, { timeout: 20_000 })
      .toMatchObject({ is_scheduled: true, ended_at: expect.any(String) })
    return lastRefresh()
  }

  test('when the connector is no longer shared with the person who set it', async () => {
    const vito = server.as('user', { name: 'vito' })
    const id = await createdBy(vito)
    await share([])

    const failure = await refreshBySchedule(id)
    expect(failure).toMatchObject({ version: null, is_new_version: false })
    expect(failure.error).toMatch(/^vito@.*who set the source, may no longer use its connector/)
    expect((await uma.get(`lookup-tables/${id}/`)).body).toMatchObject({ version: 1, row_count: 2 })
    const byHand = await vito.post(`lookup-tables/${id}/refreshes/`)
    expect(byHand.status).toBe(202)
    expect((await untilEnd(id)).error).toContain('may no longer use its connector')

    await share([await idOf(vito)])
    await vito.post(`lookup-tables/${id}/refreshes/`)
    expect(await untilEnd(id)).toMatchObject({ version: 1, error: null })
  }, 60_000)

  test('when that person has left the organization', async () => {
    const vlad = server.as('user', { name: 'vlad' })
    const id = await createdBy(vlad)
    const { email } = (await vlad.get('/api/v1/session')).body
    const ada = server.as('admin')
    expect((await ada.delete('users/', { emails: [email] })).status).toBe(200)

    const failure = await refreshBySchedule(id)
    expect(failure.error).toContain('has left the organization')
    expect((await uma.get(`lookup-tables/${id}/`)).body).toMatchObject({ version: 1, row_count: 2 })
    const source = databaseSource()
    expect((await ada.put(`lookup-tables/${id}/source/`, { source })).status).not.toBe(200)
    expect((await share([await idOf(ada)])).status).toBe(200)
    expect((await ada.put(`lookup-tables/${id}/source/`, { source })).body.errors).toBeUndefined()
    await ada.post(`lookup-tables/${id}/refreshes/`)
    expect(await untilEnd(id)).toMatchObject({ version: 1, error: null })
  }, 60_000)
})

test('a table is refreshed once at a time, and an upload in between is not lost', async () => {
  const { id } = (await create(addressSource())).body
  const arrival = Promise.withResolvers<ServerResponse>()
  reply = (response) => arrival.resolve(response)
  const first = await uma.post(`lookup-tables/${id}/refreshes/`)
  const response = await arrival.promise
  response.write('[{"Number":1,"Name":"A"},')
  const path = `lookup-tables/${id}`
  for (const second of [
    await uma.post(`${path}/refreshes/`),
    await uma.put(`${path}/source/`, { source: addressSource({ url: `${serviceUrl}/2` }) }),
    await uma.delete(`${path}/source/`),
  ]) {
    expect([second.status, second.body.errors[0].detail]).toEqual([
      409,
      expect.stringContaining('is being refreshed'),
    ])
  }
  const file = { name: 'a.csv', content: 'Number;Name;City\n5;E;Bonn' }
  expect((await uma.upload(`${path}/versions/`, { files: [file] })).status).toBe(201)
  replyJson([{ Number: 1, Name: 'A', City: 'Ulm' }])
  response.end('{"Number":2,"Name":"B"}]')
  const last = await untilEnd(id)
  expect(last).toMatchObject({ id: first.body.id, version: 3, error: null })
  expect(await cellsOf(id)).toEqual([['1', 'A', 'Ulm']])
  const { body: log } = await server.as('admin').get('audit/?page_size=100')
  const actions = log.results
    .filter((entry: object) => JSON.stringify(entry).includes(id))
    .map(({ action }: { action: string }) => action)
  expect(actions.sort()).toEqual([
    'lookup-table.changed',
    'lookup-table.changed',
    'lookup-table.created',
    'lookup-table.refresh-started',
    'lookup-table.source-changed',
  ])
}, 40_000)

test.each([
  [{ kind: 'address', url: 'ftp://a.test/' }, 'source.url'],
  [{ kind: 'address', url: 'https://user:secret@a.test/' }, 'source.url'],
  [{ kind: 'address', url: 'https://a.test/', items_path: 'a..b' }, 'source.items_path'],
  [
    { kind: 'address', url: 'https://a.test/', header: { name: 'Host', value: 'x' } },
    'source.header.name',
  ],
  [
    { kind: 'address', url: 'https://a.test/', header: { name: 'X', value: 'a\nb' } },
    'source.header.value',
  ],
  [{ kind: 'database', connector_id: '11111111-1111-4111-8111-111111111111' }, 'source.query'],
])('a source is refused at its field: %j', async (source, attr) => {
  const { status, body } = await create(source)
  expect([status, body.errors[0].attr]).toEqual([400, attr])
})

test('a schedule is refused at its field', async () => {
  for (const cron_string of ['* * * * *', 'never', '0 0 31 2 *']) {
    const { status, body } = await create(addressSource(), { cron_string })
    expect([status, body.errors[0].attr]).toEqual([400, 'cron_string'])
  }
})

test('a private address is refused where the installation does not allow them', async () => {
  const guardedServer = await startServer()
  const source = addressSource()
  const { status, body } = await guardedServer
    .as('user')
    .post('lookup-tables/from-source/', { name: 'Private', source })
  expect([status, body.errors[0].attr]).toEqual([400, 'source'])
  expect(body.errors[0].detail).toMatch(/private|not allowed|internal/i)
  await guardedServer.close()
}, 60_000)
