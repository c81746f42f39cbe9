import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { maskingAll, planted, plantedIn, plantedText } from '../../../testing/planted-values.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

type Body = Readonly<Record<string, unknown>>
type Asked = NonNullable<CannedModelServer['requests'][number]['call']>

let server: TestServer
let model: CannedModelServer
let ada: Studio
let outside: string
let embedding: string

/** A model that reads: it says what stands behind the labels that it is asked for. */
function read({ prompt, schema }: Asked): string | object {
  const document = prompt.slice(prompt.lastIndexOf('Document:'))
  const behind = (label: string) =>
    new RegExp(`${label}: ([^\n]*)`).exec(document)?.[1]?.trim() ?? 'NA'
  const keys = (schema?.required ?? []) as string[]
  if (keys.includes('score')) return { score: 5, reason: `It is ${behind('Item 1')}.` }
  if (keys.includes('rows') || prompt.includes('"rows"')) {
    const rows = [...prompt.matchAll(/(Item \d+): ([^\n]*)/g)]
    return { rows: rows.map(([, item, value]) => ({ item, value })) }
  }
  if (keys.length > 0) {
    return Object.fromEntries(keys.map((key) => [key, behind(key.replace('item_', 'Item '))]))
  }
  const [label] = /Item \d+/.exec(prompt.slice(prompt.indexOf('Question:'))) ?? []
  if (prompt.includes('JSON')) return [behind('Item 1'), behind('Item 140')]
  return label ? behind(label) : prompt
}

beforeAll(async () => {
  model = await startCannedModelServer({ reply: read })
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  outside = await ada.cannedLlm(model, 'Outside model', { context_window_size: 100_000 })
  const made = await ada.person.post('adapter/', {
    adapter_id: 'openaicompatible|65573de7-2ea5-4631-bb49-492717972455',
    adapter_name: 'Outside embedding',
    adapter_type: 'EMBEDDING',
    adapter_metadata: { api_base: `${model.url}/v1`, model: 'canned', api_key: 'sesame' },
  })
  embedding = made.body.id
})
afterAll(async () => {
  await server.close()
  await model.close()
})

const document = { name: 'planted.txt', content: Buffer.from(plantedText) }

/** All that the model was sent since then. */
const sentSince = (before: number) =>
  model.requests.slice(before).flatMap(({ call, body }) => {
    const { prompt = '', system = '', texts = [] } = call ?? {}
    return [prompt, system, ...texts, JSON.stringify(body)]
  })

const markOutside = (isOutside: boolean) =>
  Promise.all(
    [outside, embedding].map(async (id) => {
      const { status, body } = await ada.person.patch(`adapter/${id}/`, { is_outside: isOutside })
      expect([status, body.is_outside]).toEqual([200, isOutside])
    }),
  )

type Path = {
  readonly name: string
  readonly fields?: Body
  readonly profile?: Body
  /** The prompts, by the numbers of the items or as they are. */
  readonly prompts: readonly Body[]
  readonly isPass?: boolean
  readonly isIndexed?: boolean
}

const items = [1, 21, 41, 56, 71, 91, 111, 151, 166, 181, 195]
const ask = (item: number) => ({
  prompt_key: `item_${item}`,
  prompt: `What stands behind Item ${item}?`,
})

const paths: readonly Path[] = [
  { name: 'a prompt for each', prompts: items.map(ask) },
  {
    name: 'JSON and e-mail',
    prompts: [
      { prompt_key: 'some', prompt: 'Give me some.', enforce_type: 'json' },
      { ...ask(115), enforce_type: 'email' },
    ],
  },
  { name: 'a single pass', prompts: items.map(ask), isPass: true },
  {
    name: 'a list',
    prompts: [{ prompt_key: 'all', prompt: 'All the items.', enforce_type: 'line-item' }],
  },
  {
    name: 'chunks by an embedding',
    profile: {
      chunk_size: 1500,
      chunk_overlap: 0,
      similarity_top_k: 2,
      retrieval_strategy: 'subquestion',
    },
    prompts: [ask(1), ask(111), ask(195)],
  },
  {
    name: 'chunks by keywords',
    profile: { chunk_size: 1500, chunk_overlap: 0, retrieval_strategy: 'keyword_table' },
    prompts: [ask(1), ask(195)],
  },
  {
    name: 'a challenge',
    fields: { enable_challenge: true },
    prompts: [ask(1), ask(181)],
  },
  {
    name: 'a summary',
    fields: { summarize_context: true, summarize_as_source: true },
    prompts: [ask(41), ask(191)],
    isIndexed: true,
  },
]

