import process from 'node:process'
import type { DocumentText, Page } from '@recto/document-text/model'
import type { Reader } from '@recto/document-text/reader'
import { answerWithoutModel } from '@recto/extraction/answer-without-model'
import type { Question } from '@recto/provider-spec/answer'
import { measureGrowth } from '@recto/testkit/measure-growth'
import { makeDocuments } from '../field-documents/make-documents.ts'

const seed = 20_262
const prompts = [
  'invoice number',
  'date',
  'due date',
  'order number',
  'customer number',
  'seller name',
  'seller address',
  'customer name',
  'VAT number',
  'IBAN',
  'e-mail',
  'payment method',
]
const amountPrompts = ['total amount', 'net amount', 'VAT amount', 'amount paid']

const questions: readonly Question[] = [
  ...prompts.map((prompt): Question => ({ key: prompt, prompt, type: 'text' })),
  ...amountPrompts.map((prompt): Question => ({ key: prompt, prompt, type: 'number' })),
]

/** Prints the median processor time per prompt when 16 prompts are asked together, and how the time grows. */
export async function reportSpeed(reader: Reader): Promise<void> {
  const pages = await readPages(reader, 100)
  const measurePerPrompt = async (count: number) => {
    const document = toDocument(pages.slice(0, count))
    const times: number[] = []
    for (let run = 0; run < countRuns(count); run++)
      times.push(await measureCpu(document, questions))
    // The first half of the runs is dropped, because the code is not yet compiled then.
    const later = times.slice(times.length / 2).toSorted((a, b) => a - b)
    return Math.round((100 * (later[Math.floor(later.length / 2)] ?? 0)) / questions.length) / 100
  }
  const table: Record<string, number> = {}
  for (const count of [1, 10, 100]) table[`${count} pages`] = await measurePerPrompt(count)
  console.log('processor time per prompt in milliseconds, 16 prompts asked together')
  console.table(table)
  console.log('factor for four times as much input: 4 is linear, 16 quadratic, 1 too fast to tell')
  console.table(await growthOf(pages))
}

/** Short documents are measured more often, because workers answer them with code that has long been compiled. */
const countRuns = (pages: number): number => 10 + 400 / pages

async function growthOf(pages: readonly Page[]): Promise<Readonly<Record<string, number>>> {
  const repeatPages = (count: number) =>
    Array.from({ length: count }, (_, i) => pages[i % pages.length]!)
  const [page] = pages
  if (!page) throw new Error('There is no page to repeat.')
  const growths = {
    'pages, from 100': await measureGrowth(
      (count) => answerWithoutModel(toDocument(repeatPages(count)), questions),
      100,
    ),
    'prompts, from 400': await measureGrowth(
      (count) => answerWithoutModel(toDocument(pages.slice(0, 10)), numberedQuestions(count)),
      400,
    ),
    'occurrences on a page, from 3,000': await measureGrowth(
      (count) => answerWithoutModel(toDocument([repeatWords(page, count)]), questions),
      3000,
    ),
  }
  return Object.fromEntries(
    Object.entries(growths).map(([name, growth]) => [name, Math.round(10 * growth) / 10]),
  )
}

async function measureCpu(document: DocumentText, all: readonly Question[]): Promise<number> {
  const cpuBefore = process.cpuUsage()
  await answerWithoutModel(document, all)
  const { user, system } = process.cpuUsage(cpuBefore)
  return (user + system) / 1000
}

async function readPages(reader: Reader, count: number): Promise<readonly Page[]> {
  const pages: Page[] = []
  for (const document of makeDocuments('open', seed).slice(0, count)) {
    const { pages: read } = await reader.read(await document.draw(), { name: 'made.pdf' })
    pages.push(...read)
  }
  return pages
}

const toDocument = (pages: readonly Page[]): DocumentText => ({
  formatVersion: 2,
  pages: pages.map((page, number) => ({ ...page, number })),
})

/** Returns the questions repeatedly, under other keys and with a distinct word each. */
const numberedQuestions = (count: number): readonly Question[] =>
  Array.from({ length: count }, (_, i) => {
    const { key, prompt, type } = questions[i % questions.length]!
    return { key: `${key} ${i}`, prompt: `${prompt} of part ${i}`, type }
  })

/** Returns a page that contains words like `Total 12.50` `count` times, in four columns. */
function repeatWords(page: Page, count: number): Page {
  const step = 12
  const cells = Array.from({ length: count }, (_, i) => {
    const x = 40 + (i % 4) * 130
    const y = 40 + Math.floor(i / 4) * step
    const word = (text: string, from: number, to: number) => ({
      text,
      box: [x + from, y, x + to, y + 9] as const,
      confidence: 1,
      origin: 'native' as const,
    })
    return [word('Total', 0, 24), word(`${(i % 90) + 10}.50`, 60, 90)]
  })
  const rows = Array.from({ length: Math.ceil(count / 4) }, (_, i) =>
    cells.slice(4 * i, 4 * i + 4).flat(),
  )
  let start = 0
  const lines = rows.map((row) => {
    const first = row[0]!.box
    const last = row.at(-1)!.box
    const line = {
      box: [first[0], first[1], last[2], last[3]] as const,
      start,
      end: start + row.length,
    }
    start += row.length
    return line
  })
  return { ...page, height: 80 + rows.length * step, words: rows.flat(), lines }
}
