import { drawPdf } from '@recto/document-reader/testing/draw-pdf'
import { pictureOfPdf } from '@recto/document-reader/testing/draw-text-image'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readProjectFile } from '../../../testing/fields/project-round-trip.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

type Body = Readonly<Record<string, unknown>>
type Call = NonNullable<CannedModelServer['requests'][number]['call']>

let server: TestServer
let model: CannedModelServer
let ada: Studio
let seeingLlmId: string
let digital: Buffer

/** Answers that the model sees on the page, reads in its text, or makes up. */
const answers: Readonly<Record<string, string>> = {
  stamp: 'triangular violet stamp',
  total: '1,234.50',
  number: 'RE-2041',
  lie: 'Baron Ferdinand von Ohnebild',
  lying_number: '8765.43',
  signed: 'yes',
}

function answer({ prompt, schema }: Call): string | object {
  const keys = (schema?.required ?? []) as string[]
  if (keys.includes('value')) return { value: answers.stamp }
  if (keys.length > 0) return Object.fromEntries(keys.map((key) => [key, answers[key] ?? 'NA']))
  const [, key = ''] = /Question: Say the (\w+)\./.exec(prompt) ?? []
  return answers[key] ?? 'NA'
}

const questions = Object.keys(answers).map((key) => ({
  prompt_key: key,
  prompt: `Say the ${key}.`,
  enforce_type: key === 'signed' ? 'boolean' : key === 'lying_number' ? 'number' : 'text',
}))

beforeAll(async () => {
  model = await startCannedModelServer({ reply: answer })
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  seeingLlmId = await ada.cannedLlm(model, 'Seeing model', { accepts_images: true })
  digital = Buffer.from(
    await drawPdf((drawing) => {
      drawing.fontSize(14).text('Invoice RE-2041', 60, 60)
      drawing.text('Total: 1,234.50 EUR', 60, 100)
      drawing.text('Signed by the customer:', 60, 140)
      drawing.polygon([300, 300], [400, 300], [350, 400]).fill('violet')
      drawing.addPage().fill('black').text('Terms of payment', 60, 60)
      drawing.addPage().text('Appendix', 60, 60)
    }),
  )
})
afterAll(async () => {
  await server.close()
  await model.close()
})

const pdf = (content: Buffer, name = 'invoice.pdf') => ({ name, content, type: 'application/pdf' })

async function project(profile: Body, { fields = {}, file = pdf(digital) } = {}) {
  const runnable = await ada.runnable(file, {
    fields: { enable_embedded_data: false, ...fields },
    profile: { llm: seeingLlmId, chunk_size: 0, ...profile },
  })
  const { tool_id, document_id } = runnable
  const idByKey = new Map<string, string>()
  for (const one of questions) {
    const { prompt_id } = await ada.prompt(tool_id, one)
    idByKey.set(one.prompt_key, prompt_id)
  }
  return {
    ...runnable,
    /** Returns the outputs by prompt, with the calls that they took. */
    async run(keys: readonly string[]) {
      const start = model.requests.length
      const { body } = await ada.person.post(`prompt-studio/bulk_fetch_response/${tool_id}`, {
        prompt_ids: keys.map((key) => idByKey.get(key)),
        document_id,
      })
      const rows = new Map((body as readonly Body[]).map((row) => [row.prompt_id, row]))
      const outputs = keys.map((key) => rows.get(idByKey.get(key)) ?? {})
      return { outputs, calls: model.requests.slice(start).flatMap(({ call }) => call ?? []) }
    },
  }
}

