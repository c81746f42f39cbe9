import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { studioOf } from '../../../testing/studio.ts'
import { saveReviewedValues } from '../../prompt-studio/prompt-studio.port.ts'
import { openToolStory } from '../testing/tool-story.ts'

const story = await openToolStory()
const { close, server, model, ada, canned: cannedId, invoice, exportOf } = story
afterAll(close)

type Answer = { readonly status: number; readonly body: ReturnType<typeof JSON.parse> }
const unknownId = '00000000-0000-4000-8000-000000000000'
const testsPath = (projectId: string, rest = '') =>
  `prompt-studio/${projectId}/verifications/${rest}`
const force = { force_export: true }

async function createProject(
  prompts: Readonly<Record<string, string>> = { total: 'What is the total?' },
  llmId = cannedId,
) {
  const { tool_id, document_id, profile_id } = await ada.runnable(invoice, {
    profile: { llm: llmId, chunk_size: 0 },
  })
  const ids: Record<string, string> = {}
  for (const [prompt_key, prompt] of Object.entries(prompts)) {
    ids[prompt_key] = (await ada.prompt(tool_id, { prompt_key, prompt })).prompt_id
  }
  const saveExpectedValue = (key: string, truth: string | null) =>
    ada.person.put(`prompt-studio/${tool_id}/truths/`, {
      prompt_id: ids[key],
      document_id,
      truth,
    })
  const changePrompt = (key: string, prompt: string) =>
    ada.person.patch(`prompt-studio/prompt/${ids[key]}/`, { prompt })
  const run = async (key: string) => {
    const path = `prompt-studio/fetch_response/${tool_id}`
    return (await ada.person.post(path, { id: ids[key], document_id })).body[0]
  }
  return { tool_id, document_id, profile_id, ids, mark: saveExpectedValue, ask: changePrompt, run }
}

async function untilEnded(projectId: string, startReply: Answer): Promise<Answer['body']> {
  expect(startReply.status).toBe(202)
  return expect
    .poll(async () => (await ada.person.get(testsPath(projectId, `${startReply.body.id}/`))).body)
    .toMatchObject({ state: expect.stringMatching(/^(?:done|failed|cancelled)$/) })
    .then(async () => (await ada.person.get(testsPath(projectId, `${startReply.body.id}/`))).body)
}

const runRegressionTest = async (projectId: string) =>
  untilEnded(projectId, await ada.person.post(testsPath(projectId)))

test('refuses a test without expected values, and for people who may not see the project', async () => {
  const { tool_id } = await createProject()
  const refusal = await ada.person.post(testsPath(tool_id))
  expect([refusal.status, refusal.body.errors[0].detail]).toEqual([
    400,
    'The project has no expected values yet.',
  ])
  expect((await ada.person.get(testsPath(tool_id))).body).toEqual({
    truths: 0,
    contradicted: 0,
    not_kept: 0,
    verifications: [],
  })
  for (const rest of [`${unknownId}/`, `${unknownId}/junit/`]) {
    expect((await ada.person.get(testsPath(tool_id, rest))).status).toBe(404)
  }
  expect((await server.as('user').post(testsPath(tool_id))).status).toBe(404)
})

test('reports every value as new before the first export, and reuses replies of the studio', async () => {
  const { tool_id, mark, run } = await createProject()
  model.script({ reply: '41.50' })
  await run('total')
  await mark('total', '41.50')
  const requestsBefore = model.requests.length

  const regressionTest = await runRegressionTest(tool_id)

  expect(model.requests.length).toBe(requestsBefore)
  expect(regressionTest).toMatchObject({
    state: 'done',
    version: null,
    is_current: true,
    documents: 1,
    documents_done: 1,
    outcomes: { better: 0, worse: 0, unchanged: 0, new: 1, failed: 0 },
    values: [{ prompt_key: 'total', outcome: 'new', after: '41.50', before: null, is_right: true }],
  })
})

test('refuses to publish a regression without a reason, audits the reason, and publishes once it is fixed', async () => {
  const { tool_id, mark, ask, run } = await createProject()
  model.script({ reply: '41.50' })
  await run('total')
  await mark('total', '41.50')
  expect((await exportOf(tool_id, force)).status).toBe(200)
  await ask('total', 'What is the net total?')
  model.script({ reply: '30.00' })

  const refusal = await exportOf(tool_id, force)

  expect([refusal.status, refusal.body.errors[0].code]).toEqual([500, 'worse'])
  expect(refusal.body.errors[0].detail).toBe(
    `Unable to export tool. A value would get worse: “total” of ${invoice.name} is “30.00” instead of “41.50”. ` +
      'Enter a reason to export it anyway.',
  )
  const requestsBefore = model.requests.length
  // The result is known, so neither version is asked again.
  expect((await exportOf(tool_id, force)).body.errors[0].code).toBe('worse')
  const [latest] = (await ada.person.get(testsPath(tool_id))).body.verifications
  expect(latest).toMatchObject({ version: 1, state: 'done', is_current: true })
  const repeatedTest = await runRegressionTest(tool_id)
  expect(repeatedTest.values).toMatchObject([{ outcome: 'worse', before: '41.50', after: '30.00' }])
  expect(model.requests.length).toBe(requestsBefore)
  const report = await ada.person.get(testsPath(tool_id, `${repeatedTest.id}/junit/`))
  expect(String(report.body)).toContain('<failure message="was &quot;41.50&quot;')

  for (const override_reason of ['', ' ', 'x'.repeat(1001)]) {
    const { status, body } = await exportOf(tool_id, { ...force, override_reason })
    expect([status, body.errors[0].attr]).toEqual([400, 'override_reason'])
  }
  const reason = 'Net is what is wanted from now on.'
  expect((await exportOf(tool_id, { ...force, override_reason: reason })).status).toBe(200)
  const { body: audit } = await ada.person.get('audit/?action=verification.overridden')
  expect(audit.results).toMatchObject([
    {
      actor_email: expect.any(String),
      after: { reason, version: 2, worse: [{ prompt: 'total' }] },
    },
  ])

  await ask('total', 'What is the total?')
  expect((await exportOf(tool_id, force)).status).toBe(200)
  expect(model.requests.length).toBe(requestsBefore)
})

