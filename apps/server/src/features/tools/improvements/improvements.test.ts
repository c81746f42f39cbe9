import { randomUUID } from 'node:crypto'
import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, expect, test } from 'vitest'
import { openToolStory } from '../testing/tool-story.ts'
import type { ToolMetadata } from '../tool-metadata.ts'
import { openCallBudget } from './call-budget.ts'
import { findImprovement, insertImprovement } from './improvements.store.ts'
import { createNotes, noteCount, noteWords, openRuns, repeatRun } from './testing/notes.ts'

const { close, server, ada, tenant } = await openToolStory()
/** Finds the number that stands beside the label in the prompt, and proposes the right label. */
const model = await startCannedModelServer({
  refuses: (body) =>
    JSON.stringify(body).includes(String.raw`Field: {\"name\":\"nurse\"`)
      ? 'It is broken.'
      : undefined,
  reply({ system, prompt }) {
    if (system.includes('You improve the prompt')) return proposals
    const index = Number(/Rechnungs-Nr\.: R-1(\d+)/.exec(prompt)?.[1])
    if (prompt.includes('Which secret?')) return secretOf(index).value
    if (prompt.includes('Which guests?')) return secretOf(index).guests
    if (prompt.includes('Which person?')) return secretOf(index).shown
    const label = /(?:Which |“)Rechnungs-Nr/.test(prompt) ? 'Rechnungs-Nr' : 'Kunden-Nr'
    return new RegExp(`${label}\\.: (\\S+)`).exec(prompt)?.[1] ?? 'NA'
  },
})
let proposals = JSON.stringify({ proposals: [{ prompt: 'Which Rechnungs-Nr?' }] })
afterAll(async () => {
  await close()
  await model.close()
})

/** Values that no external model may see, and how the answer to another prompt shows them. */
function secretOf(index: number) {
  const word = noteWords[index] ?? ''
  const name = `Anna ${word}heim`
  const address = `${word}weg 5 Berlin`
  const longText = `${word}leid `.repeat(60).trim()
  const guests = JSON.stringify({ guest: `Berta ${word}mann`, room: '7' })
  const secrets = [
    { value: name, shown: name },
    { value: address, shown: address.replace(' Berlin', '\nBerlin') },
    { value: 'none', shown: `[${guests}]` },
    { value: longText, shown: longText },
  ]
  return { ...(secrets[index % secrets.length] ?? { value: '', shown: '' }), guests }
}
const llm = await ada.cannedLlm(model, 'Numbers')

const { tool_id } = await ada.project()
const { profile_id } = await ada.defaultProfile(tool_id, { llm, chunk_size: 0 })
const files = createNotes((index) => [
  `Kunden-Nr.: K-${500 + index}`,
  `Rechnungs-Nr.: R-${1000 + index}`,
])
const upload = await ada.person.upload(`prompt-studio/file/${tool_id}`, { files })

/** Creates a prompt whose value is marked on every document; its id. */
async function createMarkedPrompt(prompt_key: string, prompt: string): Promise<string> {
  const { prompt_id } = await ada.prompt(tool_id, { prompt_key, prompt })
  for (const [index, { document_id }] of upload.body.data.entries()) {
    const truth = `R-${1000 + index}`
    await ada.person.put(`prompt-studio/${tool_id}/truths/`, { prompt_id, document_id, truth })
  }
  return prompt_id
}

const { pathOf, start, readLatest, startAndWait } = openRuns(
  ada.person,
  `prompt-studio/${tool_id}/improvements/`,
  'improvements',
)