/** Runs all prompts of a path; what was answered, with its evidence. */
async function answersOf({ fields = {}, profile = {}, prompts, ...path }: Path, masking: Body) {
  const challenger = fields.enable_challenge ? { challenge_llm: outside } : {}
  const { tool_id, document_id } = await ada.runnable(document, {
    fields: { ...fields, ...challenger, enable_embedded_data: false, masking },
    profile: { llm: outside, embedding_model: embedding, chunk_size: 0, ...profile },
  })
  const ids: string[] = []
  for (const one of prompts) ids.push((await ada.prompt(tool_id, one)).prompt_id)
  if (path.isIndexed) {
    const { status } = await ada.person.post(`prompt-studio/index-document/${tool_id}`, {
      document_id,
    })
    expect(status).toBe(200)
  }
  const run = path.isPass
    ? await ada.person.post(`prompt-studio/single-pass-extraction/${tool_id}`, { document_id })
    : await ada.person.post(`prompt-studio/bulk_fetch_response/${tool_id}`, {
        prompt_ids: ids,
        document_id,
      })
  expect(run.status).toBe(202)
  const lines = run.body as readonly Body[]
  const by = new Map(lines.map((line) => [line.prompt_id, line]))
  return {
    tool_id,
    document_id,
    answers: ids.map((id) => ({
      output: by.get(id)?.output,
      error: by.get(id)?.error,
      evidence: by.get(id)?.evidence,
    })),
  }
}

test('what is chosen has to be what there is', async () => {
  const { tool_id } = await ada.project()
  const patch = async (masking: unknown) => {
    const { status, body } = await ada.person.patch(`prompt-studio/${tool_id}/`, { masking })
    return [status, body.errors?.[0].attr]
  }
  expect(await patch({ kinds: ['passport'] })).toEqual([400, 'masking.kinds.0'])
  expect(await patch({ words: ['x'] })).toEqual([400, 'masking.words.0'])
  expect(await patch({ countries: ['Germany'] })).toEqual([400, 'masking.countries.0'])
  const { body } = await ada.person.get(`prompt-studio/${tool_id}/`)
  expect(body.masking).toEqual({ kinds: [], words: [], countries: [], prompts: [] })
})

test.each(paths)(
  'by $name none of 200 planted values leaves, and the answers are the same',
  async (path) => {
    await markOutside(false)
    const before = model.requests.length
    const plain = await answersOf(path, maskingAll)
    const unmasked = sentSince(before)
    await markOutside(true)
    const between = model.requests.length
    const masked = await answersOf(path, maskingAll)

    expect(plantedIn(unmasked).length).toBeGreaterThan(0)
    expect(model.requests.length - between).toBeGreaterThan(0)
    expect(plantedIn(sentSince(between))).toEqual([])
    expect(masked.answers).toEqual(plain.answers)
    expect(masked.answers.map(({ error }) => error)).toEqual(path.prompts.map(() => undefined))
    expect(masked.answers.every(({ output }) => typeof output === 'string')).toBe(true)
  },
)

const runOne = async (toolId: string, body: Body) => {
  const reply = await ada.person.post(`prompt-studio/bulk_fetch_response/${toolId}`, body)
  return reply.body as readonly Body[]
}

async function project(
  fields: Body,
  prompts: readonly Body[],
  profile: Body = {},
  file = document,
) {
  const made = await ada.runnable(file, {
    fields: { enable_embedded_data: false, ...fields },
    profile: { llm: outside, chunk_size: 0, ...profile },
  })
  const ids: string[] = []
  for (const one of prompts) ids.push((await ada.prompt(made.tool_id, one)).prompt_id)
  return {
    ...made,
    ids,
    run: (prompt_ids: readonly string[]) =>
      runOne(made.tool_id, { prompt_ids, document_id: made.document_id }),
  }
}

const placeholderIn = ({ prompt }: Pick<Asked, 'prompt'>, item: number) =>
  new RegExp(`Item ${item}: (\\[[A-Z]+-[A-Z]{5}\\])`).exec(prompt)?.[1] ?? ''

test('a placeholder that the model changed is mended, and one that it made up is no value', async () => {
  await markOutside(true)
  const { ids, run, tool_id, document_id, profile_id } = await project({ masking: maskingAll }, [
    ask(1),
    ask(2),
    { ...ask(3), enforce_type: 'email' },
    { prompt_key: 'some', prompt: 'Give me some.', enforce_type: 'json' },
    { prompt_key: 'all', prompt: 'All the items.', enforce_type: 'line-item' },
  ])
  const [, , , some, all] = ids
  model.script({ reply: (call) => placeholderIn(call, 1).toLowerCase().replace(']', '') })
  const [changed] = await run(ids.slice(0, 1))
  model.script({ reply: 'It is [IBAN-7].' }, { reply: '[EMAIL-BCDFG]' })
  const [second] = await run(ids.slice(1, 2))
  const [third] = await run(ids.slice(2, 3))
  model.script({ reply: (call) => ({ good: placeholderIn(call, 4), bad: '[CARD-99]' }) })
  const [mixed] = await run([some ?? ''])
  model.script({
    reply: (call) => ({
      rows: [
        { item: 'Item 1', value: placeholderIn(call, 1) },
        { item: 'Item 2', value: '[IBAN-1]' },
      ],
    }),
  })
  const [list] = await run([all ?? ''])

  expect(changed?.output).toBe(valueOfItem(1))
  expect([second?.output, third?.output]).toEqual([null, null])
  expect(second?.explanation).toContain('made up a placeholder')
  expect(JSON.parse(String(mixed?.output))).toEqual({ good: valueOfItem(4), bad: null })
  const rows = JSON.parse(String(list?.output))
  expect(rows.slice(0, 2)).toEqual([
    { item: 'Item 1', value: valueOfItem(1) },
    { item: 'Item 2', value: null },
  ])
  expect(JSON.stringify(list?.list_report)).toContain('made up placeholders')

  const query = `document_id=${document_id}&profile_id=${profile_id}`
  const { body } = await ada.person.get(`prompt-studio/${tool_id}/recorded-runs/?${query}`)
  for (const { id } of body.runs) {
    const again = await ada.person.post(`prompt-studio/${tool_id}/recorded-runs/replay/`, {
      ...{ document_id, profile_id, run: id },
    })
    expect(
      again.body.fields.map((field: { run: Body }) => [field.run.error, field.run.is_same]),
    ).toEqual([[null, true]])
  }
})

