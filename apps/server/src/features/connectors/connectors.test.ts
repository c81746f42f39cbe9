import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { assertConnectorUsable, connectorFaces, openFileConnector } from './connectors.port.ts'
import { explainConnectorError } from './opening/explain-connector-error.ts'
import { openDatabaseConnector } from './opening/open-connector.ts'

const local = 'localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5'
const minio = 'minio|c799f6e3-2b57-434e-aaac-b5daa415da19'
const postgresql = 'postgresql|6db35f45-be11-4fd5-80c5-85c48183afbb'

let server: TestServer
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-connectors-'))
  await mkdir(join(folder, 'in', 'März 🧾'), { recursive: true })
  await writeFile(join(folder, 'in', 'März 🧾', 'a & b.txt'), 'Total 30.00')
  server = await startServer({
    env: {
      RECTO_CONNECTOR_FOLDERS: folder,
      RECTO_GOOGLE_CLIENT_ID: 'recto',
      RECTO_GOOGLE_CLIENT_SECRET: 'of the installation',
      RECTO_GOOGLE_ISSUER: 'http://127.0.0.1:59999',
    },
  })
})
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

const bucket = (name: string, changes: object = {}) => ({
  connector_id: minio,
  connector_name: name,
  connector_metadata: {
    key: 'AK',
    secret: 'very secret key',
    region_name: 'eu-west-1',
    endpoint_url: 'http://127.0.0.1:59999',
    is_personal: true,
  },
  ...changes,
})

const folderOf = (name: string, path = folder) => ({
  connector_id: local,
  connector_name: name,
  connector_metadata: { path },
})

describe('the catalogue', () => {
  test('a missing or unknown id, direction or mode is refused as a client error', async () => {
    for (const path of [
      'supported_connectors/?type=SIDEWAYS',
      'supported_connectors/?connector_mode=CLOUD',
      'connector_schema/',
      'connector_schema/?id=nobody',
    ]) {
      const refusedReply = await server.as('user').get(path)

      expect(refusedReply).toMatchObject({ status: 400, body: { type: 'client_error' } })
    }
  })

  test('[CN-001, CN-003, CN-005] each direction has its list, with id, name, icon and mode', async () => {
    const uma = server.as('user')
    const { body: input } = await uma.get('supported_connectors/?type=INPUT')
    const { body: output } = await uma.get('supported_connectors/?type=OUTPUT')
    const { body: databases } = await uma.get('supported_connectors/?connector_mode=DATABASE')
    for (const mode of ['API', 'MANUAL_REVIEW', 'UNKNOWN']) {
      const { status, body } = await uma.get(`supported_connectors/?connector_mode=${mode}`)
      expect([status, body]).toEqual([200, []])
    }

    expect(input.find(({ id }: { id: string }) => id === minio)).toMatchObject({
      name: 'S3/Minio',
      icon: '/icons/connector-icons/S3.png',
      connector_mode: 'FILE_SYSTEM',
    })
    expect(output.map(({ id }: { id: string }) => id)).toContain(postgresql)
    expect(output.every((one: { can_write: boolean }) => one.can_write)).toBe(true)
    expect(new Set(databases.map((one: { connector_mode: string }) => one.connector_mode))).toEqual(
      new Set(['DATABASE']),
    )
    expect(input.some(({ id }: { id: string }) => id.startsWith('pcs|'))).toBe(false)
  })

  test('[CN-006] the schema of a provider draws its form, and says whether one signs in', async () => {
    const readConnector = async (id: string) =>
      (await server.as('user').get(`connector_schema/?id=${encodeURIComponent(id)}`)).body

    expect(await readConnector(minio)).toMatchObject({
      oauth: false,
      python_social_auth_backend: '',
      json_schema: { type: 'object', title: 'S3/Minio Compatible Data Source' },
    })
    expect(await readConnector('pcs|b8cd25cd-4452-4d54-bd5e-e7d71459b702')).toEqual({})
  })
})

