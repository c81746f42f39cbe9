import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolderFlow, untilEnded } from '../../testing/make-pipeline.ts'
import { makeTool } from '../../testing/make-tool.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { studioOf } from '../../testing/studio.ts'

const pages = 10
const clausesOfPage = 14
const questionCount = 50

const clause = (page: number, number: number) =>
  `${page}.${number} The supplier pays a fee of ${page * 100 + number} EUR within ${number + 10} days after a notice of the customer under section ${number}, unless both parties have agreed otherwise in writing.`
const contractPage = (page: number) =>
  Array.from({ length: clausesOfPage }, (_, i) => clause(page, i + 1)).join('\n')
const contract = Array.from({ length: pages }, (_, i) => contractPage(i + 1)).join('\n\f\n')

const fields = Array.from({ length: questionCount }, (_, i) => ({
  key: `fee_${i + 1}`,
  prompt: `Which fee is due under clause ${1 + (i % pages)}.${1 + (i % clausesOfPage)}?`,
}))

let model: CannedModelServer
let server: TestServer
let ada: Person
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-cache-'))
  model = await startCannedModelServer({ hasCache: true, latencyMs: 5, reply: () => '101 EUR' })
  server = await startServer({ worker: true, env: { RECTO_CONNECTOR_FOLDERS: folder } })
  ada = server.as('admin')
})

afterAll(async () => {
  await server?.close()
  await model?.close()
  await rm(folder, { recursive: true, force: true })
})

async function runPipeline(name: string, project: object) {
  const source = join(folder, name)
  const { mkdir } = await import('node:fs/promises')
  await mkdir(source)
  await writeFile(join(source, 'contract.txt'), contract)
  const settings = { input_price: 10, cached_price: 1, output_price: 0, max_retries: 0 }
  const llmId = await studioOf(ada).cannedLlm(model, name, settings)
  const sample = { name: `${name}.txt`, content: `Clause 1.1 of ${name}` }
  const { toolId } = await makeTool(ada, { name, fields, sample, llmId, project: { ...project } })
  const workflow = await makeFolderFlow(ada, name, { toolId, folder: source })
  const { body: pipeline } = await ada.post('pipeline/', {
    pipeline_name: name,
    workflow,
    pipeline_type: 'TASK',
  })
  const requestsBefore = model.requests.length
  const { body } = await ada.post('pipeline/execute/', { pipeline_id: pipeline.id })
  const execution = await untilEnded(ada, body.execution.execution_id)
  expect(execution).toMatchObject({ status: 'COMPLETED', successful_files: 1 })
  const { rows } = await sql<{ calls: number; input: number; cached: number; dollars: number }>`
    select count(*)::int as calls, sum(prompt_tokens)::int as input,
      sum(cached_tokens)::int as cached, sum(cost_in_dollars)::float8 as dollars
    from usage_record where execution_id = ${body.execution.execution_id}`.execute(server.ctx.db)
  const prompts = model.requests.slice(requestsBefore).map(({ call }) => call?.prompt ?? '')
  return { ...rows[0]!, prompts, executionId: body.execution.execution_id as string }
}

test('fifty questions about a contract of ten pages read the contract from the cache, and cost a fraction', async () => {
  const {
    calls,
    input,
    cached: cachedTokens,
    dollars,
    prompts,
    executionId,
  } = await runPipeline('New', {})

  expect([calls, prompts.length]).toEqual([questionCount, questionCount])
  expect(cachedTokens / input).toBeGreaterThanOrEqual(0.9)
  expect(dollars).toBeCloseTo(((input - cachedTokens) * 10 + cachedTokens) / 1e6, 6)
  const { body } = await ada.get(`execution/${executionId}/`)
  expect(body.usage).toMatchObject({ cached_tokens: cachedTokens })
})

test('a project that keeps the question first is asked as before, and pays for every page', async () => {
  const {
    calls,
    cached: cachedTokens,
    prompts,
  } = await runPipeline('Kept', { document_first: false })

  expect([calls, cachedTokens]).toEqual([questionCount, 0])
  for (const prompt of prompts)
    expect(prompt.indexOf('Question: ')).toBeLessThan(prompt.indexOf('Document:'))
})
