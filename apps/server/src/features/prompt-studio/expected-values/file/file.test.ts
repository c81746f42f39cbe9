import {
  type ImportedTruthsReply,
  maxTruthsOfFile,
} from '@recto/contract/prompt-studio/truth-files'
import { afterAll, expect, test } from 'vitest'
import { startServer } from '../../../../testing/start-server.ts'
import { studioOf } from '../../../../testing/studio.ts'
import { parseCsv } from './parse-csv.ts'
import { planImport } from './plan-import.ts'
import { readFile } from './read-file.ts'

const server = await startServer({ worker: true })
afterAll(() => server.close())
const ada = studioOf(server.as('admin'))
const { tool_id: projectId } = await ada.project()

type Line = { readonly line: number; readonly field: string; readonly reason: string }

const pathOf = (rest = 'file/') => `prompt-studio/${projectId}/truths/${rest}`
const send = async (truths_file: string, format = 'csv', dry_run = false) =>
  (await ada.person.post(pathOf(), { format, truths_file, dry_run })).body
const exportAs = async (format: string): Promise<string> =>
  (await ada.person.get(pathOf(`file/?format=${format}`))).body
const listValues = async () =>
  (await ada.person.get(pathOf(''))).body.map(({ value }: { value: string | null }) => value)
const countsOf = (body: ImportedTruthsReply) => [
  body.new,
  body.changed,
  body.same,
  body.unknown,
  body.faults,
  body.is_saved,
]

test('expected values are exported, and an export changes nothing when it is imported', async () => {
  const fields = [
    ['total', 'number'],
    ['=note', 'text'],
    ['rows', 'line-item'],
  ]
  const promptIds: string[] = []
  for (const [prompt_key, enforce_type] of fields) {
    const prompt = await ada.prompt(projectId, { prompt_key, prompt: 'What?', enforce_type })
    promptIds.push(prompt.prompt_id)
  }
  const first = await ada.document(projectId, { name: 'first.txt', content: 'first' })
  const second = await ada.document(projectId, { name: 'se;cond, "2".txt', content: 'second' })
  const save = (prompt_id: string | undefined, document_id: string, truth: string | null) =>
    ada.person.put(pathOf(''), { prompt_id, document_id, truth })
  await save(promptIds[0], first, '-1234567890123456789.5')
  await save(promptIds[1], first, '=1+1\n"quoted"; \'and\'')
  await save(promptIds[1], second, "'=1")
  await save(promptIds[2], first, '[{"a":"1"}]')
  await save(promptIds[2], second, null)
  // The type of a prompt may have changed since its values were confirmed.
  await save(promptIds[0], second, 'not a number')

  const csv = await exportAs('csv')
  expect(csv.split('\r\n')[0]).toBe('document,field,value,confirmed_by,confirmed_at,source')
  expect(csv).toContain(`first.txt,'=note,"'=1+1\n""quoted""; 'and'"`)
  const jsonl = await exportAs('jsonl')
  expect(jsonl.trim().split('\n')).toHaveLength(2)
  const allSame = [0, 0, 6, 0, 0, true]
  expect(countsOf(await send(csv))).toEqual(allSame)
  expect(countsOf(await send(jsonl, 'jsonl'))).toEqual(allSame)
  expect(countsOf(await send(`\uFEFF${csv}`))).toEqual(allSame)

  const changes = '\uFEFFfield;document;value\r\ntotal;first.txt;7\r\ntotal;nowhere.txt;8\r\n'
  expect(countsOf(await send(changes, 'csv', true))).toEqual([0, 1, 0, 1, 0, false])
  expect(await exportAs('csv')).toBe(csv)
  const savedReply = await send(changes)
  expect(countsOf(savedReply)).toEqual([0, 1, 0, 1, 0, true])
  expect(savedReply.unknown_lines).toEqual([
    {
      line: 3,
      document: 'nowhere.txt',
      field: 'total',
      reason: 'The project has no such document.',
    },
  ])
  expect(await exportAs('csv')).toContain('first.txt,total,7,')

  const lines = await send(
    '{"document":"first.txt","values":{"total":{},"rows":[{"a":"2"}]}}',
    'jsonl',
  )
  expect([lines.is_saved, lines.fault_lines]).toEqual([
    false,
    [{ line: 1, document: 'first.txt', field: 'total', reason: 'The value must be a number.' }],
  ])
  // Nothing is saved by half.
  expect(await listValues()).toContain('[{"a":"1"}]')

  const { body: audit } = await ada.person.get(`audit/?action=${'expected-values.imported'}`)
  expect(audit.results).toMatchObject([{ after: { format: 'csv', changed: 1, unknown: 1 } }])
  const exportAction = 'data.exported'
  expect((await ada.person.get(`audit/?action=${exportAction}`)).body.count).toBe(4)
  expect((await server.as('user').get(pathOf('file/'))).status).toBe(404)
  const refusal = await ada.person.post(pathOf(), { format: 'csv', truths_file: 'a,b\n1,2' })
  expect([refusal.status, refusal.body.errors[0].detail]).toEqual([
    400,
    'The first line must name the columns document, field and value. Missing: document, field, value.',
  ])
})