describe('a test of the connection', () => {
  const tryConnector = (connector_id: string, connector_metadata: object) =>
    server.as('user').post('test_connectors/', { connector_id, connector_metadata })

  test('names the field or the step that is wrong, and no secret', async () => {
    const { body } = await tryConnector(minio, bucket('x').connector_metadata)
    const missingReply = await tryConnector(minio, { key: 'a' })
    const unknownReply = await tryConnector('nobody|1', {})
    const externalReply = await tryConnector(local, { path: tmpdir() })

    expect(body).toMatchObject({ type: 'client_error', errors: [{ attr: null }] })
    expect(body.errors[0].detail).toMatch(/cannot be reached.*“Endpoint URL”/)
    expect(JSON.stringify(body)).not.toContain('very secret key')
    expect([missingReply.status, missingReply.body.errors[0].detail]).toEqual([
      400,
      expect.stringContaining('Endpoint URL is missing'),
    ])
    expect([unknownReply.status, unknownReply.body.errors[0].attr]).toEqual([400, 'connector_id'])
    expect(externalReply.body.errors[0].detail).toContain('RECTO_CONNECTOR_FOLDERS')
  })

  test('[CN-007] says that settings are valid', async () => {
    expect(await tryConnector(local, { path: folder })).toMatchObject({
      status: 200,
      body: { is_valid: true },
    })
  })
})

