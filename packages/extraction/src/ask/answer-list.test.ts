import type { DocumentText } from '@recto/document-text/model'
import { omitUndefined } from '@recto/omit-undefined'
import type { Evidence, Json, ListSettings, ListType } from '@recto/provider-spec/answer'
import type { LlmReply } from '@recto/provider-spec/llm'
import {
  type Carelessness,
  carelessListModel,
  compareList,
} from '@recto/testkit/careless-list-model'
import {
  bankStatement,
  type ListSample,
  longInvoice,
  wrappedTable,
} from '@recto/testkit/list-samples'
import { describe, expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerList, wholeDocumentSettings } from './answer-list.ts'
import { listOperations } from './list-work.ts'
import type { LlmCall } from './llm-call.ts'

const instructions = { preamble: 'Read well.', postamble: 'Be brief.', grammar: [] }
const usage = { inputTokens: 1, outputTokens: 1 }

type ScriptedReply = Pick<LlmReply, 'text' | 'stoppedBy'>
type AskOptions = {
  readonly document: DocumentText
  readonly say: (prompt: string, call: LlmCall) => ScriptedReply
  readonly type?: ListType
  readonly prompt?: string
  readonly contextWindow?: number
  readonly list?: Partial<ListSettings>
}

async function ask(questionOptions: AskOptions) {
  const {
    document,
    say,
    type = 'line-item',
    prompt = 'List the rows.',
    contextWindow = 8000,
    list,
  } = questionOptions
  const requestedCalls: LlmCall[] = []
  const answer = await answerList({
    work: {
      wholeText: async () => '',
      listWindows: async (plan) => listOperations.listWindows(document, plan),
      readRows: async (reply) => listOperations.readRows(document, reply),
      mergeList: async (list) => listOperations.mergeList(document, list),
    },
    question: {
      key: 'rows',
      prompt,
      type,
      ...omitUndefined({ list: list && { ...wholeDocumentSettings, ...list } }),
    },
    instructions,
    contextWindow,
    async askModel(call: LlmCall) {
      requestedCalls.push(call)
      return { ...say(call.prompt, call), usage, model: 'canned' }
    },
  })
  if (!answer.report) throw new Error('A list has a report.')
  return {
    ...answer,
    report: answer.report,
    asked: requestedCalls,
    steps: requestedCalls.map(({ step }) => step),
  }
}

async function read(sample: ListSample, care: Carelessness, contextWindow = 8000) {
  const result = await ask({
    document: monospacedDocument(...sample.pages),
    say: carelessListModel(sample, care),
    prompt: sample.prompt,
    contextWindow,
  })
  const rows = (result.value ?? []) as readonly Json[]
  return { ...result, rows, ...compareList(sample, rows) }
}

const plain = (line: string | undefined) => (line ?? '').replace(/\s+/g, ' ').trim()
const samples = [bankStatement(400), longInvoice(8), wrappedTable(80)]
const careless = {
  drops: 0.04,
  gaps: 0.2,
  doubles: 0.05,
  restarts: 0.2,
  maxLetters: 4000,
  renumbers: true,
  extras: 0.3,
  prose: 0.05,
}

