import { drawPdf } from '@recto/document-reader/testing/draw-pdf'
import { pictureOfPdf } from '@recto/document-reader/testing/draw-text-image'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

type Body = Readonly<Record<string, unknown>>
type Call = NonNullable<CannedModelServer['requests'][number]['call']>

let server: TestServer
let model: CannedModelServer
let ada: Studio
let seeing: string
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
  seeing = await ada.cannedLlm(model, 'Seeing model', { accepts_images: true })
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
    profile: { llm: seeing, chunk_size: 0, ...profile },
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
  const proof = keys.filter((key) => byKey[key]?.evidence)
  expect(proof).toEqual(['total', 'number'])
  for (const key of ['stamp', 'lie', 'lying_number', 'signed']) {
    expect(byKey[key], key).toMatchObject({
      evidence: null,
      confidence: 0.3,
      explanation: 'Seen on the page by the model, but not found in the text that was read of it.',
    })
  }
})

test('a model that sees pages only gets no text, and only these pages are proof', async () => {
  const { run } = await project({ model_sees: 'pages', max_seen_pages: 1 })

  const { outputs, calls } = await run(['total', 'stamp'])

  expect(calls.map(({ images }) => images.length)).toEqual([1, 1])
  expect(calls.filter(({ prompt }) => prompt.includes('1,234.50'))).toEqual([])
  expect(outputs.map(({ evidence }) => evidence !== null)).toEqual([true, false])
})

test('a scan without a word is shown and asked about', async () => {
  const blank = await drawPdf((drawing) => {
    drawing.polygon([100, 100], [300, 100], [200, 300]).fill('violet')
  })
  const image = await pictureOfPdf(blank, 60)
  const { width, height, channels, pixels } = image
  const content = await sharp(pixels, { raw: { width, height, channels } }).jpeg().toBuffer()
  const file = { name: 'stamp.jpg', content, type: 'image/jpeg' }
  const { run } = await project({ model_sees: 'text_and_pages' }, { file })

  const { outputs, calls } = await run(['stamp'])

  expect(calls.map(({ images }) => images.length)).toEqual([1])
  expect(outputs).toMatchObject([{ output: answers.stamp, evidence: null }])
})