describe('a connector', () => {
  test('without settings, of an unknown provider or of a name that is taken is not stored', async () => {
    const uma = server.as('user')
    await uma.post('connector/', bucket('Taken'))
    const rival = server.as('admin', { organization: 'rival', name: 'mallory' })
    const { body: otherWorkflow } = await rival.post('workflow/', { workflow_name: 'Theirs' })
    const wrong = [
      { ...bucket('x'), connector_metadata: null },
      { ...bucket('x'), connector_id: 'nobody|1' },
      bucket('x', { connector_type: 'SIDEWAYS' }),
      bucket('x', { workflow: crypto.randomUUID() }),
      bucket('x', { workflow: otherWorkflow.id }),
    ]
    const answers = await Promise.all(wrong.map((body) => uma.post('connector/', body)))
    const repeatedReply = await uma.post('connector/', bucket('Taken'))

    expect(answers.map(({ body }) => body.errors[0].attr)).toEqual([
      'connector_metadata',
      'connector_id',
      'connector_type',
      'workflow',
      'workflow',
    ])
    expect(repeatedReply).toMatchObject({ status: 400, body: { type: 'client_error' } })
    expect(repeatedReply.body.errors[0].detail).toContain('“Taken” already exists')
    expect(repeatedReply.body.errors[0].attr).toBe('connector_name')
  })

  test('[CN-002, CN-008, CN-010, CN-041] is made, and shows no secret to anybody', async () => {
    const uma = server.as('user')
    const workflow = (await uma.post('workflow/', { workflow_name: 'Inbox' })).body.id
    const createdReply = await uma.post('connector/', {
      ...bucket('Invoices', { connector_type: 'INPUT', workflow, created_by: '7' }),
    })
    const { id } = createdReply.body
    const { body: read } = await uma.get(`connector/${id}/`)
    const { body: rows } = await uma.get(
      'connector/?connector_type=INPUT&connector_mode=FILESYSTEM',
    )
    const storedRow = await server.ctx.db
      .selectFrom('connector')
      .select('sealed_settings')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

    expect(createdReply).toMatchObject({
      status: 201,
      body: {
        connector_id: minio,
        connector_name: 'Invoices',
        connector_type: 'INPUT',
        workflow,
        connector_metadata: { key: 'AK', secret: `sealed:${id}:secret`, is_personal: true },
        connector_mode: 'FILE_SYSTEM',
        icon: '/icons/connector-icons/S3.png',
        created_by: expect.any(Number),
      },
    })
    expect(read).toEqual(createdReply.body)
    expect(rows).toContainEqual(read)
    expect(storedRow.sealed_settings).not.toContain('very secret key')

    await uma.post(`connector/${id}/share/`, { shared_to_org: true })
    const visibleReply = await server.as('user', { name: 'ben' }).get(`connector/${id}/`)
    expect(visibleReply.body).toMatchObject({ connector_metadata: {}, is_owner: false })
  })

  test('[CN-009] is changed: what is absent stays, also behind the mark of a secret', async () => {
    const uma = server.as('user')
    const { body: createdConnector } = await uma.post('connector/', bucket('Changing'))
    const path = `connector/${createdConnector.id}/`
    const changedReply = await uma.put(path, {
      connector_name: 'Changed',
      connector_metadata: { ...createdConnector.connector_metadata, key: 'BK' },
    })
    const sealedRow = await server.ctx.db
      .selectFrom('connector')
      .select('sealed_settings')
      .where('id', '=', createdConnector.id)
      .executeTakeFirstOrThrow()
    const stranger = await server.as('user', { name: 'ben' }).post('test_connectors/', {
      connector_id: minio,
      connector_metadata: createdConnector.connector_metadata,
    })

    expect(changedReply.body).toMatchObject({
      connector_name: 'Changed',
      connector_metadata: { key: 'BK', secret: `sealed:${createdConnector.id}:secret` },
    })
    expect(JSON.parse(server.ctx.vault.open(sealedRow.sealed_settings))).toMatchObject({
      key: 'BK',
      secret: 'very secret key',
      is_personal: true,
    })
    expect(stranger.body.errors[0].attr).toBe('connector_metadata.secret')
  })

  test('sends its secret to no other service', async () => {
    const uma = server.as('user')
    const { body: createdConnector } = await uma.post('connector/', bucket('Redirected'))
    const connector_metadata = {
      ...createdConnector.connector_metadata,
      endpoint_url: 'https://bucket.attacker.example',
    }
    const changes = { connector_id: minio, connector_metadata }

    const refusals = await Promise.all([
      uma.post('test_connectors/', changes),
      uma.post('connector/', { ...changes, connector_name: 'Redirected copy' }),
      uma.put(`connector/${createdConnector.id}/`, { connector_metadata }),
      uma.patch(`connector/${createdConnector.id}/`, { connector_metadata }),
    ])

    for (const { status, body } of refusals) {
      expect([status, body.errors[0].attr]).toEqual([400, 'connector_metadata.secret'])
      expect(body.errors[0].detail).toContain('“endpoint_url” has changed')
    }
  })

  test('that a workflow uses is not deleted, and the refusal names the workflow', async () => {
    const uma = server.as('user')
    const { body: createdConnector } = await uma.post('connector/', bucket('Used'))
    const { body: workflow } = await uma.post('workflow/', { workflow_name: 'Invoices in' })
    const useConnector = (connector_id: string | null) =>
      server.ctx.db
        .updateTable('workflow_endpoint')
        .set({ connector_id })
        .where('workflow_id', '=', workflow.id)
        .execute()
    await useConnector(createdConnector.id)
    const refusedReply = await uma.delete(`connector/${createdConnector.id}/`)
    await useConnector(null)
    const deletedReply = await uma.delete(`connector/${createdConnector.id}/`)

    expect(refusedReply.status).toBe(409)
    expect(refusedReply.body.errors[0].detail).toBe('“Used” is used by the workflow “Invoices in”.')
    expect(deletedReply.status).toBe(204)
    expect((await uma.get(`connector/${createdConnector.id}/`)).status).toBe(404)
  })

  test('is shared, by the calls of either client, and what was done is written down', async () => {
    const uma = server.as('user')
    const ben = server.as('user', { name: 'ben' })
    const { id: benId, email } = (await ben.get('/api/v1/session')).body
    const { body: createdConnector } = await uma.post('connector/', bucket('Shared'))
    const hidden = await ben.get(`connector/${createdConnector.id}/`)
    await uma.post(`connector/${createdConnector.id}/share/`, { shared_users: [Number(benId)] })
    const users = await uma.get(`connector/users/${createdConnector.id}/`)
    const { body: audit } = await server.as('admin').get('audit/?subject=Shared')

    expect(hidden.status).toBe(404)
    expect((await ben.get(`connector/${createdConnector.id}/`)).status).toBe(200)
    expect(users.body).toMatchObject({
      connector_name: 'Shared',
      shared_users: [{ id: Number(benId), email }],
    })
    expect(audit.results.map(({ action }: { action: string }) => action)).toContain(
      'connector.created',
    )
    expect(JSON.stringify(audit)).not.toContain('very secret key')
  })

  test('is left to admins where the organization says so', async () => {
    const ada = server.as('admin')
    await ada.patch('organization/settings', { restrict_connector_creation: true })
    const refusedReply = await server.as('user').post('connector/', bucket('Restricted'))
    const { connector_id, connector_metadata } = bucket('Restricted')
    const refusedTest = await server
      .as('user')
      .post('test_connectors/', { connector_id, connector_metadata })
    const adminTest = await ada.post('test_connectors/', { connector_id, connector_metadata })
    await ada.patch('organization/settings', { restrict_connector_creation: false })

    expect(refusedReply.status).toBe(403)
    expect(refusedTest).toMatchObject({
      status: 403,
      body: { errors: [{ detail: 'Only admins can configure connectors in this organization.' }] },
    })
    expect(adminTest.status).not.toBe(403)
  })
})

