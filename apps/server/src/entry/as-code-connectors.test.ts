import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeConnector } from '../testing/make-pipeline.ts'
import { startServer, type TestServer } from '../testing/start-server.ts'
import { makeKey, readAll } from './testing/as-code.ts'
import { recto, type Variables } from './testing/run-recto.ts'

/** Connectors that files cannot describe. */

const bucket = 'minio|c799f6e3-2b57-434e-aaac-b5daa415da19'

let server: TestServer
let variables: Variables
let folder: string
let driveId: string
let driveProvider: string

beforeAll(async () => {
  server = await startServer()
  const ada = server.as('admin')
  variables = {
    RECTO_SERVER: server.origin,
    RECTO_ORGANIZATION: 'recto',
    RECTO_PLATFORM_KEY: await makeKey(ada),
  }
  const settings = { endpoint_url: 'http://127.0.0.1:9', region_name: 'eu', key: 'k', secret: 's' }
  driveId = await makeConnector(ada, 'Drive', bucket, settings)
  driveProvider =
    server.ctx.connectorProviders.all.find(({ signIn }) => signIn === 'google-oauth2')?.id ?? ''
  const tokens = {
    access_token: 'token-of-the-account',
    refresh_token: 'refresh-of-the-account',
    token_type: 'Bearer',
    expires: 3600,
    auth_time: 1,
  }
  await server.ctx.db
    .updateTable('connector')
    .set({
      provider_id: driveProvider,
      sealed_settings: server.ctx.vault.seal(JSON.stringify(tokens)),
    })
    .where('id', '=', driveId)
    .execute()
  const { body: workflow } = await ada.post('workflow/', { workflow_name: 'Inbox' })
  const { body: ends } = await ada.get(`workflow/${workflow.id}/endpoint/`)
  const end = ends.find((one: { endpoint_type: string }) => one.endpoint_type === 'SOURCE')
  const body = { connection_type: 'FILESYSTEM', connector_instance: driveId }
  expect((await ada.patch(`workflow/endpoint/${end.id}/`, body)).status).toBe(200)
  folder = await mkdtemp(join(tmpdir(), 'recto-connectors-'))
})
afterAll(async () => {
  await server?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

test('a connector with a sign-in has no file, and workflows refer to it', async () => {
  expect(await recto(['pull', folder], variables)).toMatchObject({ code: 0, said: '' })
  const files = await readAll(folder)

  expect(Object.keys(files).filter((file) => file.startsWith('connectors/'))).toEqual([])
  expect(files['workflows/inbox.yaml']).toContain('connector: Drive\n')
  expect(JSON.stringify(files)).not.toContain('of-the-account')
  expect(await recto(['diff', folder], variables)).toMatchObject({ code: 0, said: '' })
  const path = join(folder, 'workflows/inbox.yaml')
  await writeFile(path, (await readFile(path, 'utf8')).replace("description: ''", 'description: x'))
  const output = await recto(['apply', folder, '--yes', '--delete'], variables)
  expect(output).toMatchObject({ code: 0, said: '' })
  const { body: connectors } = await server.as('admin').get('connector/')
  expect(connectors).toMatchObject([{ id: driveId, connector_name: 'Drive' }])
})

test('connectors with one name are named in one line, and nothing is written or applied', async () => {
  const ada = server.as('admin')
  const settings = { endpoint_url: 'http://127.0.0.1:9', region_name: 'eu', key: 'k', secret: 's' }
  const ids: string[] = []
  for (const connector_type of ['INPUT', 'OUTPUT']) {
    const connector = { connector_id: bucket, connector_name: 'S3', connector_metadata: settings }
    const { status, body } = await ada.post('connector/', { ...connector, connector_type })
    expect(status).toBe(201)
    ids.push(body.id)
  }
  const filesBefore = await readAll(folder)
  const outputs = [
    await recto(['pull', folder], variables),
    await recto(['diff', folder], variables),
    await recto(['apply', folder, '--yes'], variables),
  ]
  for (const id of ids) await ada.delete(`connector/${id}/`)

  for (const output of outputs)
    expect(output).toEqual({
      code: 2,
      out: '',
      said: 'Several connectors have the same name: “S3”. Files refer to connectors by name: rename all but one of each.\n',
    })
  expect(await readAll(folder)).toEqual(filesBefore)
})

test('a file of such a connector is refused with what to do', async () => {
  const file = join(folder, 'drive.yaml')
  await writeFile(
    file,
    `version: 1\nkind: connector\nname: Drive\nspec:\n  provider: ${driveProvider}\n`,
  )
  const output = await recto(['diff', folder], variables)
  await rm(file)

  expect(output).toMatchObject({ code: 2, out: '' })
  expect(output.said).toBe(
    'drive.yaml: spec.provider: A person has to sign in for this connector, so that no file can describe it. Create it on the server and delete the file: workflows can refer to it by name.\n',
  )
})
