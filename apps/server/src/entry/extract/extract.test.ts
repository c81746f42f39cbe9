import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import {
  blankPdf,
  brokenPdf,
  emptyFile,
  encryptedPdf,
  jpegCalledPdf,
  sampleInvoices,
} from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatTable } from './format-table.ts'
import { showProgress } from './show-progress.ts'
import { type RunInFolder, runExtract } from './testing/run-extract.ts'

let folder: string
let invoice: string
let truth: Readonly<Record<string, unknown>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-extract-'))
  const [joinery] = await sampleInvoices()
  if (!joinery) throw new Error('There is no sample.')
  ;({ name: invoice } = joinery)
  truth = { ...joinery.expected }
  const samples = [joinery, await encryptedPdf('sesame'), await blankPdf()]
  await writeFile(join(folder, 'letters.zip'), Buffer.from('PK\x03\x04 and so on', 'latin1'))
  await writeFile(join(folder, 'order.csv'), 'Order number;Total\nA-1234;99.50\n')
  for (const { name, file } of [...samples, brokenPdf(), emptyFile(), jpegCalledPdf()]) {
    await writeFile(join(folder, name), file)
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const extract: RunInFolder = (...options) => runExtract(folder, ...options)

async function fieldsFile(name: string, content: string): Promise<string> {
  await writeFile(join(folder, name), content)
  return name
}

describe('a wrong command', () => {
  test.for([
    [[], 'Specify at least one file.'],
    [['a.pdf', '--fast'], '--fast'],
    [['a.pdf', '--json', '--table'], 'either --json or --table'],
    [['a.pdf', '--profile', 'oracle'], 'must be builtin or openai-compatible'],
    [['a.pdf', '--profile', 'openai-compatible'], 'requires RECTO_LLM_URL'],
    [['a.pdf', '--fields', 'nowhere.yaml'], 'nowhere.yaml cannot be read: it does not exist.'],
  ] as const)('%j is explained and read nothing', async ([args, reason]) => {
    const { code, output, complaint } = await extract(args)

    expect(code).toBe(2)
    expect(output).toBe('')
    expect(complaint).toContain(reason)
    expect(complaint).toContain('--help')
  })

  test('with an invalid URL names the variable', async () => {
    const { code, complaint } = await extract([invoice, '--profile', 'openai-compatible'], {
      RECTO_LLM_URL: 'somewhere',
    })

    expect(code).toBe(2)
    expect(complaint).toContain('RECTO_LLM_URL must be an http or https address')
  })
})

describe('a fields file', () => {
  test.for([
    ['total: [', 1, ''],
    ['total: What is the total?\ntax:\n', 2, '“tax” must have a question after the colon.'],
    ['just words', 1, 'write “key: question” pairs'],
    ['', 1, 'write “key: question” pairs'],
    ['[]', 1, 'there are no fields.'],
    ['total: How much?\ntotal: How much then?\n', 2, 'unique'],
    ['- key: total\n  prompt: How much?\n  typ: number', 3, 'field 1 has “typ”'],
    ['- key: a\n  prompt: A?\n- prompt: B?', 3, 'field 2 must have a key.'],
    ['- key: a', 1, '“a” must have a prompt.'],
    ['- key: a\n  prompt: A?\n  type: amount', 3, 'the type of “a” must be text, number'],
    ['[{"key": "a", "prompt": "A?"},\n{"key": "a", "prompt": "B?"}]', 2, '“a” is used twice.'],
  ] as const)('%j is refused at its line', async ([content, line, reason]) => {
    const { readFields } = await import('./read-fields.ts')
    const path = join(folder, await fieldsFile('bad.yaml', content))

    const reading = readFields(path)

    await expect(reading).rejects.toThrow(`${path}, line ${line}: `)
    await expect(reading).rejects.toThrow(reason)
  })
})

test('prints help on request', async () => {
  const { code, output } = await extract(['--help'])

  expect(code).toBe(0)
  expect(output).toContain('npm run extract -- FILE...')
})

test('explains why files cannot be read, and reads the others', async () => {
  const fields = await fieldsFile('total.json', '{"total": "What is the total to pay?"}')
  const bad = ['nowhere.pdf', '.', 'broken.pdf', 'empty.pdf', 'photo.pdf', 'letters.zip']

  const run = await extract([...bad, 'encrypted.pdf', invoice, '--fields', fields, '--json'])

  expect(run.code).toBe(1)
  const output = JSON.parse(run.output)
  expect(
    output.map((one: { file: string; error?: { code: string } }) => [one.file, one.error?.code]),
  ).toEqual([
    ['nowhere.pdf', 'not-found'],
    ['.', 'not-a-file'],
    ['broken.pdf', 'broken-file'],
    ['empty.pdf', 'empty-file'],
    ['photo.pdf', 'type-mismatch'],
    ['letters.zip', 'unsupported-type'],
    ['encrypted.pdf', 'password-needed'],
    [invoice, undefined],
  ])
  expect(output.at(-2).error.message).toContain('--password')
  expect(output.at(-1).values.total.value).toBe('9,926.40')
})

test('reads a CSV file like a PDF', async () => {
  const fields = await fieldsFile('order.yaml', 'order_number: What is the order number?')

  const { code, output } = await extract(['order.csv', '--fields', fields])

  expect(code).toBe(0)
  expect(JSON.parse(output)).toMatchObject([
    { file: 'order.csv', values: { order_number: { value: 'A-1234' } } },
  ])
})

test('prints progress page by page at a terminal, and at intervals elsewhere', () => {
  const progressLines = (isTerminal: boolean) => {
    let outputText = ''
    let now = 0
    const write = (text: string) => {
      outputText += text
    }
    const progress = showProgress({ isTerminal, write, now: () => now })
    for (const page of [1, 2, 3]) {
      now += 6000
      progress.show('a\tscan.pdf', page, 3)
    }
    progress.clear()
    return outputText
  }

  expect(progressLines(true)).toBe(
    '\r\x1b[Ka scan.pdf: page 1 of 3\r\x1b[Ka scan.pdf: page 2 of 3\r\x1b[Ka scan.pdf: page 3 of 3\r\x1b[K',
  )
  expect(progressLines(false)).toBe('a scan.pdf: page 2 of 3\n')
})

test('opens a protected document with the right password only', async () => {
  const fields = await fieldsFile('letter.yaml', 'subject: What is the letter about?')

  const rightPassword = await extract(['encrypted.pdf', '--fields', fields, '--password', 'sesame'])
  const wrongPassword = await extract(['encrypted.pdf', '--fields', fields, '--password', 'simsim'])

  expect(rightPassword.code).toBe(0)
  expect(JSON.parse(rightPassword.output)).toMatchObject([{ file: 'encrypted.pdf', values: {} }])
  expect(wrongPassword.code).toBe(1)
  expect(JSON.parse(wrongPassword.output)).toMatchObject([{ error: { code: 'password-wrong' } }])
})

test('answers typed fields without a model, each value with its evidence', async () => {
  const fields = await fieldsFile(
    'fields.yaml',
    `- { key: invoice_number, prompt: What is the invoice number? }
- { key: issue_date, prompt: On which date was the invoice issued?, type: date }
- { key: total, prompt: What is the total to pay?, type: number }
- { key: purchase_order, prompt: What is the number of the purchase order? }
`,
  )

  const { code, output } = await extract([invoice, '--fields', fields])

  expect(code).toBe(0)
  const { invoice_number, issue_date, total } = truth
  const place = (quote: string) => [
    { page: 0, boxes: [Array(4).fill(expect.any(Number))], quote, match: expect.any(String) },
  ]
  expect(JSON.parse(output)).toEqual([
    {
      file: invoice,
      values: {
        invoice_number: { value: invoice_number, evidence: place('TR-2026-0417') },
        issue_date: { value: issue_date, evidence: place('14 March 2026') },
        total: { value: total, evidence: place('£9,926.40') },
        purchase_order: { value: null, evidence: null },
      },
    },
  ])
})

test('explains on request how each value was found or why it is missing', async () => {
  const fields = await fieldsFile(
    'why.yaml',
    `- { key: total, prompt: What is the total to pay?, type: number }
- { key: colour, prompt: What is the favourite colour? }
`,
  )

  const json = await extract([invoice, '--fields', fields, '--explain'])
  const table = await extract([invoice, '--fields', fields, '--explain', '--table'])

  const { total, colour } = JSON.parse(json.output)[0].values
  expect(total.explanation).toMatch(
    /^Found .* the label “.*” on page 1; by .* = 9,926\.40 \(total\)\.$/,
  )
  expect(colour).toEqual({
    value: null,
    evidence: null,
    explanation: 'The document has no matching label.',
  })
  expect(table.output).toContain(`    ${total.explanation}\n  colour`)
  expect(table.output).toMatch(/^ {4}The document has no matching label\.$/m)
})

test('proposes fields if none are given, and prints a table with page and quote', async () => {
  const { code, output } = await extract([invoice, 'blank.pdf', '--table'])

  expect(code).toBe(1)
  expect(output).toMatch(/^ {2}Key +Value +Page +Quote$/m)
  expect(output).toMatch(/^ {2}invoice_number +TR-2026-0417 +1 +TR-2026-0417$/m)
  expect(output).toMatch(/^ {2}due_date +2026-04-13 +1 +13 April 2026$/m)
  expect(output).toMatch(/^blank\.pdf\n {2}\S/m)
})

test('resolves file names against the folder of npm’s caller', async () => {
  const { code } = await extract([`../${invoice}`, '--json'], {
    npm_lifecycle_event: 'extract',
    INIT_CWD: join(folder, 'below'),
  })

  expect(code).toBe(0)
})

describe('an OpenAI-compatible server', () => {
  const fields = () =>
    fieldsFile('two.yaml', 'invoice_number: What is the invoice number?\nclerk: Who signed?\n')
  const command = async () => [
    invoice,
    '--fields',
    await fields(),
    '--profile',
    'openai-compatible',
  ]

  test('answers the questions; invented values have no evidence', async () => {
    await using server = await startCannedModelServer({
      apiKey: 'sk-mine',
      reply: ({ prompt }) => (prompt.includes('Who signed?') ? 'Nobody' : 'TR-2026-0417'),
    })
    server.script({ status: 429, retryAfterSeconds: 0 })

    const { code, output } = await extract(await command(), {
      RECTO_LLM_URL: `${server.url}/v1`,
      RECTO_LLM_KEY: 'sk-mine',
      RECTO_LLM_MODEL: 'canned',
    })

    expect(code).toBe(0)
    expect(JSON.parse(output)[0].values).toMatchObject({
      invoice_number: { value: 'TR-2026-0417', evidence: [{ page: 0, quote: 'TR-2026-0417' }] },
      clerk: { value: 'Nobody', evidence: null },
    })
    expect(server.requests.map(({ call }) => call?.model)).toEqual(['canned', 'canned', 'canned'])
  })

  test('that rejects the key fails the file, without printing the key', async () => {
    await using server = await startCannedModelServer({ apiKey: 'sk-mine' })

    const { code, output, complaint } = await extract(await command(), {
      RECTO_LLM_URL: `${server.url}/v1`,
      RECTO_LLM_KEY: 'sk-yours',
    })

    expect(code).toBe(1)
    expect(JSON.parse(output)).toMatchObject([{ error: { code: 'unauthorised' } }])
    expect(output + complaint).not.toContain('sk-yours')
  })
})

test('fits the table to the terminal, and document text cannot control it', () => {
  const evidence = [{ page: 2, boxes: [], quote: 'long '.repeat(40), match: 'exact' as const }]
  const table = formatTable(
    {
      file: 'a\u001b[2Jb.pdf',
      values: {
        long: { value: 'x', evidence, explanation: `Found ${'beside '.repeat(40)}` },
        note: { value: `red \u001b[31m\u202e${'word '.repeat(30)}`, evidence },
        parts: { value: { list: [1, null] }, evidence: { list: [evidence, null] } },
      },
    },
    80,
  )

  expect(table).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u)
  expect(Math.max(...table.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  expect(table).toMatch(/^ {2}parts +\{"list":\[1,null\]\} +3 +long/m)
})
