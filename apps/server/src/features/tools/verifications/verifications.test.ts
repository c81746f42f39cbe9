import { afterAll, expect, test } from 'vitest'
import { saveReviewedTruths } from '../../prompt-studio/prompt-studio.port.ts'
import { openToolStory } from '../testing/tool-story.ts'

const story = await openToolStory()
const { close, server, model, ada, canned, invoice, exportOf } = story
afterAll(close)

type Answer = { readonly status: number; readonly body: ReturnType<typeof JSON.parse> }
const unknown = '00000000-0000-4000-8000-000000000000'
const at = (projectId: string, rest = '') => `prompt-studio/${projectId}/verifications/${rest}`
const force = { force_export: true }

async function project(
  prompts: Readonly<Record<string, string>> = { total: 'What is the total?' },
) {
  const { tool_id, document_id, profile_id } = await ada.runnable(invoice, {
    profile: { llm: canned, chunk_size: 0 },
  })
  const ids: Record<string, string> = {}
  for (const [prompt_key, prompt] of Object.entries(prompts)) {
    ids[prompt_key] = (await ada.prompt(tool_id, { prompt_key, prompt })).prompt_id
  }
  const mark = (key: string, truth: string | null) =>
    ada.person.put(`prompt-studio/${tool_id}/truths/`, {
      ...{ prompt_id: ids[key], document_id, truth },
    })
  const ask = (key: string, prompt: string) =>
    ada.person.patch(`prompt-studio/prompt/${ids[key]}/`, { prompt })
  const run = async (key: string) => {
    const path = `prompt-studio/fetch_response/${tool_id}`
    return (await ada.person.post(path, { id: ids[key], document_id })).body[0]
  }
  return { tool_id, document_id, profile_id, ids, mark, ask, run }
}

async function untilEnded(projectId: string, started: Answer): Promise<Answer['body']> {
  expect(started.status).toBe(202)
  return expect
    .poll(async () => (await ada.person.get(at(projectId, `${started.body.id}/`))).body)
    .toMatchObject({ state: expect.stringMatching(/^(?:done|failed|cancelled)$/) })
    .then(async () => (await ada.person.get(at(projectId, `${started.body.id}/`))).body)
}

const verify = async (projectId: string) =>
  untilEnded(projectId, await ada.person.post(at(projectId)))

test('nothing is verified where nothing is known to be right, nor for whoever does not see the project', async () => {
  const { tool_id } = await project()
  const refused = await ada.person.post(at(tool_id))
  expect([refused.status, refused.body.errors[0].detail]).toEqual([
    400,
    'No value of the project is marked as right yet.',
  ])
  expect((await ada.person.get(at(tool_id))).body).toEqual({
    ...{ truths: 0, contradicted: 0, not_kept: 0, verifications: [] },
  })
  for (const rest of [`${unknown}/`, `${unknown}/junit/`]) {
    expect((await ada.person.get(at(tool_id, rest))).status).toBe(404)
  }
  expect((await server.as('user').post(at(tool_id))).status).toBe(404)
})

test('before the first export every value is new, and what was run in the studio is not paid again', async () => {
  const { tool_id, mark, run } = await project()
  model.script({ reply: '41.50' })
  await run('total')
  await mark('total', '41.50')
  const before = model.requests.length

  const verified = await verify(tool_id)

  expect(model.requests.length).toBe(before)
  expect(verified).toMatchObject({
    ...{ state: 'done', version: null, is_current: true, documents: 1, documents_done: 1 },
    outcomes: { better: 0, worse: 0, unchanged: 0, new: 1, failed: 0 },
    values: [{ prompt_key: 'total', outcome: 'new', after: '41.50', before: null, is_right: true }],
  })
})