test('fails the test, without regressions, when the model is unavailable', async () => {
  const { tool_id, mark, ask } = await createProject()
  await mark('total', '41.50')
  await exportOf(tool_id, force)
  await ask('total', 'Which total?')
  model.script({ status: 503 }, { status: 503 })
  const regressionTest = await runRegressionTest(tool_id)
  expect(regressionTest).toMatchObject({ state: 'failed', outcomes: { worse: 0, failed: 1 } })
  const refusal = await exportOf(tool_id, force)
  expect(refusal.body.errors[0].code).toBe('not_verified')
  const requestsBefore = model.requests.length
  const override = { ...force, override_reason: 'The model is down, and this is urgent.' }
  expect((await exportOf(tool_id, override)).status).toBe(200)
  expect(model.requests.length).toBe(requestsBefore)
})

test('shows contradictory expected values and ignores them until somebody resolves them', async () => {
  const { tool_id, ids, document_id, mark } = await createProject()
  await mark('total', '41.50')
  const { tenant } = story
  const { hash } = await tenant.db
    .selectFrom('prompt_document')
    .select('hash')
    .where('id', '=', document_id)
    .executeTakeFirstOrThrow()
  const saveReview = (values: object) =>
    saveReviewedValues(server.ctx, tenant, {
      projectId: tool_id,
      documentHash: hash,
      documentName: 'Seen.pdf',
      userId: null,
      values: { ...values },
      evidence: {},
      machineValues: {},
    })
  await saveReview({ total: '41.50 ' })
  expect((await ada.person.get(testsPath(tool_id))).body).toMatchObject({
    truths: 1,
    contradicted: 0,
  })

  await saveReview({ total: '99' })

  const expectedValuesPath = `prompt-studio/${tool_id}/truths/`
  expect((await ada.person.get(expectedValuesPath)).body).toEqual([
    expect.objectContaining({
      prompt_id: ids.total,
      value: '41.50 ',
      contradicted_by: expect.objectContaining({ value: '99', source: 'review' }),
    }),
  ])
  expect((await ada.person.get(testsPath(tool_id))).body).toMatchObject({
    truths: 0,
    contradicted: 1,
  })
  const refusal = await ada.person.post(testsPath(tool_id))
  expect(refusal.body.errors[0].detail).toContain('contradict each other')
  expect((await ada.person.get(`prompt-studio/${tool_id}/scores/`)).body.truths).toBe(0)

  await mark('total', '99')
  expect((await ada.person.get(expectedValuesPath)).body[0].contradicted_by).toBeNull()
  expect((await ada.person.get(testsPath(tool_id))).body).toMatchObject({
    truths: 1,
    contradicted: 0,
  })
})

test('counts an expected value whose document is deleted without testing it', async () => {
  const { tool_id } = await createProject()
  await saveReviewedValues(server.ctx, story.tenant, {
    projectId: tool_id,
    documentHash: 'f'.repeat(64),
    documentName: 'Gone.pdf',
    userId: null,
    values: { total: '7' },
    evidence: {},
    machineValues: {},
  })
  expect((await ada.person.get(testsPath(tool_id))).body).toMatchObject({ truths: 0, not_kept: 1 })
  const refusal = await ada.person.post(testsPath(tool_id))
  expect(refusal.body.errors[0].detail).toContain('stored any longer')
})

test('joins a test that is running, and cancels it on request', async () => {
  // No call of another test can take the reply that this one waits for.
  const slowModel = await startCannedModelServer()
  onTestFinished(() => slowModel.close())
  const llmId = await studioOf(ada.person).cannedLlm(slowModel, 'Slow')
  const { tool_id, mark } = await createProject(undefined, llmId)
  await mark('total', '41.50')
  let reply = () => {}
  slowModel.script({ reply: '41.50', until: new Promise<void>((resolve) => (reply = resolve)) })
  const first = await ada.person.post(testsPath(tool_id))
  const second = await ada.person.post(testsPath(tool_id))
  expect(second.body.id).toBe(first.body.id)
  const cancelReply = await ada.person.post(testsPath(tool_id, `${first.body.id}/cancel/`))
  expect([cancelReply.status, cancelReply.body.state]).toEqual([200, 'cancelled'])
  reply()
  expect((await ada.person.get(testsPath(tool_id))).body.verifications).toMatchObject([
    { state: 'cancelled', is_current: true },
  ])
})