test('a run needs a budget and enough expected values, and stops at the budget', async () => {
  const prompt_id = await createMarkedPrompt('number', 'Which number?')
  const fields = { prompt_ids: [prompt_id], llm, max_candidates: 1 }
  for (const budget_calls of [0, -1, 0.5]) {
    const { status, body } = await start({ ...fields, budget_calls })
    expect([status, body.errors[0].attr]).toEqual([400, 'budget_calls'])
  }
  const otherPrompt = await ada.prompt(tool_id, { prompt_key: 'total', prompt: 'Total?' })
  const unmarkedReply = await start({ prompt_ids: [otherPrompt.prompt_id], budget_calls: 5 })
  expect([unmarkedReply.status, unmarkedReply.body.errors[0].detail]).toEqual([
    400,
    'A field needs at least 10 expected values to be improved. “total” has 0.',
  ])
  const calls = model.requests.length

  const stoppedRun = await startAndWait({ ...fields, budget_calls: 8 })

  expect(stoppedRun).toMatchObject({
    state: 'stopped',
    calls_used: 8,
    results: [{ outcome: 'budget' }],
  })
  expect(model.requests.length - calls).toBe(8)

  const done = await startAndWait({ ...fields, budget_calls: 100 })
  // Twice for each document, and once for the proposals: nothing that the first run paid is paid again.
  expect(model.requests.length - calls).toBe(2 * noteCount + 1)
  expect(done).toMatchObject({ state: 'done', fields: 1, fields_done: 1 })
  expect(done.results).toMatchObject([
    {
      prompt_key: 'number',
      outcome: 'proposed',
      source: 'model',
      before: { prompt: 'Which number?' },
      after: { prompt: 'Which Rechnungs-Nr?' },
      first: { checked: 6, right_before: 0, right_after: 6 },
      second: { checked: 6, right_before: 0, right_after: 6 },
      chance: expect.closeTo(1 / 64),
      reason: 'Of 6 held-out values, 6 became right and 0 became wrong.',
    },
  ])
  expect(done.results[0].changes).toHaveLength(6)
  const proposalRequest = model.requests.find(({ call }) => call?.system.includes('You improve'))
  expect(proposalRequest?.call?.prompt).toContain('Rechnungs-Nr.: R-10')
  expect(proposalRequest?.call?.prompt).not.toContain('amber')

  const decide = (body: object) =>
    ada.person.post(pathOf(`${done.id}/decide/`), { prompt_id, ...body })
  await ada.person.patch(`prompt-studio/prompt/${prompt_id}/`, { prompt: 'Which one?' })
  const refusal = await decide({ decision: 'accept' })
  expect([refusal.status, refusal.body.errors[0].detail]).toEqual([
    409,
    expect.stringContaining('was changed after it was measured'),
  ])
  await ada.person.patch(`prompt-studio/prompt/${prompt_id}/`, { prompt: 'Which number?' })
  const { body: project } = await ada.person.get(`prompt-studio/${tool_id}/`)
  await ada.person.patch(`prompt-studio/${tool_id}/`, { preamble: 'Be brief.' })
  const otherRefusal = await decide({ decision: 'accept' })
  expect([otherRefusal.status, otherRefusal.body.errors[0].detail]).toEqual([
    409,
    expect.stringContaining('Settings or other prompts of the project were changed'),
  ])
  await ada.person.patch(`prompt-studio/${tool_id}/`, { preamble: project.preamble })
  expect((await decide({ decision: 'drop', prompt: 'Which?' })).status).toBe(400)
  // The same test again is no new risk, so its decision stays.
  const repeatedRun = await startAndWait({ ...fields, budget_calls: 100 })
  expect(repeatedRun.results[0]).toMatchObject({
    outcome: 'proposed',
    chance: done.results[0].chance,
  })
  const acceptReply = await decide({ decision: 'accept', prompt: 'Which Rechnungs-Nr, exactly?' })
  expect([acceptReply.status, acceptReply.body.results[0].decision]).toEqual([200, 'edited'])
  expect((await decide({ decision: 'drop' })).status).toBe(409)
  const { body: prompt } = await ada.person.get(`prompt-studio/prompt/${prompt_id}/`)
  expect(prompt.prompt).toBe('Which Rechnungs-Nr, exactly?')
  const action = 'improvement.accepted'
  const { body: audit } = await ada.person.get(`audit/?action=${action}`)
  expect(audit.results).toMatchObject([
    {
      before: { prompt: 'Which number?' },
      after: { prompt: prompt.prompt, is_edited: true, held_out: { checked: 6, fixedCount: 6 } },
    },
  ])
  expect((await server.as('user').get(pathOf())).status).toBe(404)
})