test('a value in the text has its place, and what was only seen or made up has none', async () => {
  const { run } = await project({ model_sees: 'text_and_pages', max_seen_pages: 2 })

  const keys = Object.keys(answers)
  const { outputs, calls } = await run(keys)

  for (const { images, prompt } of calls) {
    expect(images).toHaveLength(2)
    expect(images.every(({ isBeforeText, height }) => isBeforeText && height === 1536)).toBe(true)
    expect(prompt).toContain('in this order: 1, 2.')
    expect(prompt).toContain('Total: 1,234.50 EUR')
  }
  const [first = []] = calls.map(({ images }) => images.map(({ digest }) => digest))
  expect(new Set(first).size).toBe(2)
  expect(new Set(calls.map(({ images }) => images.map(({ digest }) => digest).join())).size).toBe(1)
  const byKey = Object.fromEntries(keys.map((key, index) => [key, outputs[index]]))
  const proof = keys.filter((key) => byKey[key]?.evidence_data)
  expect(proof).toEqual(['total', 'number'])
  for (const key of ['stamp', 'lie', 'lying_number', 'signed']) {
    expect(byKey[key], key).toMatchObject({
      evidence_data: null,
      confidence: null,
      explanation: 'Seen on the page by the model, but not found in the text that was read of it.',
    })
  }
})

test('a model that sees pages only gets no text, and only these pages are proof', async () => {
  const { run } = await project({ model_sees: 'pages', max_seen_pages: 1 })

  const { outputs, calls } = await run(['total', 'stamp'])

  expect(calls.map(({ images }) => images.length)).toEqual([1, 1])
  expect(calls.filter(({ prompt }) => prompt.includes('1,234.50'))).toEqual([])
  expect(outputs.map(({ evidence_data }) => evidence_data !== null)).toEqual([true, false])
})

test('a list is read from the text, without images', async () => {
  const { tool_id, document_id } = await project({ model_sees: 'pages' })
  const list = { prompt_key: 'all', prompt: 'All the items.', enforce_type: 'line-item' }
  const { prompt_id } = await ada.prompt(tool_id, list)
  const start = model.requests.length

  await ada.person.post(`prompt-studio/bulk_fetch_response/${tool_id}`, {
    prompt_ids: [prompt_id],
    document_id,
  })

  const calls = model.requests.slice(start).flatMap(({ call }) => call ?? [])
  expect(calls.length).toBeGreaterThan(0)
  expect(calls.flatMap(({ images }) => images)).toEqual([])
  expect(calls[0]?.prompt).toContain('1,234.50')
})

test.each([0, 500])(
  'a scan without a word is shown and asked about, with chunks of %i',
  async (chunkSize) => {
    const blank = await drawPdf((drawing) => {
      drawing.polygon([100, 100], [300, 100], [200, 300]).fill('violet')
    })
    const image = await pictureOfPdf(blank, 60)
    const { width, height, channels, pixels } = image
    const content = await sharp(pixels, { raw: { width, height, channels } }).jpeg().toBuffer()
    const file = { name: 'stamp.jpg', content, type: 'image/jpeg' }
    const profile = { model_sees: 'text_and_pages', chunk_size: chunkSize }
    const { run } = await project(profile, { file })

    const { outputs, calls } = await run(['stamp'])

    expect(calls.map(({ images }) => images.length)).toEqual([1])
    expect(outputs).toMatchObject([{ output: answers.stamp, evidence_data: null }])
  },
)

test('a single pass shows the pages once, and a restated answer none', async () => {
  const { tool_id, document_id } = await project({ model_sees: 'text_and_pages' })
  const start = model.requests.length

  await ada.person.post(`prompt-studio/single-pass-extraction/${tool_id}`, { document_id })

  const calls = model.requests.slice(start).flatMap(({ call }) => call ?? [])
  expect(calls.map(({ images }) => images.length)).toEqual([3])
  const { body } = await ada.person.get(
    `prompt-studio/prompt-output/?tool_id=${tool_id}&document_manager=${document_id}&is_single_pass_extract=true`,
  )
  const withProof = (body as readonly Body[]).filter(({ evidence_data }) => evidence_data !== null)
  expect(withProof.map(({ output }) => output).toSorted()).toEqual([answers.total, answers.number])
})