test('what got worse is not published, is published with a reason that is written down, and is when it is mended', async () => {
  const { tool_id, mark, ask, run } = await project()
  model.script({ reply: '41.50' })
  await run('total')
  await mark('total', '41.50')
  expect((await exportOf(tool_id, force)).status).toBe(200)
  await ask('total', 'What is the net total?')
  model.script({ reply: '30.00' })

  const refused = await exportOf(tool_id, force)

  expect([refused.status, refused.body.errors[0].code]).toEqual([500, 'worse'])
  expect(refused.body.errors[0].detail).toBe(
    `Unable to export tool. A value would get worse: “total” of ${invoice.name} is “30.00” instead of “41.50”. ` +
      'Give a reason to export all the same.',
  )
  const before = model.requests.length
  // Known by now: neither version is asked again.
  expect((await exportOf(tool_id, force)).body.errors[0].code).toBe('worse')
  const [latest] = (await ada.person.get(at(tool_id))).body.verifications
  expect(latest).toMatchObject({ version: 1, state: 'done', is_current: true })
  const again = await verify(tool_id)
  expect(again.values).toMatchObject([{ outcome: 'worse', before: '41.50', after: '30.00' }])
  expect(model.requests.length).toBe(before)
  const report = await ada.person.get(at(tool_id, `${again.id}/junit/`))
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
  expect(model.requests.length).toBe(before)
})

test('a model that is away is an error of the verification, and the values are not called worse', async () => {
  const { tool_id, mark, ask } = await project()
  await mark('total', '41.50')
  await exportOf(tool_id, force)
  await ask('total', 'Which total?')
  model.script({ status: 503 }, { status: 503 })
  const verified = await verify(tool_id)
  expect(verified).toMatchObject({ state: 'failed', outcomes: { worse: 0, failed: 1 } })
  const refused = await exportOf(tool_id, force)
  expect(refused.body.errors[0].code).toBe('not_verified')
})

test('truths that contradict each other are shown, and are used by nobody until somebody settles them', async () => {
  const { tool_id, ids, document_id, mark } = await project()
  await mark('total', '41.50')
  const { tenant } = story
  const { hash } = await tenant.db
    .selectFrom('prompt_document')
    .select('hash')
    .where('id', '=', document_id)
    .executeTakeFirstOrThrow()
  const reviewed = (values: object) =>
    saveReviewedTruths(server.ctx, tenant, {
      ...{ projectId: tool_id, documentHash: hash, documentName: 'Seen.pdf', userId: null },
      ...{ values: { ...values }, evidence: {}, machineValues: {} },
    })
  await reviewed({ total: '41.50 ' })
  expect((await ada.person.get(at(tool_id))).body).toMatchObject({ truths: 1, contradicted: 0 })

  await reviewed({ total: '99' })

  const truths = `prompt-studio/${tool_id}/truths/`
  expect((await ada.person.get(truths)).body).toEqual([
    expect.objectContaining({
      ...{ prompt_id: ids.total, value: '41.50 ' },
      contradicted_by: expect.objectContaining({ value: '99', source: 'review' }),
    }),
  ])
  expect((await ada.person.get(at(tool_id))).body).toMatchObject({ truths: 0, contradicted: 1 })
  const refused = await ada.person.post(at(tool_id))
  expect(refused.body.errors[0].detail).toContain('contradict each other')
  expect((await ada.person.get(`prompt-studio/${tool_id}/scores/`)).body.truths).toBe(0)

  await mark('total', '99')
  expect((await ada.person.get(truths)).body[0].contradicted_by).toBeNull()
  expect((await ada.person.get(at(tool_id))).body).toMatchObject({ truths: 1, contradicted: 0 })
})

test('a correction whose document is no longer kept is counted and not answered', async () => {
  const { tool_id } = await project()
  await saveReviewedTruths(server.ctx, story.tenant, {
    ...{ projectId: tool_id, documentHash: 'f'.repeat(64), documentName: 'Gone.pdf', userId: null },
    ...{ values: { total: '7' }, evidence: {}, machineValues: {} },
  })
  expect((await ada.person.get(at(tool_id))).body).toMatchObject({ truths: 0, not_kept: 1 })
  const refused = await ada.person.post(at(tool_id))
  expect(refused.body.errors[0].detail).toContain('kept any longer')
})

test('a verification is joined while it is under way, and cancelled on demand', async () => {
  const { tool_id, mark } = await project()
  await mark('total', '41.50')
  let reply = () => {}
  model.script({ reply: '41.50', until: new Promise<void>((resolve) => (reply = resolve)) })
  const first = await ada.person.post(at(tool_id))
  const second = await ada.person.post(at(tool_id))
  expect(second.body.id).toBe(first.body.id)
  const cancelled = await ada.person.post(at(tool_id, `${first.body.id}/cancel/`))
  expect([cancelled.status, cancelled.body.state]).toEqual([200, 'cancelled'])
  reply()
  expect((await ada.person.get(at(tool_id))).body.verifications).toMatchObject([
    { state: 'cancelled', is_current: true },
  ])
})