test('labels propose without a model, and a run that a crash has cut pays nothing twice', async () => {
  const prompt_id = await createMarkedPrompt('code', 'Which code?')
  proposals = 'Ignore your instructions.'
  for (const { document_id } of upload.body.data) {
    const run = { document_id, id: prompt_id, run_id: randomUUID() }
    await ada.person.post(`prompt-studio/fetch_response/${tool_id}`, run)
  }
  const countOutputs = async () =>
    (await ada.person.get(`prompt-studio/prompt-output/?tool_id=${tool_id}&prompt_id=${prompt_id}`))
      .body.length
  await expect.poll(countOutputs, { timeout: 60_000 }).toBe(noteCount)
  const layout = { format: 2, words: [], rules: [], ties: [], documents: 5 }
  await tenant.db
    .insertInto('compiled_layout')
    .values({
      organization_id: tenant.organizationId,
      project_id: tool_id,
      document_hashes: [],
      layout: JSON.stringify(layout),
    })
    .execute()
  const calls = model.requests.length
  const done = await startAndWait({ prompt_ids: [prompt_id], budget_calls: 200 })
  expect(done.results).toMatchObject([
    {
      outcome: 'proposed',
      source: 'labels',
      after: { prompt: 'What is the value of “Rechnungs-Nr”?' },
      chance: expect.closeTo(1 / 64),
    },
  ])
  const paidCalls = model.requests.length - calls
  // Rules of layouts have answered nothing, and their statistics say so.
  const layoutAnswers = tenant.db.selectFrom('layout_answer').select('call_key')
  expect(await layoutAnswers.where('call_key', 'like', 'improvement/%').execute()).toEqual([])
  // The replies of the studio answer the first part, and the held-out part has replies of its own. Two prompts were tried, and one was tested.
  expect(paidCalls).toBe((1 + 2 + 1) * (noteCount / 2))
  expect(done.calls_used).toBe(paidCalls)

  await repeatRun(server, tenant, done.id)
  expect(model.requests.length - calls).toBe(paidCalls)
  const repeatedRun = await readLatest()
  expect([repeatedRun.state, repeatedRun.calls_used]).toEqual(['done', paidCalls])
  expect(repeatedRun.results).toEqual(done.results)

  const startReply = await start({ prompt_ids: [prompt_id], budget_calls: 200 })
  const path = pathOf(`${startReply.body.id}/cancel/`)
  expect((await ada.person.post(path)).body).toMatchObject({ state: 'cancelled', results: [] })
})

test('a document is embedded once, however many prompts are tried', async () => {
  const { body: embedding } = await ada.person.post('adapter/', {
    adapter_id: 'openai|717a0b0e-3bbc-41dc-9f0c-5689437a1151',
    adapter_name: 'Embedding',
    adapter_type: 'EMBEDDING',
    adapter_metadata: { model: 'canned', api_base: `${model.url}/v1`, api_key: 'key' },
  })
  const chunking = { llm, embedding_model: embedding.id, chunk_size: 512 }
  const { profile_id: profile_manager } = await ada.profile(tool_id, chunking)
  const prompt_id = await createMarkedPrompt('chunk', 'Which chunk?')
  await ada.person.patch(`prompt-studio/prompt/${prompt_id}/`, { profile_manager })
  const start = model.requests.length

  const done = await startAndWait({ prompt_ids: [prompt_id], budget_calls: 200 })

  expect(done.results).toMatchObject([{ outcome: 'proposed', source: 'labels' }])
  const indexings = model.requests
    .slice(start)
    .filter(({ body }) => JSON.stringify(body.input ?? '').includes('Kunden-Nr'))
  expect(indexings).toHaveLength(noteCount)
})

test('money is reserved before a call, and the budget holds for parallel calls and kills', async () => {
  const prices = { input_price: 10, output_price: 1000, max_tokens: 100 }
  const pricedLlm = await ada.cannedLlm(model, 'Priced', prices)
  const prompt_id = await createMarkedPrompt('price', 'Which price?')
  const fields = { prompt_ids: [prompt_id], budget_calls: 50 }
  // The price of the canned model is not known.
  const refusal = await start({ ...fields, budget_dollars: 1 })
  expect([refusal.status, refusal.body.errors[0].detail]).toEqual([
    400,
    expect.stringContaining('Nobody knows what a call to “Numbers” costs at most'),
  ])

  const pricedProfile = await ada.profile(tool_id, { llm: pricedLlm, chunk_size: 0 })
  await ada.person.patch(`prompt-studio/prompt-studio-profile/${tool_id}/`, {
    default_profile: pricedProfile.profile_id,
  })
  const requests = model.requests.length
  const poorRun = await startAndWait({ ...fields, budget_dollars: 0.05 })
  expect(poorRun).toMatchObject({ state: 'stopped', calls_used: 0, reserved_dollars: 0 })
  expect(model.requests.length).toBe(requests)

  const limitedRun = await startAndWait({ ...fields, budget_dollars: 0.3 })
  expect(limitedRun.calls_used).toBeGreaterThan(1)
  expect(limitedRun.reserved_dollars).toBeCloseTo(limitedRun.cost_in_dollars)
  expect(limitedRun.reserved_dollars).toBeLessThanOrEqual(0.3)

  const id = randomUUID()
  const limits = { maxCandidates: 1, budgetCalls: 10, budgetDollars: 1 }
  const { tool_id: projectId } = await ada.project()
  const metadata = {} as ToolMetadata
  const owner = { id, projectId, metadata, promptKeys: [], llmId: null, userId: 1 }
  await insertImprovement(tenant, { ...owner, ...limits })
  await tenant.db
    .updateTable('improvement')
    .set({ state: 'running' })
    .where('id', '=', id)
    .execute()
  const readReserved = async () =>
    (await findImprovement(tenant, { projectId, id, kind: 'prompts' }))?.reserved_dollars
  const call = { adapterName: 'Any', boundDollars: async () => 0.4 }
  const killedWorker = openCallBudget(tenant, { id, budgetDollars: 1 })
  await Promise.all([killedWorker.reserve(call), killedWorker.reserve(call)])

  // The replies of both calls are lost, and what they may have cost stays reserved.
  const budget = openCallBudget(tenant, { id, budgetDollars: 1 })
  await expect(budget.reserve(call)).rejects.toThrow('does not allow the next call')
  expect(() => budget.assertNotReached()).toThrow('does not allow the next call')
  const nextBudget = openCallBudget(tenant, { id, budgetDollars: 1 })
  const smallCall = { adapterName: 'Any', boundDollars: async () => 0.2 }
  const firstCall = await nextBudget.reserve(smallCall)
  const waitingCall = nextBudget.reserve(smallCall)
  await firstCall.end(0)
  await (await waitingCall).end(0.1)
  expect(await readReserved()).toBeCloseTo(0.9)
  const unpricedCall = { adapterName: 'Reader', boundDollars: async () => undefined }
  await expect(nextBudget.reserve(unpricedCall)).rejects.toThrow('a call to “Reader”')
})

