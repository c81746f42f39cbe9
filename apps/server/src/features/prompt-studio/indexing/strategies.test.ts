import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

let server: TestServer
let model: CannedModelServer
let ada: Studio
let cannedReply: string

beforeAll(async () => {
  model = await startCannedModelServer()
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  cannedReply = await ada.cannedLlm(model, 'Canned model')
})
afterAll(async () => {
  await server.close()
  await model.close()
})

const filler = (n: number) =>
  `The committee met in room ${n} and talked about parking, the canteen and the weather of week ${n}.`
const facts = [
  'Payment: the terms of payment are those of Annex B.',
  'The warranty of the pump lasts eighteen months from delivery.',
  'Order reference QX-7731 was placed by the plant in Bremen.',
  'Annex B\nSuppliers are paid within thirty-seven days.',
]
/** Facts that are far apart, each in its own chunk. */
const report = {
  name: 'report.txt',
  content: Buffer.from(
    facts
      .flatMap((fact, i) => [
        ...Array.from({ length: 8 }, (_, n) => filler(i * 8 + n)),
        `${fact}\n${filler(100 + i)}`,
      ])
      .join('\n\n'),
  ),
}

type Body = Readonly<Record<string, unknown>>

async function runnable(profile: Body, prompt: string) {
  const strategyProject = await ada.runnable(report, {
    profile: {
      llm: cannedReply,
      chunk_size: 60,
      chunk_overlap: 0,
      similarity_top_k: 1,
      ...profile,
    },
  })
  const { prompt_id: id } = await ada.prompt(strategyProject.tool_id, {
    prompt_key: 'fact',
    prompt,
  })
  const run = () =>
    ada.person.post(`prompt-studio/fetch_response/${strategyProject.tool_id}`, {
      id,
      document_id: strategyProject.document_id,
    })
  return { ...strategyProject, run }
}

/** Runs with these replies of the model, and returns the prompts and the context of the answer. */
async function retrieved(profile: Body, prompt: string, ...replies: readonly string[]) {
  const { run } = await runnable(profile, prompt)
  const requestsBefore = model.requests.length
  model.script(...replies.map((reply) => ({ reply })))
  const { status, body } = await run()
  expect(status, JSON.stringify(body)).toBe(202)
  const prompts = model.requests.slice(requestsBefore).map(({ call }) => call?.prompt ?? '')
  return { asked: prompts, context: body[0].context as string[], row: body[0] }
}

test('rejects an unknown strategy, and one that needs a model if there is none', async () => {
  const { tool_id, default_profile } = await ada.project()
  const document_id = await ada.document(tool_id, report)
  const { prompt_id: id } = await ada.prompt(tool_id, { prompt_key: 'a', prompt: 'A?' })
  const change = (retrieval_strategy: string) =>
    ada.person.patch(`prompt-studio/profile-manager/${default_profile}/`, {
      chunk_size: 60,
      retrieval_strategy,
    })

  expect((await change('guess')).body.errors).toEqual([
    expect.objectContaining({ attr: 'retrieval_strategy' }),
  ])
  for (const strategy of ['subquestion', 'fusion', 'router', 'keyword_table']) {
    expect((await change(strategy)).status).toBe(200)
    const request = { id, document_id }
    const { status, body } = await ada.person.post(
      `prompt-studio/fetch_response/${tool_id}`,
      request,
    )
    expect(status).toBe(400)
    expect(body.errors[0].detail).toContain(`strategy ${strategy} needs`)
  }
})

const smallWindow = (context_window: number) =>
  ada.person.post('adapter/', {
    adapter_id: 'ollama|4b8bd31a-ce42-48d4-9d69-f29c12e0f276',
    adapter_name: `Window of ${context_window}`,
    adapter_type: 'LLM',
    adapter_metadata: { base_url: model.url, model: 'canned', context_window, max_retries: 0 },
  })

test('sends fewer chunks to a model with a small context, and none to one without room', async () => {
  const { id: llm } = (await smallWindow(700)).body
  const prompt = 'What is said of parking, the canteen and the weather?'
  const { context, asked: lastPrompt } = await retrieved(
    { llm, similarity_top_k: 9 },
    prompt,
    'Much',
  )
  expect(context.length).toBeGreaterThan(0)
  expect(context.length).toBeLessThan(9)
  expect(lastPrompt[0]).toContain(context.at(-1)?.trim())

  const requestsBefore = model.requests.length
  const { run } = await runnable({ llm, chunk_size: 2000 }, prompt)
  const { status, body } = await run()
  expect(status).toBe(400)
  expect(body.errors[0].detail).toMatch(
    /“fact” is too long.*“Window of 700” accepts at most 700 tokens/,
  )
  expect(model.requests.length).toBe(requestsBefore)
})

