import { execFile } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tenant } from '../../platform/db/database.ts'
import {
  type CompiledProject,
  compiledProject,
  fileOfBill,
  layoutsAt,
  nextBill,
} from '../../testing/compiled-project.ts'
import { makeWorkflow } from '../../testing/make-tool.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { type Studio, studioOf } from '../../testing/studio.ts'
import { formatRun } from './format-replay.ts'
import { replayRun } from './replay-run.ts'

let server: TestServer
let model: CannedModelServer
let ada: Studio
let tenant: Tenant
let project: CompiledProject

beforeAll(async () => {
  model = await startCannedModelServer({ reply: 'Very polite' })
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  project = await compiledProject(ada, await ada.cannedLlm(model))
  const { organization: organizationId } = await ada.project()
  tenant = { db: server.ctx.db, organizationId }
})
afterAll(async () => {
  await server?.close()
  await model?.close()
})

type Row = Readonly<Record<string, unknown>>

/** Runs in the studio; returns the rows and the number of model calls. */
async function run(path: string, request: Row) {
  const requestsBefore = model.requests.length
  const { tool_id, document_id } = project
  const { body } = await ada.person.post(`prompt-studio/${path}/${tool_id}`, {
    document_id,
    ...request,
  })
  return { rows: body as readonly Row[], calls: model.requests.length - requestsBefore }
}

/** Replays, and asserts that no model was called. */
async function offline(id: string) {
  const requestsBefore = model.requests.length
  const replayedRun = await replayRun(server.ctx, tenant, id)
  expect(model.requests.length).toBe(requestsBefore)
  return replayedRun
}

/** Runs the command line. */
async function command(...args: readonly string[]) {
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; out: string }>()
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: server.databaseUrl,
    RECTO_DATA_DIR: server.ctx.config.dataDir,
    RECTO_LOG_LEVEL: 'error',
    ENCRYPTION_KEY: '07'.repeat(32),
  }
  const program = fileURLToPath(new URL('../replay.ts', import.meta.url))
  const child = execFile(
    process.execPath,
    [program, ...args],
    { env },
    (_error, output, errorOutput) =>
      resolve({ code: child.exitCode, out: `${output}${errorOutput}` }),
  )
  return promise
}

const byRule = 'layout rule: to the right of “Invoice no.”, page 1'

test('replays a value read by a rule without a model, naming the rule', async () => {
  const [id] = project.prompt_ids
  const { calls, rows } = await run('fetch_response', { id, run_id: 'by rule' })
  expect([calls, rows[0]?.output]).toEqual([0, nextBill.number])

  const replayedRun = await offline('by rule')

  expect(replayedRun.fields).toMatchObject([
    { key: 'number', value: nextBill.number, isSame: true, model: undefined, error: undefined },
  ])
  expect(replayedRun.fields[0]?.evidence).toEqual(rows[0]?.evidence_data)
  expect(formatRun(replayedRun)).toContain(
    `number: "${nextBill.number}" (confidence 0.92, ${byRule})`,
  )
})

test('replays a single pass that rules answered in part completely', async () => {
  model.script({ reply: '{"mood": "Very polite"}' })
  const { calls } = await run('single-pass-extraction', { run_id: 'pass' })
  expect(calls).toBe(1)

  const { fields } = await offline('pass')

  expect(fields.every(({ isSame }) => isSame)).toBe(true)
  const values = Object.fromEntries(fields.map(({ key, value }) => [key, value]))
  expect(values).toMatchObject({ number: nextBill.number, total: Number(nextBill.total) })
})

test('the command prints the source of each value, even if the rules were switched off since', async () => {
  for (const id of project.prompt_ids) await run('fetch_response', { id, run_id: 'all of it' })
  await ada.person.put(layoutsAt(project.tool_id), { is_on: false, least_documents: 5 })

  const { code, out: output } = await command('all of it')

  expect(output).toContain(`number: "${nextBill.number}" (confidence 0.92, ${byRule})`)
  expect(output).toMatch(/total: 14\.4 \(.*layout rule: .*“Total amount”, page 1\)/)
  expect(output).toMatch(/mood: .*\(.*canned/)
  expect(output).not.toContain('different from the original run')
  expect(code).toBe(0)
  await ada.person.put(layoutsAt(project.tool_id), { is_on: true, least_documents: 5 })
})

test('replays a file of an execution with the answers of its rules', async () => {
  const { tool_id } = project
  await ada.person.post(`prompt-studio/export/${tool_id}`, {
    is_shared_with_org: true,
    force_export: true,
  })
  const registry = await ada.person.get(`prompt-studio/registry/?custom_tool=${tool_id}`)
  const workflow_id = await makeWorkflow(
    ada.person,
    'Replayed bills',
    registry.body[0].prompt_registry_id,
  )
  const { body: execution } = await ada.person.post('workflow/execute/', { workflow_id })
  const { execution_id } = execution
  const requestsBefore = model.requests.length
  await ada.person.upload('workflow/execute/', {
    files: [{ ...fileOfBill(nextBill), field: 'files' }],
    fields: { workflow_id, execution_id },
  })
  expect(model.requests.length - requestsBefore).toBe(1)
  const { body: files } = await ada.person.get(`execution/${execution_id}/files/`)
  const [{ id }] = files.results

  const replayedRun = await offline(id)

  expect(replayedRun.fields).toMatchObject([
    { key: 'number', value: nextBill.number, isSame: true },
    { key: 'total', value: Number(nextBill.total), isSame: true },
    { key: 'mood', isSame: true, model: 'canned' },
  ])
  expect(formatRun(replayedRun)).toContain(byRule)
})
