import { randomUUID } from 'node:crypto'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestFile } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { removeExpired } from './removal/remove-expired.ts'

/** What comes of a visitor's project: a workbook, a project of somebody's own, and nothing at all. */

let server: TestServer
let sample: TestFile

beforeAll(async () => {
  server = await startServer({ worker: true })
  const [invoice] = await sampleInvoices()
  if (!invoice) throw new Error('There is no sample.')
  sample = { name: invoice.name, content: invoice.file }
})
afterAll(() => server?.close())
beforeEach(() => server.ctx.db.deleteFrom('simple_use').execute())

const base = '/api/v1/sps'

async function readyProject(tool_name = 'Invoices') {
  const { anonymous } = server
  const createdReply = await anonymous.post(`${base}/`, { tool_name })
  const sps_id: string = createdReply.body.tool_id
  const document_id = await uploaded(sps_id, sample)
  const id = await prompted(sps_id, { prompt_key: 'total', prompt: 'What is the total amount?' })
  await run({ sps_id, document_id, id })
  return { sps_id, document_id, id }
}

async function uploaded(sps_id: string, file: TestFile): Promise<string> {
  const fields = { sps_project_id: sps_id }
  const { body } = await server.anonymous.upload(`${base}/document/`, { files: [file], fields })
  const { document_id } = body
  const read = await server.anonymous.post(`${base}/index/`, { document_id, sps_id })
  expect(read.status).toBe(200)
  return document_id
}

async function prompted(tool_id: string, prompt: object): Promise<string> {
  const createdReply = await server.anonymous.post(`${base}/prompts/`, { tool_id, ...prompt })
  expect(createdReply.status).toBe(201)
  return createdReply.body.prompt_id
}

async function run(runFields: object) {
  const answer = await server.anonymous.post(`${base}/prompt-run/`, runFields)
  expect(answer.status).toBe(200)
  return answer.body[0]
}

/** The parts of a workbook that a test looks at: its cells by name, and the comments beside them. */
function readWorkbook(bytes: Uint8Array) {
  const files = Object.entries(unzipSync(bytes)).map(
    ([name, content]) => [name, strFromU8(content)] as const,
  )
  const { 'xl/sharedStrings.xml': strings = '', ...parts } = Object.fromEntries(files)
  const texts = [...strings.matchAll(/<si><t[^>]*>([^<]*)<\/t><\/si>/g)].map(([, text]) => text)
  const sheet = parts['xl/worksheets/sheet1.xml'] ?? ''
  const cells = [...sheet.matchAll(/<c r="([A-Z]+\d+)"[^>]*t="s"[^>]*><v>(\d+)<\/v><\/c>/g)].map(
    ([, name = '', place]) => [name, texts[Number(place)]] as const,
  )
  const comments = [
    ...(parts['xl/comments1.xml'] ?? '').matchAll(/ref="([A-Z]+\d+)".*?<t [^>]*>([^<]*)<\/t>/g),
  ].map(([, name = '', text]) => [name, text] as const)
  return { parts, cells: Object.fromEntries(cells), comments: Object.fromEntries(comments) }
}

