import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  maskingAll,
  plantedIn,
  plantedText,
  plantedValues,
} from '../../../testing/planted-values.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

type Body = Readonly<Record<string, unknown>>
type MaskedRequest = NonNullable<CannedModelServer['requests'][number]['call']>

let server: TestServer
let model: CannedModelServer
let ada: Studio
let externalAdapterId: string
let embedding: string

/** A fake model that returns the text behind the requested labels. */
function read({ prompt, schema }: MaskedRequest): string | object {
  const document = prompt.slice(prompt.lastIndexOf('Document:'))
  const originalOf = (label: string) =>
    new RegExp(`${label}: ([^\n]*)`).exec(document)?.[1]?.trim() ?? 'NA'
  const keys = (schema?.required ?? []) as string[]
  if (keys.includes('score')) return { score: 5, reason: `It is ${originalOf('Item 1')}.` }
  if (keys.includes('rows') || prompt.includes('"rows"')) {
    const rows = [...prompt.matchAll(/(Item \d+): ([^\n]*)/g)]
    return { rows: rows.map(([, item, value]) => ({ item, value })) }
  }
  if (keys.length > 0) {
    return Object.fromEntries(keys.map((key) => [key, originalOf(key.replace('item_', 'Item '))]))
  }
  const [label] = /Item \d+/.exec(prompt.slice(prompt.indexOf('Question:'))) ?? []
  if (prompt.includes('JSON')) return [originalOf('Item 1'), originalOf('Item 140')]
  return label ? originalOf(label) : prompt
}

beforeAll(async () => {
  model = await startCannedModelServer({ reply: read })
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  externalAdapterId = await ada.cannedLlm(model, 'Outside model', { context_window_size: 100_000 })
  const adapterReply = await ada.person.post('adapter/', {
    adapter_id: 'openaicompatible|65573de7-2ea5-4631-bb49-492717972455',
    adapter_name: 'Outside embedding',
    adapter_type: 'EMBEDDING',
    adapter_metadata: { api_base: `${model.url}/v1`, model: 'canned', api_key: 'sesame' },
  })
  embedding = adapterReply.body.id
})
afterAll(async () => {
  await server.close()
  await model.close()
})

const document = { name: 'planted.txt', content: Buffer.from(plantedText) }

/** Everything that was sent to the model since then. */
const sentSince = (start: number) =>
  model.requests.slice(start).flatMap(({ call, body }) => {
    const { prompt = '', system = '', texts = [] } = call ?? {}
    return [prompt, system, ...texts, JSON.stringify(body)]
  })

const markOutside = (isOutside: boolean) =>
  Promise.all(
    [externalAdapterId, embedding].map(async (id) => {
      const { status, body } = await ada.person.patch(`adapter/${id}/`, { is_outside: isOutside })
      expect([status, body.is_outside]).toEqual([200, isOutside])
    }),
  )

