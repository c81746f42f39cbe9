import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, expect, test } from 'vitest'
import { openToolStory } from '../../testing/tool-story.ts'
import { createNotes, openRuns, repeatRun } from '../testing/notes.ts'

const { close, server, ada, tenant } = await openToolStory()
const readValue = (prompt: string, label: string) =>
  new RegExp(`${label}\\.: (\\S+)`).exec(prompt)?.[1] ?? 'NA'
const labelOf = (prompt: string) => (prompt.includes('Which code') ? 'Code' : 'Number')
/** Right about every field. */
const large = await startCannedModelServer({
  reply: ({ prompt }) => readValue(prompt, labelOf(prompt)),
})
/** Right about numbers only. */
const small = await startCannedModelServer({ reply: ({ prompt }) => readValue(prompt, 'Number') })
afterAll(async () => {
  await close()
  await large.close()
  await small.close()
})
const countCalls = () => large.requests.length + small.requests.length

const { tool_id } = await ada.project()
const createProfile = async (profile_name: string, llm: string): Promise<string> =>
  (await ada.profile(tool_id, { profile_name, llm, chunk_size: 0 })).profile_id
const largeLlm = await ada.cannedLlm(large, 'Large', {
  input_price: 100,
  output_price: 100,
  max_tokens: 100,
})
const smallLlm = await ada.cannedLlm(small, 'Small', {
  input_price: 10,
  output_price: 10,
  max_tokens: 100,
})
const unpricedLlm = await ada.cannedLlm(large, 'Unpriced')
const largeProfile = await createProfile('Large', largeLlm)
const smallProfile = await createProfile('Small', smallLlm)
const unpricedProfile = await createProfile('Unpriced', unpricedLlm)
await ada.person.patch(`prompt-studio/prompt-studio-profile/${tool_id}/`, {
  default_profile: largeProfile,
})
const files = createNotes((index) => [`Number.: N-${500 + index}`, `Code.: C-${1000 + index}`])
const upload = await ada.person.upload(`prompt-studio/file/${tool_id}`, { files })

/** Creates a prompt whose value is marked on every document; its id. */
async function createMarkedPrompt(
  prompt_key: string,
  truthOf: (index: number) => string,
): Promise<string> {
  const { prompt_id } = await ada.prompt(tool_id, { prompt_key, prompt: `Which ${prompt_key}?` })
  for (const [index, { document_id }] of upload.body.data.entries()) {
    const truth = truthOf(index)
    await ada.person.put(`prompt-studio/${tool_id}/truths/`, { prompt_id, document_id, truth })
  }
  return prompt_id
}
const number = await createMarkedPrompt('number', (index) => `N-${500 + index}`)
const code = await createMarkedPrompt('code', (index) => `C-${1000 + index}`)
const { prompt_id: unmarkedPrompt } = await ada.prompt(tool_id, {
  prompt_key: 'total',
  prompt: 'Total?',
})

const { pathOf, start, readLatest, startAndWait } = openRuns(
  ada.person,
  `prompt-studio/${tool_id}/profile-comparisons/`,
  'comparisons',
)
const request = {
  prompt_ids: [number, code],
  profile_ids: [largeProfile, smallProfile, unpricedProfile],
}

test('profiles that cannot be compared are refused before anything is paid', async () => {
  const calls = countCalls()
  const refusalOf = async (body: object) => {
    const reply = await start({ ...request, budget_calls: 5, ...body })
    const [{ attr, detail }] = reply.body.errors
    return [reply.status, attr, detail]
  }
  expect((await refusalOf({ budget_calls: 0 })).slice(0, 2)).toEqual([400, 'budget_calls'])
  expect((await refusalOf({ profile_ids: [largeProfile] })).slice(0, 2)).toEqual([
    400,
    'profile_ids',
  ])
  expect(await refusalOf({ profile_ids: [largeProfile, number] })).toEqual([
    400,
    'profile_ids',
    'The project has no such profile.',
  ])
  expect(await refusalOf({ prompt_ids: [unmarkedPrompt] })).toEqual([
    400,
    null,
    'A field needs at least 10 expected values to be compared. “total” has 0.',
  ])
  expect((await refusalOf({ budget_dollars: 1 }))[2]).toContain(
    'Nobody knows what a call to “Unpriced” costs at most',
  )
  await ada.person.patch(`prompt-studio/${tool_id}/`, { single_pass_extraction_mode: true })
  expect((await refusalOf({}))[2]).toContain('A single pass answers all prompts')
  await ada.person.patch(`prompt-studio/${tool_id}/`, { single_pass_extraction_mode: false })
  expect(countCalls()).toBe(calls)
})

