import type { DocumentText, Line, Word } from '@recto/document-text/model'
import { storeDocumentText } from '@recto/document-text/stored-text'
import { afterAll, expect, test } from 'vitest'
import { openTextCompute } from '../../../entry/process/build-context.ts'
import type { Compute, ComputeJob } from '../../../platform/compute/compute.ts'
import type { TextHandle } from '../../documents/documents.port.ts'
import { openText } from './open-text.ts'

const processes = openTextCompute()
afterAll(() => processes.close())

/** Records the jobs that are sent to other processes. */
function createCountingCompute(): { compute: Compute; jobs: ComputeJob[] } {
  const jobs: ComputeJob[] = []
  const run = (job: ComputeJob) => {
    jobs.push(job)
    return processes.run(job)
  }
  return { jobs, compute: { ...processes, run } }
}

/** Makes pages of lines with a few words each. */
function makeDocument(pages: number, line: string): DocumentText {
  const texts = line.split(' ')
  const page = (number: number) => {
    const words: Word[] = []
    const lines: Line[] = []
    for (let row = 0; row < 40; row++) {
      const top = 30 + row * 18
      const start = words.length
      for (const [i, text] of texts.entries()) {
        const box = [20 + i * 70, top, 80 + i * 70, top + 10] as const
        words.push({ text, box, confidence: 1, origin: 'native' })
      }
      lines.push({ start, end: words.length, box: [20, top, 20 + texts.length * 70, top + 10] })
    }
    return { number, width: 595, height: 842, rotation: 0 as const, words, lines }
  }
  return { formatVersion: 2, pages: Array.from({ length: pages }, (_, i) => page(i)) }
}

let count = 0

const toTextToOpen = (text: TextHandle) => ({ text, key: `test/${++count}`, name: 'a' })

const inMemoryText = (document: DocumentText) => toTextToOpen({ document })

/** A text in the file store. */
const storedText = (document: DocumentText) =>
  toTextToOpen({ load: async () => new TextEncoder().encode(storeDocumentText(document)) })

const question = { key: 'total', prompt: 'What is the total?', type: 'number' as const }

test('processes a small text in process and a large one in another process, with the same results', async () => {
  const inProcess = createCountingCompute()
  const outOfProcess = createCountingCompute()
  const smallText = await openText(inProcess, inMemoryText(makeDocument(1, 'Total: 12.50')))
  const largeText = await openText(outOfProcess, storedText(makeDocument(100, 'Total: 12.50')))
  const reply = { question, text: '12.50' }

  const parsedReply = await smallText.understand(reply)
  expect(parsedReply).toMatchObject({
    value: 12.5,
    evidence: [expect.objectContaining({ page: 0, quote: '12.50' })],
    confidence: {
      whole: expect.any(Number),
      parts: expect.any(Number),
      words: [[{ confidence: expect.any(String), text: '12.50' }]],
    },
  })
  // The confidence differs: in the long text the same value occurs a hundred times.
  if (!parsedReply || parsedReply === 'cut') throw new Error('The reply is whole.')
  const { value, evidence } = parsedReply
  expect(await largeText.understand(reply)).toMatchObject({ value, evidence })
  expect(largeText.pages).toHaveLength(100)
  expect(largeText.pages[0]?.height).toBe(smallText.pages[0]?.height)
  expect((await largeText.wholeText()).startsWith((await smallText.wholeText()).slice(0, 60))).toBe(
    true,
  )
  expect(await largeText.chunks({ size: 1000, overlap: 10 })).not.toHaveLength(1)
  expect(inProcess.jobs).toEqual([])
  expect(outOfProcess.jobs.map(({ operation }) => operation)).toContain('understand')
})

test('processes a small text with a long question in another process', async () => {
  const { compute, jobs } = createCountingCompute()
  const text = await openText({ compute }, inMemoryText(makeDocument(1, 'Total: 1')))
  const prompt = 'total '.repeat(170_000)

  const parsedReply = await text.understand({ question: { ...question, prompt }, text: '1' })

  expect(parsedReply).toMatchObject({ value: 1, evidence: [{ page: 0, quote: '1' }] })
  expect(jobs).toHaveLength(1)
})

test('answers with the built-in extractor in another process and embeds in this one', async () => {
  const { compute } = createCountingCompute()
  const text = await openText({ compute }, storedText(makeDocument(100, 'Gadgetry: Hamburg')))
  const embedded: (readonly string[])[] = []
  const embed = async (texts: readonly string[]) => {
    embedded.push(texts)
    return texts.map(() => [1, 0])
  }

  const answers = await text.answerByBuiltInExtractor(
    [{ key: 'gizmo', prompt: 'Which gizmo?', type: 'text' }],
    embed,
  )

  expect(answers).toMatchObject([{ key: 'gizmo', value: 'Hamburg' }])
  expect(embedded).toHaveLength(1)
})

test('stops cancelled work and frees its process', async () => {
  const { compute } = createCountingCompute()
  const controller = new AbortController()
  const reason = new Error('The file was cancelled.')
  const textToOpen = storedText(makeDocument(417, 'Sum 7 7 7 7 7 7'))
  const cancelledText = await openText({ compute }, { ...textToOpen, signal: controller.signal })
  const otherText = await openText({ compute }, storedText(makeDocument(100, 'Total: 1')))

  const pending = cancelledText.understand({ question, text: '7' })
  controller.abort(reason)

  await expect(pending).rejects.toBe(reason)
  await expect(cancelledText.wholeText()).rejects.toBe(reason)
  expect(await otherText.understand({ question, text: '1' })).toMatchObject({ value: 1 })
})

test('finds a value that occurs 100,000 times at one of its positions', async () => {
  const { compute } = createCountingCompute()
  const text = await openText({ compute }, storedText(makeDocument(417, 'Sum 7 7 7 7 7 7')))

  const parsedReply = await text.understand({ question, text: '7' })

  expect(parsedReply).toMatchObject({ value: 7, evidence: [{ quote: '7', match: 'exact' }] })
})
