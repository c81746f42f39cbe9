import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../testing/start-server.ts'
import { makeKey } from './testing/as-code.ts'
import { recto, type Variables } from './testing/run-recto.ts'

/** Lookup tables as files: of an upload, and of an address with a secret header. */

let service: Server
let address: string
let source: TestServer
let target: TestServer
let toSource: Variables
let toTarget: Variables
let folder: string

const token = 'token-of-the-service'
const variableName = 'RECTO_LOOKUP_TABLE_ARTICLES_VALUE'
let articles = [
  { number: 'A-1', name: 'Bolt' },
  { number: 'A-2', name: 'Nut' },
]

const start = () => startServer({ worker: true, env: { RECTO_INNER_ADDRESSES: 'on' } })
const variablesOf = async (server: TestServer): Promise<Variables> => ({
  RECTO_SERVER: server.origin,
  RECTO_ORGANIZATION: 'recto',
  RECTO_PLATFORM_KEY: await makeKey(server.as('admin')),
})

beforeAll(async () => {
  service = createServer(({ headers }, response) => {
    response.statusCode = headers['x-token'] === token ? 200 : 403
    response.end(JSON.stringify({ items: articles }))
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  address = `http://127.0.0.1:${(service.address() as AddressInfo).port}/articles`
  source = await start()
  target = await start()
  toSource = await variablesOf(source)
  toTarget = { ...(await variablesOf(target)), [variableName]: token }
  folder = await mkdtemp(join(tmpdir(), 'recto-lookups-'))
  const ada = source.as('admin')
  await ada.upload('lookup-tables/', {
    files: [{ name: 'sites.csv', content: 'Site,City\n01,Köln\n02,"Bad ""Ems"""\n' }],
    fields: { name: 'Sites' },
  })
  const { status } = await ada.post('lookup-tables/from-source/', {
    name: 'Articles',
    key: 'number',
    source: {
      kind: 'address',
      url: address,
      items_path: 'items',
      header: { name: 'X-Token', value: token },
    },
    cron_string: '0 4 * * *',
    time_zone: 'Europe/Berlin',
  })
  expect(status).toBe(201)
})
afterAll(async () => {
  await source?.close()
  await target?.close()
  service?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

/** Reads with the key of the organization, which owns what it has applied. */
const get = (path: string) =>
  target.anonymous.get(path, {
    headers: { authorization: `Bearer ${toTarget.RECTO_PLATFORM_KEY}`, cookie: undefined },
  })

async function tableOf(name: string) {
  const { body: tables } = await get('lookup-tables/')
  const table = tables.find((one: { name: string }) => one.name === name)
  const { body } = await get(`lookup-tables/${table?.id}/rows/`)
  const rows: string[][] = body.results.map(({ cells }: { cells: string[] }) => cells)
  return { id: table?.id as string, version: table?.version as number, rows }
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const path = join(folder, 'lookup-tables', file)
  const text = await readFile(path, 'utf8')
  expect(text).toContain(from)
  await writeFile(path, text.replace(from, to))
}

test('lookup tables travel with their rows, or with their source and its schedule', async () => {
  expect(await recto(['pull', folder], toSource)).toMatchObject({ code: 0, said: '' })
  const text = await readFile(join(folder, 'lookup-tables/articles.yaml'), 'utf8')
  expect(text).not.toContain(token)
  expect(text).toContain(`value: \${env:${variableName}}`)

  expect(await recto(['apply', folder, '--yes'], toTarget)).toMatchObject({ code: 0, said: '' })
  const sites = await tableOf('Sites')
  expect(sites.rows).toEqual([
    ['01', 'Köln'],
    ['02', 'Bad "Ems"'],
  ])
  expect((await tableOf('Articles')).rows).toEqual([
    ['A-1', 'Bolt'],
    ['A-2', 'Nut'],
  ])
  expect(await recto(['diff', folder], toTarget)).toMatchObject({
    code: 0,
    out: 'No difference.\n',
  })
  expect(await recto(['apply', folder, '--yes'], toTarget)).toMatchObject({
    out: 'Nothing to apply.\n',
  })
})

test('changed rows are a new version, and a changed source is read at once', async () => {
  await edit('sites.yaml', 'Köln', 'Bonn')
  articles = [...articles, { number: 'A-3', name: 'Washer' }]
  await edit('articles.yaml', '/articles', '/articles?all=1')
  const diffOutput = await recto(['diff', folder], toTarget)
  expect(diffOutput.code).toBe(1)
  expect(diffOutput.out).toContain('source.url')
  expect(await recto(['apply', folder, '--yes'], toTarget)).toMatchObject({ code: 0, said: '' })

  expect(await tableOf('Sites')).toMatchObject({
    version: 2,
    rows: [
      ['01', 'Bonn'],
      ['02', 'Bad "Ems"'],
    ],
  })
  await expect.poll(async () => (await tableOf('Articles')).rows).toHaveLength(3)
  expect(await recto(['diff', folder], toTarget)).toMatchObject({ code: 0 })
})

test('a schedule changes alone, and a table whose rows are nowhere is refused with what to do', async () => {
  await edit('articles.yaml', '0 4 * * *', '0 5 * * *')
  expect((await recto(['diff', folder], toTarget)).out).toContain(
    'cron_string: "0 4 * * *" → "0 5 * * *"',
  )
  expect(await recto(['apply', folder, '--yes'], toTarget)).toMatchObject({ code: 0, said: '' })

  await writeFile(
    join(folder, 'lookup-tables/large.yaml'),
    `version: 1
kind: lookup-table
name: Large
spec:
  key: Number
  columns:
    - name: Number
      type: id
`,
  )
  const refusedOutput = await recto(['apply', folder, '--yes'], toTarget)
  expect(refusedOutput).toMatchObject({ code: 1 })
  expect(refusedOutput.said).toContain('Upload the table “Large” to the server first.')
  await edit('large.yaml', '  key: Number\n', '  key: Number\n  rows: [["1", "2"]]\n')
  expect(await recto(['apply', folder, '--yes'], toTarget)).toMatchObject({
    code: 2,
    said: expect.stringContaining('large.yaml: spec.rows: Each row needs a cell for each column.'),
  })
})