test('the cheapest profile that is right as often is recommended, within the budget, and accepted by field', async () => {
  const calls = countCalls()
  const stoppedRun = await startAndWait({ ...request, budget_calls: 8 })
  expect(stoppedRun).toMatchObject({
    state: 'stopped',
    calls_used: 8,
    results: [{ outcome: 'budget' }, { outcome: 'budget' }],
    savings: [],
    saved: null,
  })
  expect(countCalls() - calls).toBe(8)

  const done = await startAndWait({ ...request, budget_calls: 200 })
  // Both fields with three profiles on the first part, and one field with two profiles on the second.
  const paidCalls = 2 * 3 * 6 + 2 * 6
  expect(countCalls() - calls).toBe(paidCalls)
  expect(done).toMatchObject({ state: 'done', fields: 2, fields_done: 2 })
  const [codeResult, numberResult] = done.results
  expect(codeResult).toMatchObject({
    prompt_key: 'code',
    outcome: 'not_as_good',
    chosen_profile: null,
    reason: 'Every cheaper profile is right less often than the current one.',
    held_out: [],
  })
  expect(numberResult).toMatchObject({
    prompt_key: 'number',
    outcome: 'recommended',
    current_profile: largeProfile,
    chosen_profile: smallProfile,
    reason:
      'With “Small”: No loss on 6 held-out values; a loss of up to 42 points cannot be excluded.',
    max_loss: expect.closeTo(1 - 0.04 ** (1 / 6)),
  })
  expect(
    numberResult.first.map(({ profile_id, checked, right, cost_in_dollars }: never) => [
      profile_id,
      checked,
      right,
      cost_in_dollars === null,
    ]),
  ).toEqual([
    [largeProfile, 6, 6, false],
    [smallProfile, 6, 6, false],
    [unpricedProfile, 6, 6, true],
  ])
  const [currentScore, newScore] = numberResult.held_out
  expect(newScore.cost_in_dollars).toBeCloseTo(currentScore.cost_in_dollars / 10)
  expect(done.savings).toMatchObject([
    {
      profile_id: smallProfile,
      prompt_ids: [number],
      saved: expect.closeTo(0.9),
      text: 'field number by “Small”: 90 % less, no loss on 6 held-out values',
    },
  ])

  await repeatRun(server, tenant, done.id)
  expect((await readLatest()).results).toEqual(done.results)
  expect(countCalls() - calls).toBe(paidCalls)

  const decide = (body: object) => ada.person.post(pathOf(`${done.id}/decide/`), body)
  expect((await decide({ prompt_id: code, decision: 'accept' })).status).toBe(409)
  const acceptance = { prompt_id: number, decision: 'accept' }
  const change = async (path: string, fields: object, originalFields: object) => {
    await ada.person.patch(path, fields)
    const reply = await decide(acceptance)
    expect([reply.status, reply.body.errors[0].detail]).toEqual([
      409,
      expect.stringContaining('was changed after the comparison'),
    ])
    await ada.person.patch(path, originalFields)
  }
  const promptPath = `prompt-studio/prompt/${number}/`
  await change(promptPath, { prompt: 'Number?' }, { prompt: 'Which number?' })
  const profilePath = `prompt-studio/profile-manager/${smallProfile}/`
  await change(profilePath, { similarity_top_k: 5 }, { similarity_top_k: 3 })

  const acceptReply = await decide(acceptance)
  expect([acceptReply.status, acceptReply.body.results[1]?.decision]).toEqual([200, 'accepted'])
  const { body: prompt } = await ada.person.get(promptPath)
  expect(prompt).toMatchObject({ profile_manager: smallProfile, prompt: 'Which number?' })
  expect((await decide(acceptance)).status).toBe(409)
  const action = 'profile-comparison.accepted'
  const { body: audit } = await ada.person.get(`audit/?action=${action}`)
  expect(audit.results).toMatchObject([
    {
      before: { profile: largeProfile },
      after: { profile: smallProfile, held_out: { checked: 6, rightAfter: 6 } },
    },
  ])

  // The prompt has another profile now, and no answer is paid again.
  const nextRun = await startAndWait({ ...request, prompt_ids: [number], budget_calls: 1 })
  expect(nextRun).toMatchObject({
    state: 'done',
    calls_used: 0,
    results: [{ outcome: 'cheapest', current_profile: smallProfile }],
  })
  expect((await server.as('user').get(pathOf())).status).toBe(404)
})

test('money is reserved before each call, and a field that posts to an address is not compared', async () => {
  const price = await createMarkedPrompt('price', (index) => `N-${500 + index}`)
  const fields = {
    prompt_ids: [price],
    profile_ids: [largeProfile, smallProfile],
    budget_calls: 50,
  }
  const calls = countCalls()
  const poorRun = await startAndWait({ ...fields, budget_dollars: 0.01 })
  expect(poorRun).toMatchObject({ state: 'stopped', calls_used: 0, reserved_dollars: 0 })
  expect(countCalls()).toBe(calls)

  const limitedRun = await startAndWait({ ...fields, budget_dollars: 0.3 })
  expect(limitedRun.calls_used).toBeGreaterThan(0)
  expect(limitedRun.reserved_dollars).toBeCloseTo(limitedRun.cost_in_dollars)
  expect(limitedRun.reserved_dollars).toBeLessThanOrEqual(0.3)

  const prompt = 'Which price? {{https://example.com/price}}'
  await ada.person.patch(`prompt-studio/prompt/${price}/`, { prompt })
  const paidCalls = countCalls()
  expect((await startAndWait(fields)).results).toMatchObject([
    { outcome: 'failed', reason: expect.stringContaining('posts values to an address') },
  ])
  expect(countCalls()).toBe(paidCalls)
})
