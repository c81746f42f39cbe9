import type { DocumentText, Line, Word } from '@recto/document-text/model'
import { storeDocumentText } from '@recto/document-text/stored-text'
import { afterAll, expect, test } from 'vitest'
import { openTextCompute } from '../../../entry/process/build-context.ts'
import type { Compute, ComputeJob } from '../../../platform/compute/compute.ts'
import type { TextInHand } from '../../documents/documents.port.ts'
import { openText } from './open-text.ts'

const processes = openTextCompute()
afterAll(() => processes.close())

/** Counts what is left to the processes. */
function counting(): { compute: Compute; jobs: ComputeJob[] } {
  const jobs: ComputeJob[] = []
  const run = (job: ComputeJob) => {
    jobs.push(job)
    return processes.run(job)
  }
  return { jobs, compute: { ...processes, run } }
}

/** Pages of lines, each of a few words. */
function documentOf(pages: number, line: string): DocumentText {
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

const named = (text: TextInHand) => ({ text, key: `test/${++count}`, name: 'a' })

const small = (document: DocumentText) => named({ document })

/** As it lies in the file store. */
const large = (document: DocumentText) =>
  named({ load: async () => new TextEncoder().encode(storeDocumentText(document)) })

const question = { key: 'total', prompt: 'What is the total?', type: 'number' as const }

test('a small text is worked on here, a large one in another process, with the same results', async () => {
  const [none, some] = [counting(), counting()]
  const here = await openText(none, small(documentOf(1, 'Total: 12.50')))
  const there = await openText(some, large(documentOf(100, 'Total: 12.50')))
  const said = { question, text: '12.50' }

  const understood = await here.understand(said)
  expect(understood).toMatchObject({
    value: 12.5,
    evidence: [expect.objectContaining({ page: 0, quote: '12.50' })],
    confidence: {
      whole: expect.any(Number),
      parts: expect.any(Number),
      words: [[{ confidence: expect.any(String), text: '12.50' }]],
    },
  })
  // How sure it is differs: in the long text the same stands a hundred times.
  if (!understood || understood === 'cut') throw new Error('The reply is whole.')
  const { value, evidence } = understood
  expect(await there.understand(said)).toMatchObject({ value, evidence })
  expect(there.pages).toHaveLength(100)
  expect(there.pages[0]?.height).toBe(here.pages[0]?.height)
  expect((await there.wholeText()).startsWith((await here.wholeText()).slice(0, 60))).toBe(true)
  expect(await there.chunks({ size: 1000, overlap: 10 })).not.toHaveLength(1)
  expect(none.jobs).toEqual([])
  expect(some.jobs.map(({ operation }) => operation)).toContain('understand')
})

test('a small text with a long question goes to another process too', async () => {
  const { compute, jobs } = counting()
  const text = await openText({ compute }, small(documentOf(1, 'Total: 1')))
  const prompt = 'total '.repeat(170_000)

  const understood = await text.understand({ question: { ...question, prompt }, text: '1' })

  expect(understood).toMatchObject({ value: 1, evidence: [{ page: 0, quote: '1' }] })
  expect(jobs).toHaveLength(1)
})

test('the built-in extractor answers in another process and compares meanings here', async () => {
  const { compute } = counting()
  const text = await openText({ compute }, large(documentOf(100, 'Gadgetry: Hamburg')))
  const embedded: (readonly string[])[] = []
  const embed = async (texts: readonly string[]) => {
    embedded.push(texts)
    return texts.map(() => [1, 0])
  }

  const answers = await text.answerByLayout(
    [{ key: 'gizmo', prompt: 'Which gizmo?', type: 'text' }],
    embed,
  )

  expect(answers).toMatchObject([{ key: 'gizmo', value: 'Hamburg' }])
  expect(embedded).toHaveLength(1)
})

test('work that is cancelled ends, and leaves its process to others', async () => {
  const { compute } = counting()
  const controller = new AbortController()
  const reason = new Error('The file was cancelled.')
  const given = large(documentOf(417, 'Sum 7 7 7 7 7 7'))
  const cancelled = await openText({ compute }, { ...given, signal: controller.signal })
  const other = await openText({ compute }, large(documentOf(100, 'Total: 1')))

  const working = cancelled.understand({ question, text: '7' })
  controller.abort(reason)

  await expect(working).rejects.toBe(reason)
  await expect(cancelled.wholeText()).rejects.toBe(reason)
  expect(await other.understand({ question, text: '1' })).toMatchObject({ value: 1 })
})

test('a value that stands 100,000 times is found at one of its places', async () => {
  const { compute } = counting()
  const text = await openText({ compute }, large(documentOf(417, 'Sum 7 7 7 7 7 7')))

  const understood = await text.understand({ question, text: '7' })

  expect(understood).toMatchObject({ value: 7, evidence: [{ quote: '7', match: 'exact' }] })
})