type Path = {
  readonly name: string
  readonly fields?: Body
  readonly profile?: Body
  /** The prompts by item number, or the given ones. */
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

/** Runs all prompts of a path and returns the answers with their evidence. */
async function answersOf({ fields = {}, profile = {}, prompts, ...path }: Path, masking: Body) {
  const challenger = fields.enable_challenge ? { challenge_llm: externalAdapterId } : {}
  const { tool_id, document_id } = await ada.runnable(document, {
    fields: { ...fields, ...challenger, enable_embedded_data: false, masking },
    profile: { llm: externalAdapterId, embedding_model: embedding, chunk_size: 0, ...profile },
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
  const rowsByKey = new Map(lines.map((line) => [line.prompt_id, line]))
  return {
    tool_id,
    document_id,
    answers: ids.map((id) => ({
      output: rowsByKey.get(id)?.output,
      error: rowsByKey.get(id)?.error,
      evidence: rowsByKey.get(id)?.evidence,
    })),
  }
}

test('rejects unknown masking options', async () => {
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
  'sends none of 200 planted values with $name, and gives the same answers',
  async (path) => {
    await markOutside(false)
    const requestsBefore = model.requests.length
    const plain = await answersOf(path, maskingAll)
    const plainTexts = sentSince(requestsBefore)
    await markOutside(true)
    const requestsBetween = model.requests.length
    const maskedAnswers = await answersOf(path, maskingAll)

    expect(plantedIn(plainTexts).length).toBeGreaterThan(0)
    expect(model.requests.length - requestsBetween).toBeGreaterThan(0)
    expect(plantedIn(sentSince(requestsBetween))).toEqual([])
    expect(maskedAnswers.answers).toEqual(plain.answers)
    expect(maskedAnswers.answers.map(({ error }) => error)).toEqual(
      path.prompts.map(() => undefined),
    )
    expect(maskedAnswers.answers.every(({ output }) => typeof output === 'string')).toBe(true)
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
  const runnable = await ada.runnable(file, {
    fields: { enable_embedded_data: false, ...fields },
    profile: { llm: externalAdapterId, chunk_size: 0, ...profile },
  })
  const ids: string[] = []
  for (const one of prompts) ids.push((await ada.prompt(runnable.tool_id, one)).prompt_id)
  return {
    ...runnable,
    ids,
    run: (prompt_ids: readonly string[]) =>
      runOne(runnable.tool_id, { prompt_ids, document_id: runnable.document_id }),
  }
}

const placeholderIn = ({ prompt }: Pick<MaskedRequest, 'prompt'>, item: number) =>
  new RegExp(`Item ${item}: (\\[[A-Z]+-[A-Z]{5}\\])`).exec(prompt)?.[1] ?? ''

test('repairs a placeholder that the model altered, and rejects one that it invented', async () => {
  await markOutside(true)
  const { ids, run, tool_id, document_id, profile_id } = await project({ masking: maskingAll }, [
    ask(1),
    ask(2),
    { ...ask(3), enforce_type: 'email' },
    { prompt_key: 'some', prompt: 'Give me some.', enforce_type: 'json' },
    { prompt_key: 'all', prompt: 'All the items.', enforce_type: 'line-item' },
  ])
  const [, , , thirdId, all] = ids
  model.script({ reply: (call) => placeholderIn(call, 1).toLowerCase().replace(']', '') })
  const [changedRow] = await run(ids.slice(0, 1))
  model.script({ reply: 'It is [IBAN-7].' }, { reply: '[EMAIL-BCDFG]' })
  const [second] = await run(ids.slice(1, 2))
  const [third] = await run(ids.slice(2, 3))
  model.script({ reply: (call) => ({ good: placeholderIn(call, 4), bad: '[CARD-99]' }) })
  const [mixedRow] = await run([thirdId ?? ''])
  model.script({
    reply: (call) => ({
      rows: [
        { item: 'Item 1', value: placeholderIn(call, 1) },
        { item: 'Item 2', value: '[IBAN-1]' },
      ],
    }),
  })
  const [list] = await run([all ?? ''])

  expect(changedRow?.output).toBe(valueOfItem(1))
  expect([second?.output, third?.output]).toEqual([null, null])
  expect(second?.explanation).toContain(
    'returned a placeholder that does not correspond to any value',
  )
  expect(JSON.parse(String(mixedRow?.output))).toEqual({ good: valueOfItem(4), bad: null })
  const rows = JSON.parse(String(list?.output))
  expect(rows.slice(0, 2)).toEqual([
    { item: 'Item 1', value: valueOfItem(1) },
    { item: 'Item 2', value: null },
  ])
  expect(JSON.stringify(list?.list_report)).toContain(
    'returned placeholders that do not correspond to any value',
  )

  const query = `document_id=${document_id}&profile_id=${profile_id}`
  const { body } = await ada.person.get(`prompt-studio/${tool_id}/recorded-runs/?${query}`)
  for (const { id } of body.runs) {
    const secondReply = await ada.person.post(`prompt-studio/${tool_id}/recorded-runs/replay/`, {
      document_id,
      profile_id,
      run: id,
    })
    expect(
      secondReply.body.fields.map((field: { run: Body }) => [field.run.error, field.run.is_same]),
    ).toEqual([[null, true]])
  }
})

const valueOfItem = (item: number) => plantedValues[item - 1]?.value

test('shows what a run has sent, and the values behind its placeholders', async () => {
  await markOutside(true)
  const { run, ids, tool_id, document_id, profile_id } = await project({ masking: maskingAll }, [
    ask(1),
  ])
  const listSent = async (id: string, person = ada.person) => {
    const query = `document_id=${document_id}&profile_id=${profile_id}&run=${id}`
    return person.get(`prompt-studio/${tool_id}/recorded-runs/sent/?${query}`)
  }
  expect((await listSent('none')).status).toBe(404)
  const requestsBefore = model.requests.length
  await run(ids)
  const query = `document_id=${document_id}&profile_id=${profile_id}`
  const { body } = await ada.person.get(`prompt-studio/${tool_id}/recorded-runs/?${query}`)
  const reply = await listSent(body.runs[0].id)

  expect(reply.status).toBe(200)
  const [call] = reply.body.calls
  const [exchange] = model.requests.slice(requestsBefore)
  expect([call.step, call.prompt]).toEqual(['item_1/answer', exchange?.call?.prompt])
  expect(plantedIn([JSON.stringify(reply.body.calls)])).toEqual([])
  expect(reply.body.placeholders).toHaveLength(200)
  const original = new Map(
    reply.body.placeholders.map((one: Body) => [one.placeholder, one.original]),
  )
  expect(original.get(placeholderIn(call, 1))).toBe(valueOfItem(1))
  expect([...original.values()]).not.toContain(null)
  const rows = server.ctx.db.selectFrom('model_call').select(['request', 'reply'])
  const storedRows = await rows
    .where('call_key', 'like', '%item_1/answer')
    .orderBy('created_at')
    .execute()
  expect(plantedIn(storedRows.slice(-1).map((row) => JSON.stringify(row)))).toEqual([])
  const mallory = server.as('admin', { organization: 'rival', name: 'mallory' })
  expect((await listSent(body.runs[0].id, mallory)).status).toBe(404)
})

test('masks values of prompts too, and sends nothing before they are known', async () => {
  await markOutside(true)
  const home = await startCannedModelServer({ reply: read })
  onTestFinished(home.close)
  const llm = await ada.cannedLlm(home, 'Inside model')
  const masking = { prompts: ['item_7'] }
  const { tool_id, ids, run } = await project({ masking }, [ask(7), ask(8)])
  const localProfile = await ada.profile(tool_id, { llm, chunk_size: 0 })
  const requestsBefore = model.requests.length
  const [refusal] = await run(ids.slice(1))
  expect(refusal).toMatchObject({ status: 'failed', error: expect.stringContaining('“item_7”') })
  const [singleRow] = await run(ids.slice(0, 1))
  expect(singleRow).toMatchObject({ status: 'failed' })
  expect(model.requests.length).toBe(requestsBefore)

  await ada.person.patch(`prompt-studio/prompt/${ids[0]}/`, {
    profile_manager: localProfile.profile_id,
  })
  const lines = await run(ids)
  const rowsByKey = new Map(lines.map((line) => [line.prompt_id, line]))
  expect(rowsByKey.get(ids[0])).toMatchObject({ output: valueOfItem(7) })
  expect(rowsByKey.get(ids[1])).toMatchObject({ output: valueOfItem(8) })
  const sentTexts = sentSince(requestsBefore)
  expect(sentTexts.some((text) => text.includes(valueOfItem(7) ?? ''))).toBe(false)
  expect(sentTexts.some((text) => text.includes('Item 7: [VALUE-'))).toBe(true)
})

test('refuses what cannot be masked, and sends nothing', async () => {
  await markOutside(true)
  const [own] = (await ada.person.get('adapter/?adapter_type=X2TEXT')).body
  const adapterReply = await ada.person.post('adapter/', {
    adapter_id: own.adapter_id,
    adapter_name: 'Outside reader',
    adapter_type: 'X2TEXT',
    adapter_metadata: {},
    is_outside: true,
  })
  expect([adapterReply.status, adapterReply.body.is_outside]).toEqual([201, true])
  const unread = { name: 'unread.txt', content: Buffer.from('Item 9: +49 30 901820') }
  const { ids, run } = await project(
    { masking: maskingAll },
    [ask(9)],
    { x2text: adapterReply.body.id },
    unread,
  )
  const requestsBefore = model.requests.length
  const [line] = await run(ids)

  expect(line).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('is external and receives whole files'),
  })
  expect(model.requests.length).toBe(requestsBefore)
})