test('only the pages of retrieved chunks are shown, and their images are counted before a run', async () => {
  const chunks = {
    model_sees: 'text_and_pages',
    seen_pages: 'retrieved',
    chunk_size: 12,
    chunk_overlap: 0,
    similarity_top_k: 1,
  }
  const { run } = await project(chunks)

  const { calls } = await run(['total'])

  expect(calls.map(({ images }) => images.length)).toEqual([1])
  const { tool_id, document_id, profile_id } = await project(chunks)
  const { prompt_id } = await ada.prompt(tool_id, { prompt_key: 'new', prompt: 'New?' })
  const estimateOf = async (model_sees: string) => {
    const path = `prompt-studio/profile-manager/${profile_id}/`
    expect((await ada.person.patch(path, { model_sees })).status).toBe(200)
    const { body } = await ada.person.post(`prompt-studio/${tool_id}/runs/estimate/`, {
      prompt_ids: [prompt_id],
      document_ids: [document_id],
      profile_ids: [profile_id],
    })
    return body.profiles[0].tokens
  }
  const difference = (await estimateOf('text_and_pages')) - (await estimateOf('text'))
  // Nobody documents what an image takes with this model, so each of the three pages is assumed to take 1,500 tokens.
  expect(difference).toBe(4500)
})

test('what was sent to an external model names the images, other pages are another call, and a replay sends none', async () => {
  await ada.person.patch(`adapter/${seeingLlmId}/`, { is_outside: true })
  const { run, tool_id, document_id, profile_id } = await project({
    model_sees: 'text_and_pages',
    max_seen_pages: 1,
  })
  const first = await run(['stamp'])
  await ada.person.patch(`prompt-studio/profile-manager/${profile_id}/`, { max_seen_pages: 2 })
  const second = await run(['stamp'])
  await ada.person.patch(`adapter/${seeingLlmId}/`, { is_outside: false })

  expect([...first.calls, ...second.calls].map(({ images }) => images.length)).toEqual([1, 2])
  const path = `prompt-studio/${tool_id}/recorded-runs/`
  const query = `document_id=${document_id}&profile_id=${profile_id}`
  const { body: recordedRuns } = await ada.person.get(`${path}?${query}`)
  const [{ id: newest }] = recordedRuns.runs
  const { body: sentTexts } = await ada.person.get(`${path}sent/?${query}&run=${newest}`)
  const [image] = second.calls.flatMap(({ images }) => images)
  expect(sentTexts.calls[0].images).toMatchObject([
    {
      page: 1,
      digest: image?.digest,
      media_type: 'image/jpeg',
      width: image?.width,
      height: image?.height,
      size: image?.bytes,
    },
    { page: 2 },
  ])
  const requestsBefore = model.requests.length
  const { body: replay } = await ada.person.post(`${path}replay/`, {
    document_id,
    profile_id,
    run: newest,
  })
  expect(JSON.stringify(replay)).toContain('"is_same":true')
  expect(JSON.stringify(replay)).toContain(answers.stamp)
  expect(model.requests.length).toBe(requestsBefore)
})

test('a profile whose model cannot or must not see pages is refused at its field', async () => {
  const blind = await ada.cannedLlm(model, 'Blind model', { model: 'gpt-3.5-turbo' })
  const { tool_id, profile_id } = await project({ llm: blind })
  const patch = async (path: string, changes: Body) => {
    const { status, body } = await ada.person.patch(path, changes)
    return [status, body.errors?.[0]?.attr]
  }
  const profilePath = `prompt-studio/profile-manager/${profile_id}/`
  const sees = { model_sees: 'pages' }
  expect(await patch(profilePath, sees)).toEqual([400, 'model_sees'])
  expect(await patch(profilePath, { ...sees, llm: seeingLlmId, escalation_llm: blind })).toEqual([
    400,
    'model_sees',
  ])
  expect(await patch(profilePath, { ...sees, llm: seeingLlmId, seen_pages: 'retrieved' })).toEqual([
    400,
    'seen_pages',
  ])
  expect(await patch(profilePath, { max_seen_pages: 21 })).toEqual([400, 'max_seen_pages'])
  const masking = { kinds: ['iban'] }
  expect(await patch(`prompt-studio/${tool_id}/`, { masking })).toEqual([200, undefined])
  expect(await patch(profilePath, { ...sees, llm: seeingLlmId })).toEqual([400, 'model_sees'])
  expect(await patch(`prompt-studio/${tool_id}/`, { masking: { kinds: [] } })).toEqual([
    200,
    undefined,
  ])
  expect(await patch(profilePath, { ...sees, llm: seeingLlmId })).toEqual([200, undefined])
  expect(await patch(`prompt-studio/${tool_id}/`, { masking })).toEqual([400, 'masking'])
})

