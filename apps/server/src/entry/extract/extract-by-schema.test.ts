import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import { brokenPdf, sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openResultJournal } from './result-journal.ts'
import { type RunInFolder, runExtract } from './testing/run-extract.ts'

const schema = {
  type: 'object',
  required: ['invoice_number', 'total', 'buyer'],
  properties: {
    invoice_number: { type: 'string' },
    total: { type: 'number', description: 'Total to pay' },
    currency: { enum: ['EUR', 'GBP'] },
    buyer: {
      type: 'object',
      properties: { purchase_order: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    },
    lines: {
      type: 'array',
      items: {
        type: 'object',
        properties: { description: { type: 'string' }, amount: { type: 'number' } },
      },
    },
  },
}

let folder: string

const invoice = 'invoice.pdf'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-schema-'))
  const [sample] = await sampleInvoices()
  if (!sample) throw new Error('There is no sample.')
  await writeFile(join(folder, invoice), sample.file)
  await writeFile(join(folder, 'schema.json'), JSON.stringify(schema))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const extract: RunInFolder = (...options) => runExtract(folder, ...options)

test('values come in the shape of the schema, each with its evidence, without a model', async () => {
  const { code, output } = await extract([invoice, '--schema', 'schema.json', '--json'])

  expect(code).toBe(0)
  const [result] = JSON.parse(output)
  expect(result.values).toMatchObject({
    invoice_number: 'TR-2026-0417',
    total: 9926.4,
    currency: 'GBP',
    buyer: { purchase_order: null },
  })
  expect(result.fields['/total'].evidence).toMatchObject([{ page: 0, quote: '£9,926.40' }])
  expect(result.fields['/buyer/purchase_order']).toMatchObject({ confidence: null, evidence: [] })
})

test.for([
  ['{"type": "object"', 'is not JSON'],
  ['{"properties": {"a": {"$ref": "#/$defs/b"}}}', 'at “/properties/a” refers to “#/$defs/b”'],
] as const)('the schema %s is refused before anything is read', async ([content, reason]) => {
  await writeFile(join(folder, 'bad.json'), content)

  const { code, output, complaint } = await extract([invoice, '--schema', 'bad.json'])

  expect(code).toBe(2)
  expect(output).toBe('')
  expect(complaint).toContain(reason)
})

test.for([
  [['--schema', 'nowhere.json'], 'it does not exist'],
  [['--schema', 'schema.json', '--fields', 'fields.yaml'], 'either --schema or --fields'],
  [['--schema', 'schema.json', '--out', 'values.txt'], 'must end with .csv, .json or .jsonl'],
] as const)('%j is refused', async ([args, reason]) => {
  const { code, complaint } = await extract([invoice, ...args])

  expect(code).toBe(2)
  expect(complaint).toContain(reason)
})

test('results are written to a file, and a second run pays only for what failed', async () => {
  await using server = await startCannedModelServer({
    reply: ({ prompt }) => {
      if (prompt.includes('"rows"')) return '{"rows": [{"description": "=Doors", "amount": 12.5}]}'
      return prompt.includes('currency') ? 'GBP' : 'TR-2026-0417'
    },
  })
  const variables = { RECTO_LLM_URL: `${server.url}/v1`, RECTO_LLM_MODEL: 'canned' }
  const small = {
    properties: { currency: schema.properties.currency, lines: schema.properties.lines },
  }
  await writeFile(join(folder, 'small.json'), JSON.stringify(small))
  await writeFile(join(folder, 'second.pdf'), brokenPdf().file)
  const command = [invoice, 'second.pdf', '--schema', 'small.json', '--out', 'values.csv']
  const run = () => extract([...command, '--profile', 'openai-compatible'], variables)

  const first = await run()
  const callsOfFirst = server.requests.length
  await writeFile(join(folder, 'second.pdf'), await readFile(join(folder, invoice)))
  const second = await run()

  expect(first).toMatchObject({ code: 1, output: '' })
  expect(first.complaint).toContain('values.csv: 2 files, 1 of them failed. The same command tries')
  expect(second.code).toBe(0)
  expect(server.requests).toHaveLength(2 * callsOfFirst)
  const lines = '"[{""description"":""=Doors"",""amount"":12.5}]"'
  expect(await readFile(join(folder, 'values.csv'), 'utf8')).toBe(
    `file,currency,lines,error\r\n${invoice},GBP,${lines},\r\nsecond.pdf,GBP,${lines},\r\n`,
  )
  expect(await readdir(folder)).not.toContain('values.csv.partial')
})

test('half a line that a killed command left in the journal costs no other result', async () => {
  const outFile = join(folder, 'killed.jsonl')
  const result = { file: 'a.pdf', values: {} }
  await (await openResultJournal(outFile)).save('first', result)
  await appendFile(`${outFile}.partial`, '{"key": "cut')
  await (await openResultJournal(outFile)).save('second', result)

  const journal = await openResultJournal(outFile)

  expect([journal.find('first'), journal.find('second')]).toEqual([result, result])
})

test('a schema of an array has a row for each item, and formulas are harmless', async () => {
  await writeFile(join(folder, 'stock.csv'), 'Item;Pieces\n=1+1;4\nBolts;25\n')
  const items = {
    type: 'array',
    title: 'Items',
    items: {
      type: 'object',
      properties: { item: { type: 'string' }, pieces: { type: 'integer' } },
    },
  }
  await writeFile(join(folder, 'items.json'), JSON.stringify(items))

  const { code } = await extract(['stock.csv', '--schema', 'items.json', '--out', 'stock.out.csv'])

  expect(code).toBe(0)
  expect(await readFile(join(folder, 'stock.out.csv'), 'utf8')).toBe(
    "file,item,pieces,error\r\nstock.csv,'=1+1,4,\r\nstock.csv,Bolts,25,\r\n",
  )
})