describe('a sign-in at a service', () => {
  const key = (backend: string, name = 'uma') =>
    server.as('user', { name }).get(`/api/v1/oauth/cache-key/${backend}`)

  test('that the installation is not known to is refused, and a key of another leads nowhere', async () => {
    const unknownReply = await key('nobody')
    const unset = await key('azuread-tenant-oauth2')
    const { body } = await key('google-oauth2')
    const query = `oauth-key=${encodeURIComponent(body.cache_key)}`
    const stolenReply = await server
      .as('user', { name: 'ben' })
      .get(`/api/v1/oauth/login/google-oauth2?${query}`)
    const unreachableReply = await server
      .as('user', { name: 'uma' })
      .get(`/api/v1/oauth/login/google-oauth2?${query}`)
    const forgedReply = await server
      .as('user', { name: 'uma' })
      .get(`/api/v1/oauth/complete/google-oauth2?code=x&state=${crypto.randomUUID()}.y`)

    for (const one of [unknownReply, unset]) {
      expect(one.status).toBe(500)
      expect(one.body.errors[0].detail).toBe('Provider not available.')
    }
    for (const one of [stolenReply, unreachableReply, forgedReply]) {
      expect([one.status, one.headers.get('location')]).toEqual([
        302,
        '/oauth-status/?status=error',
      ])
    }
  })

  test('[CN-034] is known by a key of its own until a connector is saved', async () => {
    const first = await key('google-oauth2')
    const second = await key('google-oauth2')

    expect(first.body.cache_key).toMatch(/^oauth:recto\|\d+\|google-oauth2\|[\da-f-]{36}$/)
    expect(second.body.cache_key).not.toBe(first.body.cache_key)
  })
})

