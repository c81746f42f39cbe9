import { afterAll, expect, test } from 'vitest'
import { type Body, openToolStory } from './testing/tool-story.ts'
import { runTool } from './tools.port.ts'

const {
  close,
  server,
  model,
  ada,
  canned: cannedId,
  tenant,
  invoice,
  truth,
  numberProject,
  exportedTool,
  runOf,
} = await openToolStory()
afterAll(close)

test('keeps the answer when the model cannot challenge, and logs why', async () => {
  const { tool_id } = await numberProject()
  const tool = await exportedTool(tool_id)
  const builtIn = (await ada.person.get('adapter/?adapter_type=LLM')).body.find(
    ({ adapter_name }: Body) => adapter_name === 'Built-in extractor',
  )
  const settings = { enable_challenge: true, challenge_llm_adapter_id: builtIn.id }
  model.script({ reply: 'said' })
  const { output, metadata } = (await runTool(server.ctx, tenant, await runOf(tool, { settings })))
    .result

  expect(output).toEqual({ number: 'said' })
  expect(metadata.challenge_data?.number).toMatchObject({
    file_name: invoice.name,
    result: 'said',
    runs: [
      { type: 'extraction', status: 'success' },
      {
        type: 'challenge',
        status: 'failed',
        result: '“Built-in extractor” cannot be used to challenge answers.',
      },
      { type: 'result', status: 'failed' },
    ],
  })
})

test('[PS-018] lets a second model challenge an answer and the first one answer again, with separate costs', async () => {
  const { tool_id } = await numberProject()
  const settings = { enable_challenge: true, challenge_llm_adapter_id: cannedId }
  const run = await runOf(await exportedTool(tool_id), { settings })
  model.script(
    { reply: 'wrong' },
    { reply: { score: 1, reason: 'It says otherwise.' } },
    { reply: truth.invoice_number },
    { reply: { score: 5, reason: 'Right.' } },
  )
  const { result } = await runTool(server.ctx, tenant, run)

  expect(result.output).toEqual({ number: truth.invoice_number })
  expect(result.evidence.number).toEqual([expect.objectContaining({ quote: truth.invoice_number })])
  expect(result.metadata.challenge_data?.number?.runs.map(({ score }) => score)).toEqual([
    undefined,
    1,
    undefined,
    5,
    5,
  ])
  expect(result.metadata.challenge_llm?.[0]?.total_tokens).toBeGreaterThan(0)
  expect(result.metadata.extraction_llm?.[0]?.total_tokens).toBeGreaterThan(0)
  const requestsBefore = model.requests.length
  expect((await runTool(server.ctx, tenant, run)).result.output).toEqual(result.output)
  expect(model.requests.length).toBe(requestsBefore)
})

test('answers from a summary when configured, with evidence from the document', async () => {
  const { tool_id } = await numberProject()
  const run = await runOf(await exportedTool(tool_id), { settings: { summarize_as_source: true } })
  model.script({ reply: `The number is ${truth.invoice_number}.` }, { reply: truth.invoice_number })
  const requestsBefore = model.requests.length

  const { result } = await runTool(server.ctx, tenant, run)

  const [summary, answer] = model.requests.slice(requestsBefore).map(({ call }) => call?.prompt)
  expect(summary).toContain('- number')
  expect(answer).toContain(`The number is ${truth.invoice_number}.`)
  expect(answer).not.toContain('EUR')
  expect(result.metadata.context.number).toEqual([`The number is ${truth.invoice_number}.`])
  expect(result.evidence.number).toEqual([expect.objectContaining({ quote: truth.invoice_number })])
  expect(result.metadata.summarize_llm?.[0]?.total_tokens).toBeGreaterThan(0)
  const requestsAfter = model.requests.length
  await runTool(server.ctx, tenant, run)
  expect(model.requests.length).toBe(requestsAfter)
})

test('answers all fields in a single pass when configured, and pays once', async () => {
  const { tool_id, profile_id } = await numberProject({ single_pass_extraction_mode: true })
  await ada.person.patch(`prompt-studio/prompt-studio-profile/${tool_id}/`, {
    default_profile: profile_id,
  })
  await ada.prompt(tool_id, { prompt_key: 'total', prompt: 'Which total?', enforce_type: 'number' })
  await ada.prompt(tool_id, { prompt_key: 'of', prompt: 'Whose is {{number}}?' })
  const run = await runOf(await exportedTool(tool_id))
  model.script(
    { reply: { number: truth.invoice_number, total: String(truth.total) } },
    { reply: 'Nobody’s' },
  )
  const requestsBefore = model.requests.length

  const { result } = await runTool(server.ctx, tenant, run)

  expect(result.output).toEqual({
    number: truth.invoice_number,
    total: truth.total,
    of: 'Nobody’s',
  })
  const prompts = model.requests.slice(requestsBefore).map(({ call }) => call?.prompt)
  expect(prompts).toHaveLength(2)
  expect(prompts[1]).toContain(`Whose is ${truth.invoice_number}?`)
  expect((await runTool(server.ctx, tenant, run)).result.output).toEqual(result.output)
  expect(model.requests.length).toBe(requestsBefore + 2)
})