test('reads a text that is longer than the model accepts in parts, until one has the answer', async () => {
  const { id: llm } = (await smallWindow(701)).body
  const requestsBefore = model.requests.length
  model.script({ reply: 'NA' }, { reply: 'The canteen' })
  const { run } = await runnable({ llm, chunk_size: 0 }, 'Where is lunch?')

  const { status, body } = await run()

  expect([status, body[0].output]).toEqual([202, 'The canteen'])
  const prompts = model.requests.slice(requestsBefore).map(({ call }) => call?.prompt ?? '')
  expect(prompts).toHaveLength(2)
  for (const prompt of prompts) expect(prompt.length / 4).toBeLessThan(700)
  expect(prompts[0]).not.toBe(prompts[1])
})

test('asks nothing about an empty document, and returns no value', async () => {
  for (const chunk_size of [0, 60]) {
    const empty = { name: 'empty.txt', content: Buffer.from(' \n\n ') }
    const { tool_id, document_id } = await ada.runnable(empty, {
      profile: { llm: cannedReply, chunk_size, chunk_overlap: 0 },
    })
    const { prompt_id: id } = await ada.prompt(tool_id, { prompt_key: 'a', prompt: 'A?' })
    const requestsBefore = model.requests.length
    const path = `prompt-studio/fetch_response/${tool_id}`
    const { status, body } = await ada.person.post(path, { id, document_id })
    expect([status, body[0].output, body[0].context]).toEqual([202, null, []])
    expect(model.requests.length).toBe(requestsBefore)
  }
})

test('finds chunks by meaning, and with hybrid search also by exact words', async () => {
  const warranty = 'How long is the guarantee on the pump?'
  expect((await retrieved({ hybrid_search: false }, warranty)).context).toEqual([
    expect.stringContaining('eighteen months'),
  ])
  expect((await retrieved({}, 'What is said of QX-7731?')).context).toEqual([
    expect.stringContaining('QX-7731'),
  ])
})

test('rephrases the prompt with the model in fusion, and fuses all results', async () => {
  const {
    asked: lastPrompt,
    context,
    row,
  } = await retrieved(
    { retrieval_strategy: 'fusion', similarity_top_k: 2 },
    'How long is it covered?',
    'What is the warranty of the pump?\nHow many months does the warranty last?\nGuarantee period?\nWarranty end?',
    'Eighteen months',
  )
  expect(lastPrompt).toHaveLength(2)
  expect(context).toHaveLength(2)
  expect(context[0]).toContain('eighteen months')
  expect(row.output).toBe('Eighteen months')
  expect(row.token_usage.prompt_tokens).toBeGreaterThan(0)
})

test('follows references of the found chunk in recursive', async () => {
  const { context } = await retrieved(
    { retrieval_strategy: 'recursive' },
    'What are the terms of payment?',
  )
  expect(context).toEqual([
    expect.stringContaining('those of Annex B'),
    expect.stringContaining('thirty-seven days'),
  ])
})

test.each([
  ['keyword', 2],
  ['broad', 3],
  ['vector', 1],
  ['I cannot say', 1],
])('router: when the model says %s, up to %i chunks are found', async (reply, count) => {
  const { context } = await retrieved(
    { retrieval_strategy: 'router' },
    'Which order QX-7731 did the plant in Bremen place, talked about in room 17?',
    reply,
    'QX-7731',
  )
  expect(context).toHaveLength(count)
})

test('builds the keyword table once for all prompts, including chunks that the model left out', async () => {
  const { tool_id, document_id, run } = await runnable(
    { retrieval_strategy: 'keyword_table' },
    'Until when is the machine covered?',
  )
  const requestsBefore = model.requests.length
  // The calls run concurrently: the one that contains the warranty passage names it by another
  // word.
  const keywords = ({ prompt = '' }) =>
    prompt.includes('eighteen')
      ? `${placeOf(prompt, 'eighteen')}: guarantee, coverage\nnonsense`
      : 'nothing of use'
  model.script({ reply: keywords }, { reply: keywords })
  await ada.person.post(`prompt-studio/index-document/${tool_id}`, { document_id })
  const calls = model.requests.length - requestsBefore
  expect(calls).toBe(2)

  model.script({ reply: 'coverage, machine' }, { reply: '18 months' })
  expect((await run()).body[0].context).toEqual([expect.stringContaining('eighteen months')])
  model.script({ reply: 'Bremen, QX-7731' }, { reply: 'QX-7731' })
  expect((await run()).body[0].context).toEqual([expect.stringContaining('QX-7731')])
  expect(model.requests.length - requestsBefore).toBe(calls + 4)

  await ada.person.delete(`prompt-studio/file/${tool_id}`, { document_id })
  expect(await server.ctx.db.selectFrom('passage_keyword').select('at').execute()).toEqual([])
})

function placeOf(prompt: string, word: string): string {
  const precedingText = prompt.slice(0, prompt.indexOf(word))
  return /\[(\d+)\]/.exec(precedingText.slice(precedingText.lastIndexOf('[')))?.[1] ?? ''
}

test('searches small parts in automerging and answers from the chunk around them', async () => {
  const { context, row } = await retrieved(
    { retrieval_strategy: 'automerging', chunk_size: 200 },
    'How long is the warranty of the pump?',
  )
  expect(context).toHaveLength(1)
  expect(context[0]?.length).toBeGreaterThan(400)
  expect(context[0]).toContain('eighteen months')
  expect(row.context).toEqual(context)
})