describe.each(samples)('[PS-242] $name', (sample) => {
  test('is read whole by a careful model', async () => {
    const {
      recall,
      precision,
      report,
      missing: missingRows,
      confidence,
    } = await read(sample, { seed: 1 })

    expect({ missing: missingRows, recall, precision }).toEqual({
      missing: [],
      recall: 1,
      precision: 1,
    })
    expect(report.warnings).toEqual([])
    expect(report.rows).toBe(sample.rows.length)
    expect(confidence?.whole).toBeGreaterThan(0.6)
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'is read whole by a careless one, or says which rows it lacks (%i)',
    async (seed) => {
      const {
        rows,
        precision,
        missing: missingRows,
        report,
        steps,
      } = await read(sample, { ...careless, seed })

      expect(precision).toBe(1)
      expect(report.rows).toBe(rows.length)
      expect(report.missingCount).toBe(missingRows.length)
      expect(sample.rows.length - rows.length).toBe(missingRows.length)
      expect(new Set(steps).size).toBe(steps.length)
    },
  )

  test('names the rows that a model never gives', async () => {
    const blindTo = [0, 17, 18, 19, sample.rows.length - 1]
    const { rows, precision, report } = await read(sample, { seed: 1, blindTo })

    const missingTexts = report.missing.map(({ text }) => text)
    expect(missingTexts).toEqual(blindTo.map((index) => plain(sample.rows[index]?.lines[0])))
    expect(report.warnings[0]).toContain('5 lines of the document look like rows of the list')
    expect(rows).toHaveLength(sample.rows.length - 5)
    expect(precision).toBe(1)
  })

  test('is read whole with a context of 4,000 tokens, in parts that fit', async () => {
    const {
      recall,
      precision,
      asked: requestedCalls,
    } = await read(sample, { seed: 3, drops: 0.02 }, 4000)

    expect({ recall, precision }).toEqual({ recall: 1, precision: 1 })
    expect(Math.max(...requestedCalls.map(({ prompt }) => prompt.length / 3))).toBeLessThan(3000)
  })
})

describe('the same rows', () => {
  const statement = monospacedDocument(`
Date         Text            Amount
01.03.2025   Coffee            3.50
01.03.2025   Coffee            3.50
02.03.2025   Tea               2.00
`)
  const coffee = { date: '01.03.2025', text: 'Coffee', amount: 3.5 }
  const tea = { date: '02.03.2025', text: 'Tea', amount: 2 }
  const replyWith =
    (...rows: readonly object[]) =>
    () => ({
      text: JSON.stringify({ rows }),
      stoppedBy: 'end' as const,
    })

  test.each([
    ['two of them on two lines are two rows', [coffee, coffee, tea], 0],
    ['three of them on two lines are two rows', [coffee, coffee, tea, coffee], 1],
    ['in another order they stand as in the document', [tea, coffee, coffee], 0],
  ])('%s', async (_, rows, doubledCount) => {
    const { value, report } = await ask({ document: statement, say: replyWith(...rows) })

    expect(value).toEqual([coffee, coffee, tea])
    expect(report).toMatchObject({ doubled: doubledCount, missingCount: 0, warnings: [] })
  })

  test('one of them on two lines leaves one that is named', async () => {
    const { value, report, steps } = await ask({
      document: statement,
      say: (prompt) => replyWith(...(prompt.includes('left out') ? [] : [coffee, tea]))(),
    })

    expect(value).toEqual([coffee, tea])
    expect(report.missing).toEqual([{ page: 0, text: '01.03.2025 Coffee 3.50' }])
    expect(steps).toEqual(['rows/rows-1', 'rows/left-out-1-1'])
  })

  test('each has its own places', async () => {
    const { evidence } = await ask({ document: statement, say: replyWith(coffee, coffee, tea) })

    const places = evidence as unknown as readonly Record<string, readonly Evidence[]>[]
    const tops = places.map((row) => Object.values(row).map(([one]) => one?.boxes[0]?.[1]))
    expect(new Set(tops.map((row) => new Set(row).size))).toEqual(new Set([1]))
    expect(new Set(tops.flat()).size).toBe(3)
    expect(places[2]?.text).toMatchObject([{ page: 0, quote: 'Tea', match: 'exact' }])
    expect(places[2]?.amount).toMatchObject([{ quote: '2.00', match: 'normalised' }])
  })

  test('[PS-342] a table has headers and rows', async () => {
    const table = await ask({
      document: statement,
      say: replyWith(coffee, coffee, tea),
      type: 'table',
    })
    const namedResult = await ask({
      document: statement,
      say: replyWith(coffee, coffee, tea),
      type: 'table',
      list: { headers: ['date', 'amount', 'payer'] },
    })

    expect(table.value).toEqual({
      column_headers: ['date', 'text', 'amount'],
      rows: [coffee, coffee, tea],
    })
    expect(namedResult.value).toMatchObject({ column_headers: ['date', 'amount', 'payer', 'text'] })
    expect(namedResult.asked[0]?.schema?.json).toMatchObject({
      properties: { rows: { items: { required: ['date', 'amount', 'payer'] } } },
    })
  })
})

test('a row that goes on over a page, under headers and carried sums, is one row with all its places', async () => {
  const document = monospacedDocument(
    `
Fabrikam     Page 1 of 2
Article                 Amount
Bolts                     4.00
Panel                   100.00
Carried forward         104.00
`,
    `
Fabrikam     Page 2 of 2
Article                 Amount
Carried forward         104.00
with frame
Gloves                    6.00
Total                   110.00
`,
  )
  const rows = [
    { article: 'Bolts', amount: 4 },
    { article: 'Panel with frame', amount: 100 },
    { article: 'Carried forward', amount: 104 },
    { article: 'Article', amount: 'Amount' },
    { article: 'Gloves', amount: 6 },
    { article: 'Total', amount: 110 },
  ]
  const say = () => ({ text: JSON.stringify(rows), stoppedBy: 'end' as const })
  const { value, evidence, report } = await ask({ document, say })

  expect(value).toEqual([rows[0], rows[1], rows[4]])
  expect(report.totals).toEqual([{ column: 'amount', sum: 110, stated: [110], agrees: true }])
  expect(report.warnings).toEqual([])
  const places = evidence as unknown as readonly Record<string, readonly Evidence[]>[]
  expect(places[1]?.article).toMatchObject([
    { page: 0, quote: 'Panel' },
    { page: 1, quote: 'with frame' },
  ])
})

test('a row of which only the first line was given is asked for again', async () => {
  const document = monospacedDocument(`
Bolts           4.00
with nuts
Panel         100.00
with frame
Gloves          6.00
of leather
`)
  const row = (article: string, amount: number) => ({ article, amount })
  const first = [row('Bolts with nuts', 4), row('Panel', 100), row('Gloves of leather', 6)]
  const rows = (prompt: string) =>
    prompt.includes('left out') ? [row('Panel with frame', 100)] : first
  const say = (prompt: string) => ({
    text: JSON.stringify(rows(prompt)),
    stoppedBy: 'end' as const,
  })
  const repeatedResult = await ask({ document, say })
  const failedResult = await ask({ document, say: () => say('') })

  expect(repeatedResult.value).toEqual([first[0], row('Panel with frame', 100), first[2]])
  expect(repeatedResult.report.warnings).toEqual([])
  expect(failedResult.value).toEqual(first)
  expect(failedResult.report.warnings).toEqual([
    '1 of the rows may continue in lines that were not read.',
  ])
})

test('rows that do not add up to the total of the document are told', async () => {
  const document = monospacedDocument('Bolts   4.00\nGloves   6.00\nTotal   12.00')
  const rows = [
    { article: 'Bolts', amount: 4 },
    { article: 'Gloves', amount: 6 },
  ]
  const say = () => ({ text: JSON.stringify(rows), stoppedBy: 'end' as const })
  const { report } = await ask({ document, say })

  expect(report.warnings).toEqual(['The rows of “amount” add up to 10; the document states 12.'])
})

describe('what a model says instead of rows', () => {
  const document = monospacedDocument('Bolts   4   4.00\nGloves   6   6.00')
  const end = 'end' as const

  test.each<[string, ScriptedReply, string]>([
    [
      'prose, twice',
      { text: 'There are many.', stoppedBy: end },
      'The model did not return a list of rows for “rows”: “There are many.”',
    ],
    [
      'a number',
      { text: '12', stoppedBy: end },
      'The model did not return a list of rows for “rows”: “12”',
    ],
    [
      'a refusal',
      { text: 'I will not.', stoppedBy: 'filter' },
      'The model refused to answer “rows”: “I will not.”',
    ],
  ])('%s is a failure that names the field', async (_, reply, message) => {
    await expect(ask({ document, say: () => reply })).rejects.toThrow(message)
  })

  test.each(['NA', '[]', '{"rows": []}'])('%s is no list, and null', async (text) => {
    const { value, evidence, steps } = await ask({
      document,
      say: () => ({ text, stoppedBy: end }),
    })

    expect([value, evidence]).toEqual([null, null])
    expect(steps).toEqual(['rows/rows-1'])
  })

  test('no rows where the document has lines that look like rows is told', async () => {
    const { value, report } = await ask({
      document: monospacedDocument(bankStatement(30).pages[0] ?? ''),
      say: () => ({ text: '[]', stoppedBy: end }),
    })

    expect(value).toBeNull()
    expect(report.warnings).toEqual([
      'The model found no rows, although 30 lines of the document look like rows of a table.',
    ])
  })

  test('an empty document costs no call', async () => {
    const result = await ask({
      document: monospacedDocument('', ''),
      say: () => ({ text: '', stoppedBy: end }),
    })

    expect(result.steps).toEqual([])
    expect(result.value).toBeNull()
  })

  test('replies that are always cut before their first row are a failure', async () => {
    const requestedCalls: LlmCall[] = []
    const say = (_: string, call: LlmCall) => {
      requestedCalls.push(call)
      return { text: '', stoppedBy: 'length' as const }
    }
    await expect(ask({ document, say, list: { headers: ['article'] } })).rejects.toThrow(
      'The output limit of the model is too low for a row of “rows”.',
    )
    // Without the schema it might at least have handed over what there was.
    expect(requestedCalls.map(({ schema }) => schema !== undefined)).toEqual([true, false])
  })

  test('replies that are cut without end are no endless calls', async () => {
    const say = () => ({
      text: '{"rows": [{"article": "Bolts", "amount": 4}, {"article": "Gl',
      stoppedBy: 'length' as const,
    })
    const { steps } = await ask({ document, say })

    expect(steps.length).toBeLessThan(10)
  })
})

test('[PS-341] only so many pages are read where there is a bound, and that is told', async () => {
  const sample = bankStatement(200)
  const document = monospacedDocument(...sample.pages)
  const say = carelessListModel(sample, { seed: 1 })
  const boundedResult = await ask({ document, say, list: { maxPages: 2 } })
  const rangedResult = await ask({
    document,
    say,
    list: { startPage: 2, endPage: 3, maxPages: 10 },
  })

  expect(boundedResult.report).toMatchObject({ pages: [0, 1], missingCount: 0 })
  expect(boundedResult.report.warnings).toEqual(['Only the first 2 pages were read.'])
  expect(rangedResult.report).toMatchObject({ pages: [1, 2], warnings: [] })
})

test('by headers only the pages are read on which they stand', async () => {
  const sample = bankStatement(100)
  const document = monospacedDocument('Dear customer', ...sample.pages, 'Yours, the bank')
  const say = carelessListModel(sample, { seed: 1 })
  const headers = ['Date', 'Description', 'Amount', 'Balance']
  const { report, value } = await ask({
    document,
    say,
    list: { headers, isByHeaders: true },
    type: 'table',
  })

  expect(report.pages).toEqual([1, sample.pages.length])
  expect(value).toMatchObject({ column_headers: headers })
})
