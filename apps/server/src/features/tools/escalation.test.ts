import { omitUndefined } from '@recto/omit-undefined'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDeployment, makeTool, makeWorkflow } from '../../testing/make-tool.ts'
import type { Person, TestFile } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { studioOf } from '../../testing/studio.ts'

let server: TestServer
let ada: Person
let small: CannedModelServer
let large: CannedModelServer
let smallId: string
let largeId: string

const bill = (note = ''): TestFile => ({
  name: 'bill.txt',
  content: `Invoice R-4711 of 3 April 2026\nNet amount: 100.00 EUR\nTax: 19.00 EUR\nTotal: 119.00 EUR\n${note}`,
})

const fields = [
  { key: 'number', prompt: 'Which invoice number?' },
  { key: 'net', prompt: 'Which net amount?', type: 'number' },
  { key: 'total', prompt: 'Which total?', type: 'number' },
]

type Replies = Readonly<Record<'number' | 'net' | 'total', string>>

const right: Replies = { number: 'R-4711', net: '100.00', total: '119.00' }

/** Answers each question by its words. */
const answerFrom =
  (replies: Partial<Replies>) =>
  ({ prompt }: { readonly prompt: string }) => {
    if (prompt.includes('Which invoice number?')) return replies.number ?? 'NA'
    return (prompt.includes('Which net amount?') ? replies.net : replies.total) ?? 'NA'
  }

let answerSmall = answerFrom(right)
let answerLarge = answerFrom(right)

beforeAll(async () => {
  small = await startCannedModelServer({ reply: (call) => answerSmall(call) })
  large = await startCannedModelServer({ reply: (call) => answerLarge(call) })
  server = await startServer({ worker: true })
  ada = server.as('admin')
  const studio = studioOf(ada)
  smallId = await studio.cannedLlm(small, 'Small', { model: 'small-1', input_price: 1 })
  largeId = await studio.cannedLlm(large, 'Large', { model: 'large-1', input_price: 1000 })
})

afterAll(async () => {
  await server?.close()
  await small?.close()
  await large?.close()
})

type Project = Readonly<Record<string, unknown>>

let runs = 0

async function deploy({ chunkSize, ...project }: { readonly chunkSize?: number } & Project = {}) {
  runs += 1
  const name = `bills-${runs}`
  const profile = {
    escalation_llm: largeId,
    ...omitUndefined({
      chunk_size: chunkSize,
      hybrid_search: chunkSize === undefined ? undefined : false,
    }),
  }
  const tool = { name, fields, sample: bill(), llmId: smallId, profile, project }
  const { toolId, projectId, documentId } = await makeTool(ada, tool)
  const workflow = await makeWorkflow(ada, name, toolId)
  const { id, key, path } = await makeDeployment(ada, name, workflow)
  const headers = { authorization: `Bearer ${key}` }
  return {
    id,
    projectId,
    documentId,
    async read(replies: { readonly small?: Partial<Replies>; readonly large?: Partial<Replies> }) {
      answerSmall = answerFrom({ ...right, ...replies.small })
      answerLarge = answerFrom({ ...right, ...replies.large })
      const requestsBefore = [small.requests.length, large.requests.length] as const
      runs += 1
      const upload = {
        files: [{ ...bill(`Copy ${runs}`), field: 'files' }],
        fields: { include_metadata: 'true', timeout: '60' },
      }
      const { body } = await server.anonymous.upload(path, upload, { headers })
      return {
        ...body.message.result[0].result,
        smallCalls: small.requests.length - requestsBefore[0],
        largeCalls: large.requests.length - requestsBefore[1],
      }
    },
  }
}

test('a larger model is asked only for the value that is on no page, and what that cost is said by field', async () => {
  const { id, read } = await deploy()
  const plain = await read({})
  expect([plain.output, plain.smallCalls, plain.largeCalls]).toEqual([
    { number: 'R-4711', net: 100, total: 119 },
    3,
    0,
  ])
  expect(plain.metadata).not.toHaveProperty('escalations')

  const escalatedReading = await read({ small: { number: 'XX-99081' } })
  expect(escalatedReading.output).toEqual(plain.output)
  expect([escalatedReading.smallCalls, escalatedReading.largeCalls]).toEqual([3, 1])
  expect(escalatedReading.metadata.escalations).toEqual({
    number: {
      problems: expect.arrayContaining(['no-place']),
      small_model: 'small-1',
      large_model: 'large-1',
      small_value: 'XX-99081',
      replaced: true,
      calls: 1,
      cost_in_dollars: expect.any(Number),
      error: null,
    },
  })
  const { body: usage } = await ada.get(`metrics/used/?deployment=${id}&model=large-1`)
  expect(usage.models).toMatchObject([
    { calls: 1, cost_in_dollars: escalatedReading.metadata.escalations.number.cost_in_dollars },
  ])
})