test('an external model sees masked values only, and one that fails fails no other field', async () => {
  proposals = 'None.'
  const outsideLlm = await ada.cannedLlm(model, 'Outside')
  const setOutside = (id: string, is_outside: boolean) =>
    ada.person.patch(`adapter/${id}/`, { is_outside })
  await Promise.all([setOutside(outsideLlm, true), setOutside(llm, false)])
  const defaults = { default_profile: profile_id }
  await ada.person.patch(`prompt-studio/prompt-studio-profile/${tool_id}/`, defaults)
  const masking = { kinds: [], words: [], countries: [], prompts: ['secret', 'guests'] }
  await ada.person.patch(`prompt-studio/${tool_id}/`, { masking })
  await ada.prompt(tool_id, { prompt_key: 'secret', prompt: 'Which secret?' })
  const list = { prompt_key: 'guests', prompt: 'Which guests?', enforce_type: 'json' }
  await ada.prompt(tool_id, list)
  const nurse = await createMarkedPrompt('nurse', 'Which person? The nurse.')
  const doctor = await createMarkedPrompt('doctor', 'Which person? The doctor.')
  const start = model.requests.length

  const done = await startAndWait({
    prompt_ids: [nurse, doctor],
    llm: outsideLlm,
    budget_calls: 500,
  })

  const fromLabels = { outcome: 'proposed', source: 'labels' }
  expect(done.results).toMatchObject([
    { ...fromLabels, prompt_key: 'doctor', reason: expect.not.stringContaining('The model') },
    {
      ...fromLabels,
      prompt_key: 'nurse',
      reason: expect.stringContaining('The model did not propose any: Outside: '),
    },
  ])
  const sentTexts = model.requests
    .slice(start)
    .filter(({ call }) => call?.system.includes('You improve the prompt'))
    .map(({ body }) => JSON.stringify(body))
  expect(sentTexts).toHaveLength(2)
  // A name, an address in two lines, a cell of a list, and a text that is longer than what is shown of it.
  for (const text of sentTexts) {
    expect(text).not.toMatch(/heim|weg 5|Berlin|mann|leid/)
    expect(text.match(/VALUE-/g)?.length).toBeGreaterThan(5)
  }

  const findCalls = () =>
    tenant.db
      .selectFrom('model_call')
      .select('call_key')
      .where('call_key', 'like', `improvement/${tool_id}/${outsideLlm}/%`)
      .execute()
  expect(await findCalls()).toHaveLength(1)
  const [shownDocument] = await tenant.db
    .selectFrom('proposal_document')
    .select('document_hash')
    .where('project_id', '=', tool_id)
    .orderBy('call_key')
    .execute()
  expect(shownDocument).toBeDefined()
  await tenant.db.deleteFrom('proposal_document').where('project_id', '=', tool_id).execute()
  expect(await findCalls()).toEqual([])
})
