import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

const model = await startCannedModelServer({
  reply: ({ prompt }) => {
    const fieldName = /What is the (invoice number|seller|tax|total)/.exec(prompt)?.[1]
    return new RegExp(`^ *${fieldName}: (.+?) *$`, 'm').exec(prompt)?.[1] ?? 'NA'
  },
})

let server: TestServer
let ada: Studio
let project: { tool_id: string; profile_id: string; document_id: string }
const ids: string[] = []

beforeAll(async () => {
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  const llm = await ada.cannedLlm(model)
  project = await ada.runnable(file('march.txt', '50.00'), { profile: { llm, chunk_size: 0 } })
  const questions = [
    ['vendor', 'What is the seller?', 'text'],
    ['invoice_number', 'What is the invoice number?', 'text'],
    ['tax', 'What is the tax?', 'text'],
    ['total', 'What is the total?', 'number'],
    ['items', 'What is the list of items?', 'table'],
  ]
  for (const [prompt_key, prompt, enforce_type] of questions) {
    const { prompt_id } = await ada.prompt(project.tool_id, { prompt_key, prompt, enforce_type })
    if (enforce_type !== 'table') ids.push(prompt_id)
  }
})

afterAll(async () => {
  await server?.close()
  await model.close()
})

const file = (name: string, total: string) => ({
  name,
  content: `seller: Acme GmbH\ninvoice number: RE-1\ntax: $8,20\ntotal: ${total}\n`,
})

const save = (checks: unknown) => ada.person.patch(`prompt-studio/${project.tool_id}/`, { checks })

async function run(document_id: string) {
  const { tool_id, profile_id } = project
  const { status } = await ada.person.post(`prompt-studio/bulk_fetch_response/${tool_id}`, {
    document_id,
    prompt_ids: ids,
    profile_manager: profile_id,
  })
  expect(status).toBeLessThan(300)
  const outputs = () =>
    ada.person.get(
      `prompt-studio/prompt-output/?tool_id=${tool_id}&document_manager=${document_id}`,
    )
  await expect.poll(async () => (await outputs()).body.length).toBe(ids.length)
}

const checksOf = (document_id: string, person = ada.person) =>
  person.get(`prompt-studio/file/${project.tool_id}/checks/?document_id=${document_id}`)

describe('rejects an invalid check and saves nothing', () => {
  const long = `total == ${'1'.repeat(2000)}`
  const manyChecks = Array.from({ length: 51 }, (_, n) => ({
    name: `${n}`,
    expression: 'total > 0',
  }))

  test.each([
    ['syntax', [{ name: 'A', expression: 'sum(items.amount == total' }], /\(at character 26\)$/],
    ['an unknown field', [{ name: 'A', expression: 'net == total' }], /There is no field “net”/],
    ['types', [{ name: 'A', expression: 'total + 1' }], /A check must be true or false/],
    [
      'a regular expression',
      [{ name: 'A', expression: '"a".matches("a") || total > 0' }],
      /Regular/,
    ],
  ])('%s', async (_, checks, detail) => {
    const { status, body } = await save([{ name: 'Good', expression: 'total > 0' }, ...checks])

    expect([status, body.errors[0].attr]).toEqual([400, 'checks.1.expression'])
    expect(body.errors[0].detail).toMatch(detail)
    expect((await ada.person.get(`prompt-studio/${project.tool_id}/`)).body.checks).toEqual([])
  })

  test.each([
    ['too long', [{ name: 'A', expression: long }], 'checks.0.expression'],
    ['too many', manyChecks, 'checks'],
    ['without a name', [{ name: ' ', expression: 'total > 0' }], 'checks.0.name'],
    [
      'of one name',
      [
        { name: 'Sum', expression: 'total > 0' },
        { name: 'SUM', expression: 'tax > 0' },
      ],
      'checks.1.name',
    ],
  ])('%s', async (_, checks, attr) => {
    const { status, body } = await save(checks)
    expect([status, body.errors[0].attr]).toEqual([400, attr])
  })
})

test('evaluates no checks without answers', async () => {
  expect(await checksOf(project.document_id)).toMatchObject({ status: 200, body: { checks: [] } })
})

test('evaluates checks on the current values after each run, and compares documents', async () => {
  const sum = { name: 'Sum', expression: 'tax + 41.8 == total', message: '' }
  const { status } = await save([sum, { name: 'List', expression: 'items.size() > 0' }])
  expect(status).toBe(200)
  await run(project.document_id)
  const first = (await checksOf(project.document_id)).body.checks
  expect(first).toMatchObject([
    { name: 'Sum', outcome: 'confirmed', fields: ['tax', 'total'], across: null, documents: [] },
    { name: 'List', outcome: 'not_judged' },
  ])

  const april = await ada.document(project.tool_id, file('april.txt', '51.00'))
  await run(april)
  expect((await checksOf(april)).body.checks).toMatchObject([
    { name: 'Sum', outcome: 'contradicted', reason: '50 is not 51.' },
    { name: 'List' },
    {
      across: 'same_document',
      outcome: 'contradicted',
      reason: '“march.txt” has the same number but a different total.',
      documents: [{ name: 'march.txt', document_id: project.document_id, file_id: null }],
    },
  ])
  // The checks disappear with the document.
  const { tool_id } = project
  await ada.person.delete(`prompt-studio/file/${tool_id}`, { document_id: april })
  expect((await checksOf(project.document_id)).body.checks).toHaveLength(2)
})

test('evaluates the other checks if one would not terminate', async () => {
  const rows = Array.from({ length: 100 }, () => 'total').join(', ')
  const endless = `[${rows}].all(a, [${rows}].all(b, a + b + a + b + tax > total))`
  const savedReply = await save([
    { name: 'Endless', expression: endless },
    { name: 'Sum', expression: 'tax < total' },
  ])
  expect([savedReply.status, savedReply.body.errors]).toEqual([200, undefined])

  expect((await checksOf(project.document_id)).body.checks).toMatchObject([
    { name: 'Endless', outcome: 'not_judged', reason: 'The check takes too many steps.' },
    { name: 'Sum', outcome: 'confirmed' },
  ])
})

test('copies checks to clones, files and exports, and keeps them when a prompt is deleted', async () => {
  const { tool_id } = project
  const checks = [{ name: 'Order', expression: 'tax < total', message: 'Less.' }]
  await save(checks)
  const { body: projectFile } = await ada.person.get(`prompt-studio/project-transfer/${tool_id}`)
  const copy = await ada.person.post('prompt-studio/clone/', { tool_id, tool_name: 'A copy' })

  expect(projectFile.tool_settings?.checks).toEqual(checks)
  const copyReply = await ada.person.get(`prompt-studio/${copy.body.tool_id}/`)
  expect(copyReply.body.checks).toEqual(checks)
  for (const { prompt_id, prompt_key } of copyReply.body.prompts)
    if (prompt_key === 'tax') await ada.person.delete(`prompt-studio/prompt/${prompt_id}/`)
  const secondReply = await ada.person.patch(`prompt-studio/${copy.body.tool_id}/`, { checks })
  expect([secondReply.status, secondReply.body.errors]).toEqual([200, undefined])
})

test('hides checks from other organizations', async () => {
  const stranger = server.as('admin', { organization: 'elsewhere', name: 'stranger' })
  expect((await checksOf(project.document_id, stranger)).status).toBe(404)
})
