import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'
import { saveReviewedValues } from './save-reviewed-values.ts'

let server: TestServer
let model: CannedModelServer
let ada: Studio
let cannedReply: string

beforeAll(async () => {
  model = await startCannedModelServer()
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  cannedReply = await ada.cannedLlm(model)
})
afterAll(async () => {
  await server?.close()
  await model?.close()
})

const fileOf = (n: number) => ({
  name: `bill-${n}.txt`,
  content: `Harbour Mill Ltd\nInvoice ${n}\nTotal amount ${n}.50 EUR\nPaid in cash ${n}.90\n`,
})

type Project = { readonly tool_id: string; readonly profile_id: string; readonly prompt_id: string }

async function totalProject(): Promise<Project> {
  const runnable = await ada.runnable(fileOf(1), {
    profile: { profile_name: 'Canned', llm: cannedReply, chunk_size: 0 },
  })
  const { prompt_id } = await ada.prompt(runnable.tool_id, {
    prompt_key: 'total',
    prompt: 'Total?',
    enforce_type: 'number',
  })
  // Otherwise layouts would soon answer the marked values without the model.
  await ada.person.put(`prompt-studio/${runnable.tool_id}/layouts/`, {
    is_on: false,
    least_documents: 5,
  })
  return { ...runnable, prompt_id }
}

/** The confidence that the studio shows for a new document. */
async function answerTo({ tool_id, profile_id, prompt_id }: Project, n: number, reply: string) {
  const document_id = await ada.document(tool_id, fileOf(n))
  model.script({ reply })
  const { body } = await ada.person.post(`prompt-studio/fetch_response/${tool_id}`, {
    id: prompt_id,
    document_id,
    profile_manager: profile_id,
  })
  return { document_id, output: body[0] }
}

const mark = ({ tool_id, prompt_id }: Project, document_id: string, truth: string | null) =>
  ada.person.put(`prompt-studio/${tool_id}/truths/`, { prompt_id, document_id, truth })

const loadConfidence = async ({ tool_id }: Project, document_id: string) => {
  const { body } = await ada.person.get(
    `prompt-studio/prompt-output/?tool_id=${tool_id}&document_manager=${document_id}`,
  )
  return body[0]
}

const judgedOf = ({ tool_id }: Project) =>
  server.ctx.db
    .selectFrom('judged_value')
    .select(['is_right', 'source', 'type'])
    .where('project_id', '=', tool_id)
    .execute()

test('calibrates confidences with an interval after fifty judged values, and not before', async () => {
  const project = await totalProject()
  const first = await answerTo(project, 100, '100.50')
  const raw = first.output.confidence
  expect(raw).toBeGreaterThan(0.3)
  expect(first.output.calibration).toBeNull()

  // One of five values with this confidence is wrong.
  for (let n = 101; n < 150; n++) {
    const { document_id } = await answerTo(project, n, `${n}.50`)
    await mark(project, document_id, n % 5 === 0 ? `${n}.90` : `${n}.50`)
  }
  const previousConfidence = await loadConfidence(project, first.document_id)
  expect([previousConfidence.confidence, previousConfidence.calibration]).toEqual([raw, null])

  await mark(project, first.document_id, '100.90')
  const updatedConfidence = await loadConfidence(project, first.document_id)
  expect(updatedConfidence.calibration).toMatchObject({ raw_confidence: raw, truths: 50 })
  const { low, high } = updatedConfidence.calibration
  expect(updatedConfidence.confidence).toBeGreaterThan(0.65)
  expect(updatedConfidence.confidence).toBeLessThan(0.9)
  expect(low).toBeLessThanOrEqual(0.8)
  expect(high).toBeGreaterThanOrEqual(0.8)
  expect(high - low).toBeGreaterThan(0.1)
  // Other types are calibrated as before.
  expect(updatedConfidence.word_confidence_data).toEqual(first.output.word_confidence_data)

  // After the deletion there are too few values again.
  const { tool_id, prompt_id } = project
  await ada.person.delete(`prompt-studio/${tool_id}/truths/`, {
    prompt_id,
    document_id: first.document_id,
  })
  expect((await loadConfidence(project, first.document_id)).calibration).toBeNull()
})

test('counts only the newest of two contradicting expected values', async () => {
  const project = await totalProject()
  const { document_id } = await answerTo(project, 200, '200.50')
  await mark(project, document_id, '200.50')
  await mark(project, document_id, '200.90')
  expect(await judgedOf(project)).toEqual([{ is_right: false, source: 'studio', type: 'number' }])

  // Reviewers then approve the opposite of the value that a run had read.
  const { db } = server.ctx
  const { hash, organization_id: organizationId } = await db
    .selectFrom('prompt_document')
    .select(['hash', 'organization_id'])
    .where('id', '=', document_id)
    .executeTakeFirstOrThrow()
  const reviewedDocument = { projectId: project.tool_id, documentHash: hash, userId: null }
  await saveReviewedValues(
    server.ctx,
    { db, organizationId },
    {
      ...reviewedDocument,
      documentName: 'bill-200.txt',
      evidence: {},
      values: { total: 200.5 },
      machineValues: { total: 200.5 },
      machineConfidences: new Map([['total', { confidence: 0.4 }]]),
    },
  )
  expect(await judgedOf(project)).toEqual([{ is_right: true, source: 'review', type: 'number' }])
})

test('raises the configuration version when expected values or layouts change', async () => {
  const project = await totalProject()
  const { document_id } = await answerTo(project, 300, '300.50')
  const version = async () => {
    const { db } = server.ctx
    const { organization_id: id } = await db
      .selectFrom('prompt_document')
      .select('organization_id')
      .where('id', '=', document_id)
      .executeTakeFirstOrThrow()
    const row = await db
      .selectFrom('configuration_version')
      .select('version')
      .where('organization_id', '=', id)
      .executeTakeFirstOrThrow()
    return Number(row.version)
  }
  const previousVersion = await version()
  await mark(project, document_id, '300.50')
  const versionAfterMark = await version()
  expect(versionAfterMark).toBeGreaterThan(previousVersion)
  await ada.person.put(`prompt-studio/${project.tool_id}/layouts/`, {
    is_on: true,
    least_documents: 5,
  })
  expect(await version()).toBeGreaterThan(versionAfterMark)
})
