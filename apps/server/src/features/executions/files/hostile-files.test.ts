import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTextCompute } from '../../../entry/process/build-context.ts'
import {
  amount,
  line,
  longPdf,
  longText,
  manyPages,
  orderNumber,
  packedText,
  repeatedValue,
  shortText,
  statement,
  table,
  wordyTable,
} from '../../../entry/testing/hostile-files.ts'
import { deployFields } from '../../../entry/testing/order-deployment.ts'
import { reply } from '../../../entry/testing/orders.ts'
import type { Compute, ComputeJob } from '../../../platform/compute/compute.ts'
import type { Person, TestFile } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'

const growing = new URL('../../answering/testing/growing-text-process.ts', import.meta.url)

let server: TestServer
let models: CannedModelServer
let ana: Person
let usual: Compute
/** How long and how much work may take; as usual unless a test says so. */
let narrow: Compute | undefined
let jobs: ComputeJob[]

beforeAll(async () => {
  models = await startCannedModelServer({ reply: (call) => reply(call) })
  usual = openTextCompute()
  const compute: Compute = {
    run(job) {
      jobs.push(job)
      return (narrow ?? usual).run(job)
    },
    close: async () => {},
  }
  server = await startServer({ worker: true, replace: { compute } })
  ana = server.as('admin')
  jobs = []
})
afterEach(async () => {
  await narrow?.close()
  narrow = undefined
  jobs = []
})
afterAll(async () => {
  await server?.close()
  await usual?.close()
  await models?.close()
})

let count = 0

/** A deployment with those prompts, and what becomes of each file that it is sent. */
async function deploy(prompts: readonly string[], isWithModel = true) {
  const name = `hostile-${++count}`
  const { path, key } = await deployFields(ana, {
    name,
    ...(isWithModel && { modelUrl: models.url }),
    fields: prompts.map((prompt, i) => ({ key: `answer_${i}`, prompt })),
    sample: { ...shortText(), field: 'file' },
  })
  return async (...files: readonly TestFile[]) => {
    const fields = { timeout: '120' }
    const headers = { authorization: `Bearer ${key}` }
    const { body } = await server.anonymous.upload(path, { files, fields }, { headers })
    const results = body.message.result as {
      readonly file: string
      readonly status: string
      readonly error: string | null
      readonly result: { readonly output: Readonly<Record<string, string>> } | null
    }[]
    return results.toSorted((a, b) => a.file.localeCompare(b.file))
  }
}

const askOrder = 'What is the order number?'
const askBalance = 'What is the closing balance?'
const askApproval = 'What is the approval?'
const longPrompt = `${askOrder} ${`${line} `.repeat(500)}`

describe('what is refused', () => {
  test('a small file that unpacks to very much text, while the others are read', async () => {
    const send = await deploy([askOrder])

    expect(await send(packedText(150_000_000), shortText())).toMatchObject([
      { file: 'order.txt', result: { output: { answer_0: orderNumber } } },
      { file: 'packed.docx', error: expect.stringContaining('unpacks to far more') },
    ])
  })

  test('a text of more pages than are read, with their number', async () => {
    const send = await deploy([askOrder])

    const [, many] = await send(shortText(), manyPages(5001))
    expect(many).toMatchObject({
      file: 'pages.txt',
      error: '“pages.txt” has more than 5000 pages; at most 5000 are read.',
    })
  })

  test.each([
    [
      { heapMegabytes: 24 },
      '“long.txt” needs too much memory: working on it took more than 24 MB.',
    ],
    [{ timeoutSeconds: 0.001 }, '“long.txt” took longer than 0.001 s to work on.'],
  ])('what takes more than %o alone, with the limit', async (limits, error) => {
    narrow = openTextCompute(limits)
    const send = await deploy([askOrder])
    const before = models.requests.length

    const [failed, other] = await send(longText(200), shortText())

    expect(failed).toMatchObject({ file: 'long.txt', status: 'Failed', error })
    expect(other).toMatchObject({
      status: 'Success',
      result: { output: { answer_0: orderNumber } },
    })
    expect(models.requests).toHaveLength(before + 1)
  })

  test('what wants more memory at once than there is, while the server goes on answering', async () => {
    narrow = openTextCompute({ heapMegabytes: 64, program: growing })
    const send = await deploy([askOrder])

    const [failed, long, short] = await send(
      longText(60, { name: 'grows.txt', first: 'Grow without end.' }),
      longText(60),
      shortText(),
    )

    expect(failed).toMatchObject({
      file: 'grows.txt',
      status: 'Failed',
      error: '“grows.txt” needs too much memory: working on it took more than 64 MB.',
    })
    for (const other of [long, short])
      expect(other).toMatchObject({
        status: 'Success',
        result: { output: { answer_0: orderNumber } },
      })
  })
})

describe('what is worked on in another process', () => {
  test.each([
    ['a long text', [askOrder], orderNumber, () => longText(60)],
    [
      'several prompts on a PDF',
      [askOrder, `${askOrder} Look twice.`],
      orderNumber,
      () => longPdf(20),
    ],
    ['one value that a statement is full of', [askBalance], amount, () => statement(40)],
    ['a table of many cells', [askOrder], orderNumber, () => table(20_000)],
    ['a table of many words', [askOrder], orderNumber, () => wordyTable(200_000)],
    ['a value at every place', [askApproval], 'granted', () => repeatedValue(8000)],
    ['a long prompt', [longPrompt], orderNumber, shortText],
  ])('%s', async (_, prompts, answer, file) => {
    const send = await deploy(prompts)

    const [item] = await send(await file())

    expect(item).toMatchObject({ status: 'Success' })
    expect(new Set(Object.values(item?.result?.output ?? {}))).toEqual(new Set([answer]))
    expect(jobs.map(({ operation }) => operation)).toContain('understand')
  })

  test('a long text without a model', async () => {
    const send = await deploy([askOrder], false)

    const [item] = await send(longText(60))

    expect(item?.result?.output).toEqual({ answer_0: orderNumber })
    expect(jobs.map(({ operation }) => operation)).toContain('answer')
  })
})