test('a file of a project that masks values and lets a model see pages is refused, whole', async () => {
  const { tool_id } = await project({ model_sees: 'text_and_pages' })
  const file = JSON.parse(JSON.stringify(await readProjectFile(ada.person, tool_id)))
  expect(file.profiles[1]).toMatchObject({ model_sees: 'text_and_pages', max_seen_pages: 5 })
  file.tool_settings.masking = { kinds: [], words: [], countries: [], prompts: ['stamp'] }
  const content = JSON.stringify(file)
  const importReply = await ada.person.upload('prompt-studio/project-transfer/', {
    files: [{ name: 'project.json', content, type: 'application/json', field: 'file' }],
  })
  const syncReply = await ada.person.post(`prompt-studio/${tool_id}/sync-prompts/`, {
    data: file,
    replaces_all: true,
  })
  const { body: projectAfter } = await ada.person.get(`prompt-studio/${tool_id}/`)

  for (const { status, body } of [importReply, syncReply]) {
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([
      { attr: expect.stringMatching(/^(?:file|data)$/), detail: expect.stringMatching(/masked/) },
    ])
  }
  expect(projectAfter.masking?.prompts ?? []).toEqual([])
})

test('a value that was seen is not challenged by a model that reads the text alone', async () => {
  const challenge = { enable_challenge: true, challenge_llm: seeingLlmId }
  const { run } = await project({ model_sees: 'text_and_pages' }, { fields: challenge })

  const { outputs, calls } = await run(['stamp'])

  expect(calls.length).toBe(1)
  expect(outputs).toMatchObject([{ output: answers.stamp, evidence_data: null }])
})

test('no call is made that cannot succeed, and a refused one is made once', async () => {
  const long = await drawPdf((drawing) => {
    for (let page = 2; page <= 25; page++) drawing.addPage().text(`Page ${page}`, 60, 60)
  })
  const all = { model_sees: 'pages', seen_pages: 'all', max_seen_pages: 20 }
  const tooLong = await project(all, { file: pdf(Buffer.from(long)) })
  const { outputs, calls } = await tooLong.run(['total'])
  expect(outputs[0]?.error).toMatch(/has 25 pages.*at most 20 may be/)
  expect(calls).toEqual([])

  const small = await ada.cannedLlm(model, 'Small window', {
    accepts_images: true,
    context_window: 3000,
  })
  const tooLarge = await project({ model_sees: 'text_and_pages', llm: small })
  const reply = await tooLarge.run(['total'])
  expect(reply.outputs[0]?.error).toMatch(/images of its pages take about \d+ tokens/)
  expect(reply.calls).toEqual([])

  const { run } = await project({ model_sees: 'text_and_pages' })
  for (const [status, message] of [
    [413, 'Request too large'],
    [400, 'image_url is only supported by certain models'],
  ] as const) {
    model.script({ status, message })
    const reply = await run(['total'])
    expect(reply.outputs[0]?.error).toContain(message)
    expect(reply.outputs[0]?.error).toContain('The request had 3 images of pages.')
    expect(reply.calls).toHaveLength(1)
  }
})