test('a reply of the wrong type is asked again of the larger model, and a statement that there is none is not', async () => {
  const { read } = await deploy()
  const wrongType = await read({ small: { total: 'a fairly large sum' } })
  expect(wrongType.output.total).toBe(119)
  expect(wrongType.metadata.escalations.total).toMatchObject({
    problems: ['unreadable'],
    small_value: null,
    replaced: true,
  })

  const absent = await read({ small: { number: 'NA' } })
  expect([absent.output.number, absent.largeCalls]).toEqual([null, 0])
})

test('values that contradict a check are asked again, and the checks are made with the new ones', async () => {
  const { read } = await deploy({ checks: [{ name: 'Sum', expression: 'net + 19.0 == total' }] })
  const { output, metadata, largeCalls } = await read({ small: { net: '19.00' } })

  expect(output).toEqual({ number: 'R-4711', net: 100, total: 119 })
  expect(largeCalls).toBe(2)
  expect(metadata.escalations.net).toMatchObject({
    problems: ['contradicted'],
    small_value: 19,
    replaced: true,
  })
  expect(metadata.checks).toMatchObject([{ name: 'Sum', outcome: 'confirmed' }])
})

test('the small model’s value stays if the larger one fails or is no better, and its reason is said', async () => {
  const { read } = await deploy()
  const isWorse = await read({
    small: { number: 'XX-99081' },
    large: { number: 'I am sorry, but I cannot help with that.' },
  })
  expect(isWorse.output.number).toBe('XX-99081')
  expect(isWorse.metadata.escalations.number).toMatchObject({ replaced: false, calls: 1 })

  large.script({ status: 500, message: 'Overloaded.' })
  const failedEscalation = await read({ small: { number: 'XX-99081' } })
  expect(failedEscalation.output.number).toBe('XX-99081')
  expect(failedEscalation.metadata.escalations.number).toMatchObject({
    replaced: false,
    calls: 0,
    error: expect.stringContaining('Overloaded'),
  })
})

test('the larger model finds the chunks too when a check contradicts a value', async () => {
  const { read } = await deploy({
    checks: [{ name: 'Sum', expression: 'net + 19.0 == total' }],
    chunkSize: 60,
  })
  const { output, metadata } = await read({ small: { net: '19.00' } })

  expect(output).toEqual({ number: 'R-4711', net: 100, total: 119 })
  expect(metadata.escalations.net).toMatchObject({ replaced: true, calls: 1, small_value: 19 })
})

test('a value that replaces a challenged one is challenged as well', async () => {
  const { read } = await deploy({
    checks: [{ name: 'Sum', expression: 'net + 19.0 == total' }],
    enable_challenge: true,
    challenge_llm: smallId,
  })
  const { output, metadata } = await read({ small: { net: '19.00' } })

  expect(output.net).toBe(100)
  expect(metadata.escalations.net).toMatchObject({ replaced: true, calls: 1 })
  expect(Object.keys(metadata.challenge_data).toSorted()).toEqual(['net', 'number', 'total'])
})

test('a question that two models answer is one paid question', async () => {
  const { id, read } = await deploy()
  await read({ small: { number: 'XX-99081' } })

  const { rows } = await sql<{ readonly questions: number }>`
    select sum(u.questions)::int as questions from usage_record u
    join execution e on e.id = u.execution_id where e.pipeline_id = ${id}
  `.execute(server.ctx.db)
  expect(rows).toEqual([{ questions: 3 }])
})

test('the studio shows the same, a single pass too, and a profile can be left without a larger model', async () => {
  const { projectId, documentId } = await deploy()
  answerSmall = answerFrom({ ...right, number: 'XX-99081' })
  answerLarge = answerFrom(right)
  const { body: project } = await ada.get(`prompt-studio/${projectId}`)
  const [prompt] = project.prompts
  const run = { id: prompt.prompt_id, document_id: documentId }
  const fetchOutput = async () =>
    (await ada.post(`prompt-studio/fetch_response/${projectId}`, run)).body[0]
  const output = await fetchOutput()
  expect(output.output).toBe('R-4711')
  expect(output.escalation).toMatchObject({ small_value: 'XX-99081', replaced: true, calls: 1 })

  small.script({ reply: { number: 'XX-99081', net: '100.00', total: '119.00' } })
  const pass = await ada.post(`prompt-studio/single-pass-extraction/${projectId}`, {
    document_id: documentId,
  })
  expect(
    pass.body.map(({ output, escalation }: Record<string, unknown>) => [
      output,
      escalation !== null,
    ]),
  ).toEqual([
    ['R-4711', true],
    ['100.0', false],
    ['119.0', false],
  ])

  const profilePath = `prompt-studio/profile-manager/${project.default_profile}/`
  const changeReply = await ada.patch(profilePath, { escalation_llm: null })
  expect([changeReply.status, changeReply.body.escalation_llm]).toEqual([200, null])
  const missingReply = await ada.patch(profilePath, { escalation_llm: 'Nobody' })
  expect([missingReply.status, missingReply.body.errors[0].attr]).toEqual([400, 'escalation_llm'])
  expect(await fetchOutput()).toMatchObject({ output: 'XX-99081', escalation: null })
})
