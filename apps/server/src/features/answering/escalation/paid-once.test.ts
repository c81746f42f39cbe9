import { randomUUID } from 'node:crypto'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'
import { runStep } from '../../model-calls/model-calls.port.ts'
import { answerQuestions, collectAnswers } from '../answering.port.ts'

let server: TestServer
let small: CannedModelServer
let large: CannedModelServer
let ada: Studio

beforeAll(async () => {
  small = await startCannedModelServer({ reply: () => 'XX-99081' })
  large = await startCannedModelServer({ reply: () => 'R-4711' })
  server = await startServer()
  ada = studioOf(server.as('admin'))
})

afterAll(async () => {
  await server?.close()
  await small?.close()
  await large?.close()
})

test('a run that another process repeats finds both replies, pays for neither again and says the same cost', async () => {
  const { tool_id } = await ada.project()
  const documentId = await ada.document(tool_id, { name: 'bill.txt', content: 'Invoice R-4711' })
  const { db } = server.ctx
  const { hash, name, organization_id } = await db
    .selectFrom('prompt_document')
    .select(['hash', 'name', 'organization_id'])
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
  const adapters = await ada.adapters()
  const settings = {
    llmId: await ada.cannedLlm(small, 'Small', { input_price: 1 }),
    escalationLlmId: await ada.cannedLlm(large, 'Large', { input_price: 1000 }),
    embeddingId: adapters.EMBEDDING ?? '',
    vectorDbId: adapters.VECTOR_DB ?? '',
    textExtractorId: adapters.X2TEXT ?? '',
    chunkSize: 0,
    chunkOverlap: 0,
    strategy: 'simple',
    isHybrid: false,
    topK: 3,
    instructions: { preamble: '', postamble: '', grammar: [] },
  } as const
  const callKeyPrefix = `studio/${randomUUID()}`
  const runId = randomUUID()
  const answerAgain = async () => {
    const tenant = { db, organizationId: organization_id }
    const outcomes = await answerQuestions(server.ctx, tenant, {
      questions: [{ key: 'number', prompt: 'Which number?', type: 'text', settings }],
      document: { hash, name, sealed_password: null },
      knownValues: new Map(),
      scope: documentId,
      calls: {
        runId,
        callKeyPrefix,
        step: runStep,
        claims: server.ctx.claims,
        masking: undefined,
      },
      ensureIndexed: async () => {},
    })
    return collectAnswers(server.ctx, outcomes).answers[0]
  }

  const first = await answerAgain()
  const second = await answerAgain()

  expect([first?.value, second?.value]).toEqual(['R-4711', 'R-4711'])
  expect([small.requests.length, large.requests.length]).toEqual([1, 1])
  expect(first?.escalation).toMatchObject({ calls: 1, costInDollars: expect.any(Number) })
  expect(second?.escalation).toEqual(first?.escalation)
})