describe('its folders', () => {
  test('of a path that is not there, that goes up or of another kind are refused in words', async () => {
    const uma = server.as('user')
    const { body: createdConnector } = await uma.post('connector/', folderOf('Refusing'))
    const listFiles = (path: string) =>
      uma.get(`file?connector_id=${createdConnector.id}&path=${encodeURIComponent(path)}`)

    expect((await listFiles('/nowhere')).status).toBe(404)
    expect((await listFiles('/../..')).body.errors[0].detail).toContain('cannot contain “..”')
    expect((await uma.get(`file?connector_id=${createdConnector.id}`)).body.errors[0].attr).toBe(
      'path',
    )
    expect((await uma.get(`connector/${createdConnector.id}/tables/`)).status).toBe(400)
  })

  test('[CN-004, CN-012] are listed by the path of each, with type, size and time, and files are read', async () => {
    const uma = server.as('user')
    const { body: createdConnector } = await uma.post('connector/', folderOf('Browsed'))
    const listFiles = async (path: string) =>
      (await uma.get(`file?connector_id=${createdConnector.id}&path=${encodeURIComponent(path)}`))
        .body
    const [root] = await listFiles('/')
    const [month] = await listFiles(root.name)
    const [file] = await listFiles(month.name)
    const bytes = await fetch(
      `${server.origin}${server.base}file/download?connector_id=${createdConnector.id}&path=${encodeURIComponent(file.name)}`,
      { headers: { cookie: await cookieOf(uma) } },
    )

    expect(root).toMatchObject({ name: 'in', type: 'directory', size: 0 })
    expect(file).toMatchObject({ name: 'in/März 🧾/a & b.txt', type: 'file', size: 11 })
    expect(file.modified_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00:00$/)
    expect(await bytes.text()).toBe('Total 30.00')
    expect(bytes.headers.get('content-disposition')).toContain('attachment')
  })

  test('take PDFs, and nothing else', async () => {
    const uma = server.as('user')
    const { body: createdConnector } = await uma.post('connector/', folderOf('Filled'))
    const pdf = { name: 'März.pdf', content: '%PDF-1.4\n%%EOF', field: 'file' }
    const put = (files: object[], path = '/to/here/', person = uma) =>
      person.upload('file/upload', {
        files: files as [typeof pdf],
        fields: { connector_id: createdConnector.id, path },
      })
    const refusedReplies = [
      await put([]),
      await put([pdf, { ...pdf, name: 'note.txt', content: 'Total 3' }]),
      await put([{ ...pdf, name: 'note.pdf', content: 'Total 3' }]),
    ]
    const answers = [await put([pdf], '/../up'), await put([pdf], '/', server.as('reviewer'))]
    const stranger = await put([pdf], '/', server.as('user', { name: 'ben' }))

    for (const { status, body } of refusedReplies) {
      expect([status, body.errors[0].attr]).toEqual([400, 'file'])
    }
    expect([...answers, stranger].map(({ status }) => status)).toEqual([400, 403, 404])
    await expect(readdir(join(folder, 'to'))).rejects.toThrow('ENOENT')

    expect(await put([pdf, { ...pdf, name: 'b.pdf' }])).toMatchObject({ status: 200 })
    expect((await readdir(join(folder, 'to', 'here'))).sort()).toEqual(['März.pdf', 'b.pdf'].sort())
    expect(await readFile(join(folder, 'to', 'here', 'b.pdf'), 'utf8')).toBe(pdf.content)
  })

  test('of more entries than are shown at a time are listed page by page', async () => {
    const uma = server.as('user')
    const manyFolder = join(folder, 'many')
    await mkdir(manyFolder)
    const names = Array.from({ length: 1003 }, (_, index) => `f${index}.txt`)
    await Promise.all(names.map((name) => writeFile(join(manyFolder, name), '')))
    const { body: createdConnector } = await uma.post('connector/', folderOf('Many', manyFolder))
    const readPage = (page: string) =>
      uma.get(`file?connector_id=${createdConnector.id}&path=/${page}`)
    const first = await readPage('')
    const second = await readPage('&page=2')
    const emptyReply = await readPage('&page=3')
    const refusedReply = await readPage('&page=0')

    expect(first.headers.get('x-has-more')).toBe('true')
    expect(second.headers.get('x-has-more')).toBe('false')
    expect([first.body.length, second.body.length, emptyReply.body.length]).toEqual([1000, 3, 0])
    const foundNames = [...first.body, ...second.body].map(({ name }: { name: string }) => name)
    expect(foundNames.sort()).toEqual(names.sort())
    expect(refusedReply.body.errors[0].attr).toBe('page')
  })

  test('are reached by other modules through the port', async () => {
    const { body: createdConnector } = await server
      .as('user')
      .post('connector/', folderOf('By the door'))
    const { organization_id: organizationId } = await server.ctx.db
      .selectFrom('connector')
      .select('organization_id')
      .where('id', '=', createdConnector.id)
      .executeTakeFirstOrThrow()
    const tenant = { db: server.ctx.db, organizationId }
    const { connector } = await openFileConnector(server.ctx, tenant, createdConnector.id)
    await connector.write(
      'out/result.json',
      (async function* () {
        yield Buffer.from('{}')
      })(),
    )

    const openPromise = openDatabaseConnector(server.ctx, tenant, createdConnector.id)
    await expect(openPromise).rejects.toThrow('a different type of connector')
    const failure = await connector.open('none').catch((error: unknown) => error)
    const explanation = explainConnectorError(failure, { name: 'By the door' })

    expect(await connector.find('out/result.json')).toMatchObject({ kind: 'file', size: 2 })
    expect(explanation).toMatchObject({ kind: 'not-found' })
    expect(await connectorFaces(server.ctx, tenant, [createdConnector.id])).toEqual(
      new Map([
        [
          createdConnector.id,
          { name: 'By the door', icon: '/api/v1/static/icons/connector-icons/LocalFolder.svg' },
        ],
      ]),
    )
    const { body: ben } = await server.as('user', { name: 'ben' }).get('/api/v1/session')
    const organization = { id: organizationId, slug: 'recto', name: 'recto' }
    const actor = { userId: ben.id, email: '', organization, role: 'user' as const }
    await expect(
      assertConnectorUsable(server.ctx, { actor, id: createdConnector.id }),
    ).rejects.toThrow('No such connector')
  })
})

async function cookieOf(person: ReturnType<TestServer['as']>): Promise<string> {
  const cookies = Object.entries(await person.cookies())
  return cookies.map(([name, value]) => `${name}=${value}`).join('; ')
}
