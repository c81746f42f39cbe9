import { omitUndefined } from '@recto/omit-undefined'
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

const growingProgram = new URL('../../answering/testing/growing-text-process.ts', import.meta.url)

let server: TestServer
let models: CannedModelServer
let ana: Person
let defaultCompute: Compute
/** Compute with tighter limits, if a test sets it. */
let limitedCompute: Compute | undefined
let jobs: ComputeJob[]

beforeAll(async () => {
  models = await startCannedModelServer({ reply: (call) => reply(call) })
  defaultCompute = openTextCompute()
  const compute: Compute = {
    run(job) {
      jobs.push(job)
      return (limitedCompute ?? defaultCompute).run(job)
    },
    close: async () => {},
  }
  server = await startServer({ worker: true, replace: { compute } })
  ana = server.as('admin')
  jobs = []
})
afterEach(async () => {
  await limitedCompute?.close()
  limitedCompute = undefined
  jobs = []
})
afterAll(async () => {
  await server?.close()
  await defaultCompute?.close()
  await models?.close()
})

let count = 0

/** Creates a deployment with the prompts and returns a function that sends files to it. */
async function deploy(prompts: readonly string[], isWithModel = true) {
  const name = `hostile-${++count}`
  const { path, key } = await deployFields(ana, {
    name,
    ...omitUndefined({ modelUrl: isWithModel ? models.url : undefined }),
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

describe('rejects', () => {
  test('a small file that unpacks to very much text, and reads the other files', async () => {
    const send = await deploy([askOrder])

    expect(await send(packedText(150_000_000), shortText())).toMatchObject([
      { file: 'order.txt', result: { output: { answer_0: orderNumber } } },
      { file: 'packed.docx', error: expect.stringContaining('far too large when unpacked') },
    ])
  })

  test('a text with more pages than the limit, and names the limit', async () => {
    const send = await deploy([askOrder])

    const [, rejectedFile] = await send(shortText(), manyPages(5001))
    expect(rejectedFile).toMatchObject({
      file: 'pages.txt',
      error: '“pages.txt” has more than 5000 pages; the limit is 5000.',
    })
  })

  test.each([
    [
      { heapMegabytes: 24 },
      '“long.txt” needs too much memory: processing it took more than 24 MB.',
    ],
    [{ timeoutSeconds: 0.001 }, '“long.txt” took longer than 0.001 s to process.'],
  ])('only the file that exceeds %o, and names the limit', async (limits, error) => {
    limitedCompute = openTextCompute(limits)
    const send = await deploy([askOrder])
    const previousRequestCount = models.requests.length

    const [failedFile, otherFile] = await send(longText(200), shortText())

    expect(failedFile).toMatchObject({ file: 'long.txt', status: 'Failed', error })
    expect(otherFile).toMatchObject({
      status: 'Success',
      result: { output: { answer_0: orderNumber } },
    })
    expect(models.requests).toHaveLength(previousRequestCount + 1)
  })

  test('a file that suddenly needs too much memory, while the server keeps responding', async () => {
    limitedCompute = openTextCompute({ heapMegabytes: 64, program: growingProgram })
    const send = await deploy([askOrder])

    const [failedFile, longFile, shortFile] = await send(
      longText(60, { name: 'grows.txt', first: 'Grow without end.' }),
      longText(60),
      shortText(),
    )

    expect(failedFile).toMatchObject({
      file: 'grows.txt',
      status: 'Failed',
      error: '“grows.txt” needs too much memory: processing it took more than 64 MB.',
    })
    for (const otherFile of [longFile, shortFile])
      expect(otherFile).toMatchObject({
        status: 'Success',
        result: { output: { answer_0: orderNumber } },
      })
  })
})

describe('processes in another process', () => {
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
    ['a value on every line', [askApproval], 'granted', () => repeatedValue(8000)],
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
