import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer
let ada: Person
let ben: Person
let workflowId: string
let bucketId: string
let booksId: string

/** Ada reads from her bucket and writes to her database. Neither is shared, and Ben works on her workflow. */
beforeAll(async () => {
  server = await startServer()
  ada = server.as('user', { name: 'ada' })
  ben = server.as('user', { name: 'ben' })
  bucketId = await makeConnector('minio|c799f6e3-2b57-434e-aaac-b5daa415da19', 'Scans', {
    key: 'open-sesame',
    secret: 'abracadabra',
    endpoint_url: 'https://scans.example.org',
    region_name: 'eu-west-1',
  })
  booksId = await makeConnector('postgresql|6db35f45-be11-4fd5-80c5-85c48183afbb', 'Books', {
    connection_url: 'postgresql://ada:abracadabra@books.example.org:5432/books',
  })
  const { body: workflow } = await ada.post('workflow/', { workflow_name: 'Nightly' })
  workflowId = workflow.id
  const [source, destination] = await loadEnds(ada)
  const ends = [
    [source.id, 'FILESYSTEM', bucketId, { folders: ['scans/in'] }],
    [destination.id, 'DATABASE', booksId, { table: 'invoices' }],
  ] as const
  for (const [id, connection_type, connector_instance, configuration] of ends) {
    const reply = await ada.patch(`workflow/endpoint/${id}/`, {
      connection_type,
      connector_instance,
      configuration,
    })
    expect(reply.status).toBe(200)
  }
})
afterAll(() => server.close())

async function makeConnector(connector_id: string, connector_name: string, settings: object) {
  const { body } = await ada.post('connector/', {
    connector_id,
    connector_name,
    connector_metadata: settings,
  })
  return body.id as string
}

const loadEnds = async (person: Person) =>
  (await person.get(`workflow/${workflowId}/endpoint/`)).body

const isSecretFree = (body: unknown) =>
  !/open-sesame|abracadabra|example\.org:|scans\.example/.test(JSON.stringify(body))

test('whoever may edit a workflow sees the name and the kind of both its connectors', async () => {
  const [source, destination] = await loadEnds(ben)
  expect(source.connector).toMatchObject({
    id: bucketId,
    connector_name: 'Scans',
    connector_mode: 'FILE_SYSTEM',
    provider_name: 'S3/Minio',
    created_by_email: 'ada@example.org',
    is_usable: false,
  })
  expect(destination.connector).toMatchObject({
    id: booksId,
    connector_name: 'Books',
    connector_mode: 'DATABASE',
    provider_name: 'PostgreSQL',
    is_usable: false,
  })
  expect((await loadEnds(ada))[0].connector).toMatchObject({ is_usable: true })
  expect(isSecretFree(await loadEnds(ben))).toBe(true)
})

test('the existing client, which fetches each connector by its id, gets both without their settings', async () => {
  for (const [id, name, mode] of [
    [bucketId, 'Scans', 'FILE_SYSTEM'],
    [booksId, 'Books', 'DATABASE'],
  ]) {
    const { status, body } = await ben.get(`connector/${id}/`)
    expect([status, body.connector_name, body.connector_mode]).toEqual([200, name, mode])
    expect(body).toMatchObject({
      connector_metadata: {},
      shared_users: [],
      is_owner: false,
      is_usable: false,
    })
    expect(isSecretFree(body)).toBe(true)
  }
})

test('the name is all: nothing is listed, read or put into another workflow', async () => {
  expect((await ben.get('connector/')).body).toEqual([])
  for (const path of [
    `file?connector_id=${bucketId}&path=/`,
    `connector/${booksId}/tables/`,
    `connector/${bucketId}/users/`,
    `connector/users/${bucketId}/`,
  ]) {
    expect([path, (await ben.get(path)).status]).toEqual([path, 404])
  }
  expect((await ben.patch(`connector/${bucketId}/`, { connector_name: 'Mine' })).status).toBe(404)
  expect((await ben.delete(`connector/${bucketId}/`)).status).toBe(404)

  const { body: own } = await ben.post('workflow/', { workflow_name: 'Own' })
  const [source] = (await ben.get(`workflow/${own.id}/endpoint/`)).body
  const reply = await ben.patch(`workflow/endpoint/${source.id}/`, {
    connection_type: 'FILESYSTEM',
    connector_instance: bucketId,
  })
  expect([reply.status, reply.body.errors[0].attr]).toEqual([400, 'connector_instance'])
})

test('the settings of an end are edited without being allowed its connector', async () => {
  const [source, destination] = await loadEnds(ben)
  const configuration = { folders: ['scans/in', 'scans/more'] }
  const reply = await ben.put(`workflow/endpoint/${source.id}/`, { ...source, configuration })
  expect(reply).toMatchObject({
    status: 200,
    body: { configuration, connector_instance: bucketId, connector: { connector_name: 'Scans' } },
  })
  const otherReply = await ben.put(`workflow/endpoint/${destination.id}/`, {
    ...destination,
    configuration: { ...destination.configuration, table: 'bills' },
  })
  expect(otherReply).toMatchObject({
    status: 200,
    body: { connector: { connector_name: 'Books' } },
  })
})

test('a connector that no workflow uses any more is unknown again, and one of another organization always was', async () => {
  const stranger = server.as('user', { name: 'egon', organization: 'otherwise' })
  expect((await stranger.get(`connector/${bucketId}/`)).status).toBe(404)

  const [source] = await loadEnds(ada)
  await ada.put(`workflow/endpoint/${source.id}/`, { ...source, connector_instance: null })
  expect((await loadEnds(ben))[0].connector).toBeNull()
  expect((await ben.get(`connector/${bucketId}/`)).status).toBe(404)
})