const valueOfItem = (item: number) => planted[item - 1]?.value

test('a run shows what has left, and what stands behind its placeholders', async () => {
  await markOutside(true)
  const { run, ids, tool_id, document_id, profile_id } = await project({ masking: maskingAll }, [
    ask(1),
  ])
  const sent = async (id: string, person = ada.person) => {
    const query = `document_id=${document_id}&profile_id=${profile_id}&run=${id}`
    return person.get(`prompt-studio/${tool_id}/recorded-runs/sent/?${query}`)
  }
  expect((await sent('none')).status).toBe(404)
  const before = model.requests.length
  await run(ids)
  const query = `document_id=${document_id}&profile_id=${profile_id}`
  const { body } = await ada.person.get(`prompt-studio/${tool_id}/recorded-runs/?${query}`)
  const shown = await sent(body.runs[0].id)

  expect(shown.status).toBe(200)
  const [call] = shown.body.calls
  const [exchange] = model.requests.slice(before)
  expect([call.step, call.prompt]).toEqual(['item_1/answer', exchange?.call?.prompt])
  expect(plantedIn([JSON.stringify(shown.body.calls)])).toEqual([])
  expect(shown.body.placeholders).toHaveLength(200)
  const original = new Map(
    shown.body.placeholders.map((one: Body) => [one.placeholder, one.original]),
  )
  expect(original.get(placeholderIn(call, 1))).toBe(valueOfItem(1))
  expect([...original.values()]).not.toContain(null)
  const rows = server.ctx.db.selectFrom('model_call').select(['request', 'reply'])
  const kept = await rows
    .where('call_key', 'like', '%item_1/answer')
    .orderBy('created_at')
    .execute()
  expect(plantedIn(kept.slice(-1).map((row) => JSON.stringify(row)))).toEqual([])
  const mallory = server.as('admin', { organization: 'rival', name: 'mallory' })
  expect((await sent(body.runs[0].id, mallory)).status).toBe(404)
})

test('values of prompts are masked too: nothing leaves before they are known', async () => {
  await markOutside(true)
  const home = await startCannedModelServer({ reply: read })
  onTestFinished(home.close)
  const llm = await ada.cannedLlm(home, 'Inside model')
  const masking = { prompts: ['item_7'] }
  const { tool_id, ids, run } = await project({ masking }, [ask(7), ask(8)])
  const inside = await ada.profile(tool_id, { llm, chunk_size: 0 })
  const before = model.requests.length
  const [refused] = await run(ids.slice(1))
  expect(refused).toMatchObject({ status: 'failed', error: expect.stringContaining('“item_7”') })
  const [alone] = await run(ids.slice(0, 1))
  expect(alone).toMatchObject({ status: 'failed' })
  expect(model.requests.length).toBe(before)

  await ada.person.patch(`prompt-studio/prompt/${ids[0]}/`, {
    profile_manager: inside.profile_id,
  })
  const lines = await run(ids)
  const by = new Map(lines.map((line) => [line.prompt_id, line]))
  expect(by.get(ids[0])).toMatchObject({ output: valueOfItem(7) })
  expect(by.get(ids[1])).toMatchObject({ output: valueOfItem(8) })
  const sent = sentSince(before)
  expect(sent.some((text) => text.includes(valueOfItem(7) ?? ''))).toBe(false)
  expect(sent.some((text) => text.includes('Item 7: [VALUE-'))).toBe(true)
})

test('what cannot be masked is refused, and nothing is sent', async () => {
  await markOutside(true)
  const [own] = (await ada.person.get('adapter/?adapter_type=X2TEXT')).body
  const made = await ada.person.post('adapter/', {
    ...{ adapter_id: own.adapter_id, adapter_name: 'Outside reader', adapter_type: 'X2TEXT' },
    ...{ adapter_metadata: {}, is_outside: true },
  })
  expect([made.status, made.body.is_outside]).toEqual([201, true])
  const unread = { name: 'unread.txt', content: Buffer.from('Item 9: +49 30 901820') }
  const { ids, run } = await project(
    { masking: maskingAll },
    [ask(9)],
    { x2text: made.body.id },
    unread,
  )
  const before = model.requests.length
  const [line] = await run(ids)

  expect(line).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('is outside, and reads whole files'),
  })
  expect(model.requests.length).toBe(before)
})
