import { execFile } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tenant } from '../../platform/db/database.ts'
import { compiledProject, fileOfBill, layoutsAt, nextBill } from '../../testing/compiled-project.ts'
import { makeWorkflow } from '../../testing/make-tool.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { type Studio, studioOf } from '../../testing/studio.ts'
import { formatRun } from './format-replay.ts'
import { replayRun } from './replay-run.ts'

let server: TestServer
let model: CannedModelServer
let ada: Studio
let tenant: Tenant
let made: Awaited<ReturnType<typeof compiledProject>>

beforeAll(async () => {
  model = await startCannedModelServer({ reply: 'Very polite' })
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  made = await compiledProject(ada, await ada.cannedLlm(model))
  const { organization: organizationId } = await ada.project()
  tenant = { db: server.ctx.db, organizationId }
}, 120_000)
afterAll(async () => {
  await server?.close()
  await model?.close()
})

type Row = Readonly<Record<string, unknown>>

/** Runs in the studio; the rows, and how many calls of the model they took. */
async function run(path: string, asked: Row) {
  const before = model.requests.length
  const { tool_id, document_id } = made
  const { body } = await ada.person.post(`prompt-studio/${path}/${tool_id}`, {
    ...{ document_id, ...asked },
  })
  return { rows: body as readonly Row[], calls: model.requests.length - before }
}

/** Replays, and sees to it that no model was asked. */
async function offline(id: string) {
  const before = model.requests.length
  const replayed = await replayRun(server.ctx, tenant, id)
  expect(model.requests.length).toBe(before)
  return replayed
}

/** The command as people start it. */
async function command(...given: readonly string[]) {
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; out: string }>()
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: server.databaseUrl,
    RECTO_DATA_DIR: server.ctx.config.dataDir,
    RECTO_LOG_LEVEL: 'error',
    ENCRYPTION_KEY: '07'.repeat(32),
  }
  const program = fileURLToPath(new URL('../replay.ts', import.meta.url))
  const child = execFile(process.execPath, [program, ...given], { env }, (_error, out, said) =>
    resolve({ code: child.exitCode, out: `${out}${said}` }),
  )
  return promise
}

const byRule = 'layout rule: right of “Invoice no.”, page 1'

test('a value that a rule read is replayed without a model, and says the rule', async () => {
  const [id] = made.prompt_ids
  const { calls, rows } = await run('fetch_response', { id, run_id: 'by rule' })
  expect([calls, rows[0]?.output]).toEqual([0, nextBill.number])

  const replayed = await offline('by rule')

  expect(replayed.fields).toMatchObject([
    { key: 'number', value: nextBill.number, isSame: true, model: undefined, error: undefined },
  ])
  expect(replayed.fields[0]?.evidence).toEqual(rows[0]?.evidence_data)
  expect(formatRun(replayed)).toContain(`number: "${nextBill.number}" (confidence 0.92, ${byRule})`)
})

test('a single pass of which rules have answered a part is replayed whole', async () => {
  model.script({ reply: '{"mood": "Very polite"}' })
  const { calls } = await run('single-pass-extraction', { run_id: 'pass' })
  expect(calls).toBe(1)

  const { fields } = await offline('pass')

  expect(fields.every(({ isSame }) => isSame)).toBe(true)
  const values = Object.fromEntries(fields.map(({ key, value }) => [key, value]))
  expect(values).toMatchObject({ number: nextBill.number, total: Number(nextBill.total) })
})

test('the command says where each value came from, also when the rules are switched off meanwhile', {
  timeout: 120_000,
}, async () => {
  for (const id of made.prompt_ids) await run('fetch_response', { id, run_id: 'all of it' })
  await ada.person.put(layoutsAt(made.tool_id), { is_on: false, least_documents: 5 })

  const { code, out } = await command('all of it')

  expect(out).toContain(`number: "${nextBill.number}" (confidence 0.92, ${byRule})`)
  expect(out).toMatch(/total: 14\.4 \(.*layout rule: .*“Total amount”, page 1\)/)
  expect(out).toMatch(/mood: .*\(.*canned/)
  expect(out).not.toContain('not what the run had')
  expect(code).toBe(0)
  await ada.person.put(layoutsAt(made.tool_id), { is_on: true, least_documents: 5 })
})

test('a file of an execution is replayed with what its rules have said', async () => {
  const { tool_id } = made
  await ada.person.post(`prompt-studio/export/${tool_id}`, {
    ...{ is_shared_with_org: true, force_export: true },
  })
  const registry = await ada.person.get(`prompt-studio/registry/?custom_tool=${tool_id}`)
  const workflow_id = await makeWorkflow(
    ada.person,
    'Replayed bills',
    registry.body[0].prompt_registry_id,
  )
  const { body: begun } = await ada.person.post('workflow/execute/', { workflow_id })
  const { execution_id } = begun
  const before = model.requests.length
  await ada.person.upload('workflow/execute/', {
    files: [{ ...fileOfBill(nextBill), field: 'files' }],
    fields: { workflow_id, execution_id },
  })
  expect(model.requests.length - before).toBe(1)
  const { body: files } = await ada.person.get(`execution/${execution_id}/files/`)
  const [{ id }] = files.results

  const replayed = await offline(id)

  expect(replayed.fields).toMatchObject([
    { key: 'number', value: nextBill.number, isSame: true },
    { key: 'total', value: Number(nextBill.total), isSame: true },
    { key: 'mood', isSame: true, model: 'canned' },
  ])
  expect(formatRun(replayed)).toContain(byRule)
})
