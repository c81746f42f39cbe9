import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseExactJson } from '@recto/exact-json/parse-json'
import { hasDuckdb, readParquetWithDuckdb } from '@recto/testkit/read-parquet'
import { expect, test } from 'vitest'
import { parseFileDestination } from '../../workflows/workflows.port.ts'
import { buildRowFile, type RowFileInput } from './row-file.ts'

const digits = '20251234567890123456'
const outputs = [
  { name: 'total', type: 'number' },
  { name: 'number', type: 'number' },
  { name: 'is_paid', type: 'boolean' },
  { name: 'date', type: 'date' },
  { name: 'note', type: 'text' },
  { name: 'lines', type: 'table', table_settings: { headers: ['Item', 'Amount', 'Missing'] } },
  { name: 'empty', type: 'table' },
  { name: 'file_path', type: 'text' },
]
const result = parseExactJson(`{
  "output": {
    "total": 119.5, "number": ${digits}, "is_paid": true, "date": "2026-12-02",
    "note": "=1+1, \\"a\\"\\nb", "empty": null, "file_path": "own",
    "lines": [
      {"Item": "x", "Amount": 1.5, "Code": "=2"},
      {"Item": null, "Amount": 2, "Code": "b"}
    ]
  },
  "evidence": {"total": {"page": 2}},
  "metadata": {"confidence": {"total": 0.9}}
}`)

const inputOf = (settings: Readonly<Record<string, unknown>>): RowFileInput => ({
  file: {
    id: 'f',
    execution_id: 'run',
    file_name: 'a.pdf',
    file_hash: 'h',
    file_path: 'in/a.pdf',
    waits: 0,
  },
  plan: { tool: { metadata: { outputs } } } as unknown as RowFileInput['plan'],
  settings: parseFileDestination({ outputFolder: 'out', ...settings }),
  result: result as RowFileInput['result'],
})

const textOf = (format: 'csv' | 'jsonl', settings: Readonly<Record<string, unknown>> = {}) =>
  new TextDecoder().decode(buildRowFile(format, inputOf(settings)))

test('JSON Lines have a line for each row, with all digits', () => {
  const [line = '', rest] = textOf('jsonl', { includeConfidence: true }).split('\n')
  expect(rest).toBe('')
  expect(line).toContain(`"number":${digits}`)
  expect(JSON.parse(line)).toMatchObject({
    file_path: 'own',
    file_path_2: 'in/a.pdf',
    execution_id: 'run',
    total: 119.5,
    total_confidence: 0.9,
    total_page: 3,
    note: '=1+1, "a"\nb',
    note_confidence: null,
  })
  const lines = textOf('jsonl', { itemsOf: 'lines' }).trim().split('\n')
  expect(lines.map((text) => JSON.parse(text))).toMatchObject([
    { file_path: 'in/a.pdf', item_number: 1, Item: 'x', Amount: 1.5, Missing: null, Code: '=2' },
    { item_number: 2, Item: null, Amount: 2, Code: 'b' },
  ])
})

test('CSV has a header, and formulas are written as text', () => {
  expect(textOf('csv', { itemsOf: 'lines' })).toBe(
    [
      'file_path,execution_id,item_number,Item,Amount,Missing,Code',
      "in/a.pdf,run,1,x,1.5,,'=2",
      'in/a.pdf,run,2,,2,,b',
      '',
    ].join('\r\n'),
  )
  expect(textOf('csv')).toContain(`,${digits},true,2026-12-02,"'=1+1, ""a""\nb",`)
  expect(textOf('csv', { itemsOf: 'empty' })).toBe('file_path,execution_id,item_number\r\n')
})

test('a list that is none is refused', () => {
  for (const itemsOf of ['note', 'unknown']) {
    expect(() => textOf('csv', { itemsOf })).toThrow(`The answer of “${itemsOf}” is not a list.`)
  }
})

test.skipIf(!hasDuckdb)('Parquet files are read by DuckDB as one table', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recto-parquet-'))
  try {
    for (const [name, itemsOf] of [
      ['values', ''],
      ['lines-1', 'lines'],
      ['lines-2', 'empty'],
    ] as const) {
      const bytes = buildRowFile('parquet', inputOf({ itemsOf }))
      await writeFile(join(folder, `${name}.parquet`), bytes)
    }
    const values = await readParquetWithDuckdb(join(folder, 'values.parquet'))
    expect(values.types).toMatchObject({
      total: 'DOUBLE',
      number: 'VARCHAR',
      is_paid: 'BOOLEAN',
      date: 'VARCHAR',
      lines: 'VARCHAR',
    })
    expect(values.rows).toMatchObject([
      { total: 119.5, number: digits, is_paid: true, note: '=1+1, "a"\nb', empty: null },
    ])
    const lines = await readParquetWithDuckdb(join(folder, 'lines-*.parquet'))
    expect(lines.types).toMatchObject({ item_number: 'INTEGER', Item: 'VARCHAR', Amount: 'DOUBLE' })
    expect(lines.rows).toMatchObject([
      { item_number: 1, Item: 'x', Amount: 1.5, Missing: null },
      { item_number: 2, Item: null, Amount: 2, Code: 'b' },
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