const project = {
  prompts: [
    { id: 'p1', key: 'total', type: 'number' },
    { id: 'p2', key: 'paid', type: 'boolean' },
    { id: 'p3', key: 'day', type: 'date' },
    { id: 'p4', key: 'mail', type: 'email' },
    { id: 'p5', key: 'rows', type: 'table' },
    { id: 'p6', key: 'data', type: 'json' },
    { id: 'p7', key: 'note', type: 'text' },
  ],
  documents: [
    { id: 'd1', name: 'a.pdf', hash: 'h1' },
    { id: 'd2', name: 'copy of a.pdf', hash: 'h1' },
  ],
  findValue: () => undefined,
}
const header = 'document,field,value\n'

test.each([
  ['The value must be a number.', 2, `${header}a.pdf,total,seven`],
  ['The value must be yes or no, true or false.', 2, `${header}a.pdf,paid,perhaps`],
  ['The value must be a date.', 2, `${header}a.pdf,day,someday`],
  ['The value must be an email address.', 2, `${header}a.pdf,mail,ada`],
  ['The value must be a JSON array.', 2, `${header}a.pdf,rows,{}`],
  ['The value must be JSON.', 2, `${header}a.pdf,data,{`],
  ['Line 2 has another value.', 3, `${header}a.pdf,total,1\na.pdf,total,2`],
  // Two names of one content have one expected value.
  ['Line 2 has another value.', 4, `${header}a.pdf,total,1\n\ncopy of a.pdf,total,2`],
  ['The line has fewer cells than the header.', 2, `${header}a.pdf,total`],
  ['A quote is not closed.', 4, `${header}"a.pdf\n",x,1\na.pdf,total,"1`],
  ['There is text after a closed quote.', 2, `${header}"a.pdf"x,total,1`],
  [
    'The value has more than 200,000 characters.',
    2,
    `${header}a.pdf,data,"""${'x'.repeat(200_001)}"""`,
  ],
  ['The line must be an object', 1, '{"document":"a.pdf"}'],
  ['The line must be an object', 1, '{"document":"a.pdf","values":[]}'],
  ['The line must be an object', 2, '\n{nothing'],
  [
    'The value has characters that cannot be stored.',
    1,
    '{"document":"a.pdf","values":{"note":"\\u0000"}}',
  ],
])('a file is refused: %s (line %i)', (reason, line, text) => {
  const file = readFile(text, text.startsWith(header) ? 'csv' : 'jsonl')
  const { faults } = planImport(file, project)
  expect(faults.map((fault: Line) => fault.line)).toEqual([line])
  expect(faults[0]?.reason).toContain(reason)
})

test('the same line twice counts once, an empty value says that there is none, and too many values are refused', () => {
  const plan = planImport(
    readFile(`${header}a.pdf,total,1\ra.pdf,total,1\ra.pdf,day,\r`, 'csv'),
    project,
  )
  expect(plan.newValues.map(({ promptId, value }) => [promptId, value])).toEqual([
    ['p1', '1'],
    ['p3', null],
  ])
  expect([...parseCsv('a\tb\r\n"x\r\ny"\t\r\n')]).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['x\r\ny', ''] },
  ])
  const manyLines = `${header}${'a.pdf,total,1\n'.repeat(maxTruthsOfFile + 1)}`
  expect(() => readFile(manyLines, 'csv')).toThrow(
    'A file can have at most 10,000 values. Split it.',
  )
})