test('[SS-010] the workbook has a row for each document, a column for each field, and the pages in comments', async () => {
  const { sps_id, document_id } = await readyProject('Bills & more')
  const absent = await prompted(sps_id, {
    prompt_key: '=SUM(A1)',
    prompt: 'What is the IBAN of the moon base?',
  })
  await run({ sps_id, document_id, id: absent })
  const evil = '=cmd|calc.txt'
  await uploaded(sps_id, { name: evil, content: 'Nothing that anybody asks for.' })

  const { status, headers, body } = await server.anonymous.get(`${base}/excel/?sps_id=${sps_id}`)

  expect([status, headers.get('content-type')]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ])
  expect(headers.get('content-disposition')).toContain('Bills%20%26%20more.xlsx')
  const { cells, comments, parts } = readWorkbook(body)
  const { body: outputs } = await server.anonymous.get(`${base}/prompt-output/?sps_id=${sps_id}`)
  const total = outputs.find((one: { output: unknown }) => one.output !== null).output
  expect(cells).toMatchObject({
    A1: 'Document',
    B1: 'total',
    C1: expect.stringMatching(/^(&apos;|&#39;|')=SUM\(A1\)$/),
    A2: sample.name,
    B2: total,
    A3: expect.stringMatching(/^(&apos;|&#39;|')=cmd/),
  })
  expect(comments).toEqual({ B2: 'Page 1' })
  // No cell is a formula, whatever it says.
  expect(parts['xl/worksheets/sheet1.xml']).not.toContain('<f>')
  expect(parts['xl/worksheets/sheet1.xml']).toContain('<legacyDrawing')
  expect(parts['[Content_Types].xml']).toContain('/xl/comments1.xml')
})

test('[SS-010] Create App makes a project of one’s own, once, however often it is pressed', async () => {
  const { sps_id } = await readyProject('Bills')
  const ada = server.as('admin')
  expect((await server.anonymous.post('simple-studio/app/', { sps_id })).status).toBe(401)
  expect((await ada.post('simple-studio/app/', { sps_id: randomUUID() })).status).toBe(404)
  expect((await server.as('reviewer').post('simple-studio/app/', { sps_id })).status).toBe(403)

  const press = () => ada.post('simple-studio/app/', { sps_id })
  const answers = await Promise.all([press(), press(), press()])
  const repeatedReply = await press()

  expect([...answers, repeatedReply].map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(answers.filter(({ body }) => body.is_new)).toHaveLength(1)
  const { body: audit } = await ada.get('audit/?subject=Bills')
  expect(audit.results).toContainEqual(
    expect.objectContaining({ action: 'project.created', actor_email: 'ada@example.org' }),
  )
  const ids = new Set([...answers, repeatedReply].map(({ body }) => body.tool_id))
  expect(ids.size).toBe(1)
  const [tool_id] = ids
  const { body: project } = await ada.get(`prompt-studio/${tool_id}/`)
  expect(project).toMatchObject({ tool_name: 'Bills', prompts: [{ prompt_key: 'total' }] })
  const documents = await ada.get(`prompt-studio/prompt-document/?tool_id=${tool_id}`)
  expect(documents.body).toMatchObject([{ document_name: sample.name }])

  // Another organization has one of its own, and a name that is taken gets a number.
  const mallory = server.as('admin', { organization: 'rival', name: 'mallory' })
  const otherReply = await mallory.post('simple-studio/app/', { sps_id })
  expect(otherReply.body).toMatchObject({ is_new: true })
  expect(ids.has(otherReply.body.tool_id)).toBe(false)
  const { sps_id: second } = await readyProject('Bills')
  const { body: twin } = await ada.post('simple-studio/app/', { sps_id: second })
  expect((await ada.get(`prompt-studio/${twin.tool_id}/`)).body.tool_name).toBe('Bills (2)')
  // Who has deleted it can have it again.
  expect((await ada.delete(`prompt-studio/${tool_id}/`)).status).toBe(204)
  expect((await press()).body).toMatchObject({ is_new: true })
})

/** How many rows each table has of an organization, where it has any. */
async function rowsOf(organizationId: number): Promise<Readonly<Record<string, number>>> {
  const { db } = server.ctx
  const { rows: tables } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where column_name = 'organization_id' and table_schema = 'public'`.execute(db)
  expect(tables.length).toBeGreaterThan(30)
  const counts: Record<string, number> = {}
  for (const { table_name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(table_name)}
      where organization_id = ${organizationId}`.execute(db)
    if (rows[0]?.count) counts[table_name] = rows[0].count
  }
  return counts
}

async function filesOf(organizationId: number): Promise<readonly string[]> {
  const names: string[] = []
  for await (const name of server.ctx.files.listPaths()) {
    if (name.split('/').includes(String(organizationId))) names.push(name)
  }
  return names
}

test('[SS-013] [SS-051] after its days nothing of a project is left, in the database or in the file store', async () => {
  const { sps_id, document_id, id } = await readyProject()
  const deletedDocument = await uploaded(sps_id, { name: 'gone.txt', content: 'It was here.' })
  await server.anonymous.delete(`${base}/documents/${deletedDocument}/?sps_project_id=${sps_id}`)
  const { sps_id: young } = await readyProject()
  const exportedProject = (await server.as('admin').post('simple-studio/app/', { sps_id })).body
    .tool_id
  const { db } = server.ctx
  const row = await db
    .selectFrom('simple_project')
    .selectAll()
    .where('id', '=', sps_id)
    .executeTakeFirstOrThrow()
  const { organization_id: organizationId, user_id: userId } = row
  expect(Object.keys(await rowsOf(organizationId)).length).toBeGreaterThan(8)
  expect((await filesOf(organizationId)).length).toBeGreaterThan(0)

  const past = new Date(Date.now() - 7 * 24 * 60 * 60 * 1000 - 1000)
  await db
    .updateTable('simple_project')
    .set({ created_at: past })
    .where('id', '=', sps_id)
    .execute()
  // The link opens nothing from that moment on, whether it was swept or not.
  expect((await server.anonymous.get(`${base}/${sps_id}`)).status).toBe(404)
  const runRequest = { sps_id, document_id, id }
  expect((await server.anonymous.post(`${base}/prompt-run/`, runRequest)).status).toBe(404)
  expect(await removeExpired(server.ctx)).toBe(1)

  expect(await rowsOf(organizationId)).toEqual({})
  expect(await filesOf(organizationId)).toEqual([])
  const left = await Promise.all([
    db.selectFrom('organization').select('id').where('id', '=', organizationId).execute(),
    db.selectFrom('user_account').select('id').where('id', '=', userId).execute(),
    db.selectFrom('simple_project').select('id').where('id', '=', sps_id).execute(),
  ])
  expect(left).toEqual([[], [], []])
  expect((await server.anonymous.get(`${base}/${sps_id}`)).status).toBe(404)
  // What others have made of it, and what is younger, stays.
  expect((await server.anonymous.get(`${base}/${young}`)).status).toBe(200)
  expect((await server.as('admin').get(`prompt-studio/${exportedProject}/`)).status).toBe(200)
  expect(await removeExpired(server.ctx)).toBe(0)
})

test('[SS-051] a removal that broke off is taken up again', async () => {
  const { sps_id } = await readyProject()
  const { db } = server.ctx
  const past = new Date(0)
  const { organization_id: organizationId, project_id } = await db
    .updateTable('simple_project')
    .set({ created_at: past })
    .where('id', '=', sps_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await db.deleteFrom('project').where('id', '=', project_id).execute()

  expect(await removeExpired(server.ctx)).toBe(1)
  expect(await rowsOf(organizationId)).toEqual({})
  expect(await filesOf(organizationId)).toEqual([])
})
