import { packXlsx } from '@recto/document-reader/testing/pack-office'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer
let uma: Person

beforeAll(async () => {
  server = await startServer()
  uma = server.as('user')
})
afterAll(() => server?.close())

const suppliers = [
  'Number;Name;VAT ID;IBAN;Postcode;City;Open amount',
  '7001;Müller & Söhne GmbH;DE 123 456 788;DE89 3704 0044 0532 0130 00;10115;Berlin;12,50',
  '7002;"Nord; West AG";DE987654321;;20095;Hamburg;0',
  '7003;Café Étoile S.à r.l.;FR12345678901;;75001;Paris;3',
].join('\n')

let count = 0
const upload = (
  content: string | Uint8Array,
  fields: Record<string, string> = {},
  file = 'a.csv',
) =>
  uma.upload('lookup-tables/', {
    files: [{ name: file, content }],
    fields: { name: `Suppliers ${++count}`, ...fields },
  })
const addVersion = (id: string, content: string, person = uma) =>
  person.upload(`lookup-tables/${id}/versions/`, { files: [{ name: 'next.csv', content }] })
const rowsOf = async (id: string, query = '') =>
  (await uma.get(`lookup-tables/${id}/rows/${query}`)).body

describe('refuses a file, and stores nothing of it,', () => {
  const cell = (address: string, content: string) =>
    `<c r="${address}" t="inlineStr"><is><t>${content}</t></is></c>`
  const formulas = packXlsx([
    {
      name: 'Sheet',
      xml: `<sheetData><row r="1">${cell('A1', 'Number')}${cell('B1', 'Sum')}</row><row r="3">${cell('A3', '7001')}<c r="B3"><f>1+1</f><v>2</v></c></row></sheetData>`,
    },
  ])

  const rows = Array.from(
    { length: 3000 },
    (_, n) => `<row r="${n + 2}">${cell(`A${n + 2}`, `${n * 7919}`)}</row>`,
  )
  const workbook = packXlsx([
    {
      name: 'Sheet',
      xml: `<sheetData><row r="1">${cell('A1', 'Number')}</row>${rows.join('')}</sheetData>`,
    },
  ])
  const cutWorkbook = workbook.subarray(0, workbook.length / 2)

  test.each([
    ['that is empty', '', 'The file is empty.'],
    ['without rows', 'Number;Name\n', 'The file has no rows below'],
    ['without a key', 'Number;Name\n7001;A\n;B', 'Row 3, column “Number”: the key is missing.'],
    [
      'with a key twice',
      'Number;Name\n7001;A\n\n7002;B\n7001;C',
      'Row 5, column “Number”: row 2 has the key “7001”, too.',
    ],
    ['with a formula', 'Number;Name\n7001;=1+1', 'Row 2, column “Name”: the cell has a formula.'],
    ['with a formula in a workbook', formulas, 'Row 3, column “Sum”: the cell has a formula.'],
    [
      'with a column without a name',
      'Number;;Name\n1;2;3',
      'Row 1, column B: the column has no name.',
    ],
    ['with a column twice', 'Number;Name;Name\n1;2;3', 'Row 1, column C: another column'],
    ['with a cell beside the table', 'Number;Name\n1;2;3', 'Row 2, column C: the cell has a value'],
    ['whose quotation mark never ends', `Number;Name\n1;"${'x'.repeat(2_100_000)}`, 'does not end'],
    ['with a long cell', `Number;Name\n1;${'x'.repeat(2001)}`, 'has more than 2000 characters'],
    ['that is a picture', 'GIF89a\0\0\0', 'neither a CSV file nor an XLSX workbook'],
    ['that is another ZIP file', 'PK\u0003\u0004damaged', 'The file is not a workbook.'],
    ['that is a workbook whose end is missing', cutWorkbook, 'is damaged or incomplete'],
  ])('%s', async (_, content, detail) => {
    const { body: earlierTables } = await uma.get('lookup-tables/')
    const { status, body } = await upload(content)

    expect([status, body.errors[0].attr]).toEqual([400, 'file'])
    expect(body.errors[0].detail).toContain(detail)
    expect((await uma.get('lookup-tables/')).body).toEqual(earlierTables)
  })

  test('with another key, type or name than it can have', async () => {
    const types = (columns: object[]) => ({ columns: JSON.stringify(columns) })
    const twoNames = [
      { name: 'Name', type: 'name' },
      { name: 'City', type: 'name' },
    ]
    for (const [fields, attr] of [
      [{ key: 'No' }, 'key'],
      [types([{ name: 'Nobody', type: 'name' }]), 'columns.0.name'],
      [types(twoNames), 'columns.1.type'],
      [{ columns: '{' }, 'columns'],
      [{ name: ' ' }, 'name'],
    ] as const) {
      const { status, body } = await upload(suppliers, fields)
      expect([status, body.errors[0].attr]).toEqual([400, attr])
    }
    const noFile = await uma.upload('lookup-tables/', { fields: { name: 'Nothing' } })
    expect([noFile.status, noFile.body.errors[0].attr]).toEqual([400, 'file'])
  })
})

test('a file becomes a table whose columns have the types of their values', async () => {
  const { status, body } = await upload(suppliers)

  expect([status, body.errors]).toEqual([201, undefined])
  expect(body).toMatchObject({ key_column: 'Number', version: 1, row_count: 3, is_owner: true })
  expect(body.columns.map(({ type }: { type: string }) => type)).toEqual([
    'id',
    'name',
    'vat_id',
    'iban',
    'postcode',
    'city',
    'number',
  ])
  const refusal = await upload(suppliers, { name: body.name })
  expect([refusal.status, refusal.body.errors[0].attr]).toEqual([400, 'name'])
})

test('rows come in pages, and are searched by key, name, place and exact value', async () => {
  const { id } = (await upload(suppliers)).body
  const first = await rowsOf(id, '?page_size=2')
  expect([first.count, first.results.length, first.next === null]).toEqual([3, 2, false])
  expect(first.results[1].cells).toEqual([
    '7002',
    'Nord; West AG',
    'DE987654321',
    '',
    '20095',
    'Hamburg',
    '0',
  ])

  for (const [search, keys] of [
    ['7003', ['7003']],
    ['mueller', ['7001']],
    ['cafe etoile', ['7003']],
    ['de123456788', ['7001']],
    ['hamb', ['7002']],
    ['20095', ['7002']],
    ['%', []],
  ] as const) {
    const { results, count } = await rowsOf(id, `?search=${encodeURIComponent(search)}`)
    expect([search, count, results.map(({ key }: { key: string }) => key)]).toEqual([
      search,
      keys.length,
      keys,
    ])
  }
  expect((await uma.get(`lookup-tables/${id}/rows/?page=9`)).status).toBe(404)
})

test('a new upload is a new version that says what it changed, or is refused as a whole', async () => {
  const { id } = (await upload('Number;Name\n1;A\n2;B\n3;C')).body
  const narrower = await addVersion(id, 'Number\n1')
  expect(narrower.body.errors[0].detail).toContain('the column “Name” is missing')
  expect((await addVersion(id, 'Number;Name\n1;A\n1;B')).status).toBe(400)
  expect((await rowsOf(id)).count).toBe(3)

  const second = await addVersion(id, 'Name;Number\nA;1\nBB;2\nD;4\nE;5')
  expect(second.body).toMatchObject({ version: 2, row_count: 4, added: 2, changed: 1, removed: 1 })
  expect((await rowsOf(id)).results).toMatchObject([
    { key: '1', cells: ['1', 'A'] },
    { key: '2', cells: ['2', 'BB'] },
    { key: '4' },
    { key: '5' },
  ])
  const unchangedVersion = await addVersion(id, 'Number;Name\n1;A\n2;BB\n4;D\n5;E')
  expect(unchangedVersion.body).toMatchObject({ version: 3, added: 0, changed: 0, removed: 0 })
  const wider = await addVersion(id, 'Number;Name;City\n1;A;Bonn\n2;BB;\n4;D;\n5;E;')
  expect(wider.body).toMatchObject({ version: 4, added: 0, changed: 4, removed: 0 })

  const { body: versions } = await uma.get(`lookup-tables/${id}/versions/?page_size=2`)
  expect([versions.count, versions.results.map((one: { version: number }) => one.version)]).toEqual(
    [4, [4, 3]],
  )
  const { body: table } = await uma.get(`lookup-tables/${id}/`)
  expect(table.columns.at(-1)).toEqual({ name: 'City', type: 'text' })
})

test('a workbook is read with its shared texts, numbers and days as they are shown', async () => {
  const sheet = `<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>
    <row r="2"><c r="A2"><v>4711000000001</v></c><c r="B2" t="s"><v>3</v></c><c r="C2" s="1"><v>46023</v></c></row></sheetData>`
  const workbook = packXlsx([{ name: 'Sheet', xml: sheet }], {
    strings:
      '<si><t>EAN</t></si><si><t>Name</t></si><si><t>Since</t></si><si><r><t>Blue </t></r><r><t>pen</t></r></si>',
    styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
  })
  const { status, body } = await upload(workbook, {}, 'a.xlsx')

  expect([status, body.errors]).toEqual([201, undefined])
  expect(body.columns[0].type).toBe('gtin')
  expect((await rowsOf(body.id)).results[0].cells).toEqual([
    '4711000000001',
    'Blue pen',
    '2026-01-01',
  ])
})

test('a table of 30,000 rows in an old encoding is read in pieces', async () => {
  const lines = Array.from({ length: 30_000 }, (_, n) => `${n};Stra\u00dfe ${n}`)
  const content = Buffer.from(`No;Name\n${lines.join('\n')}`, 'latin1')
  const { body } = await upload(content)

  expect(body.row_count).toBe(30_000)
  expect((await rowsOf(body.id, '?search=29999')).results).toMatchObject([
    { key: '29999', cells: ['29999', 'Straße 29999'] },
  ])
})

test('others read it when it is shared, only its owners change it, and the audit log says what they did', async () => {
  const { id, name } = (await upload(suppliers)).body
  const vera = server.as('user', { name: 'vera' })
  expect((await vera.get(`lookup-tables/${id}/`)).status).toBe(404)
  expect((await uma.post(`lookup-tables/${id}/share/`, { shared_to_org: true })).status).toBe(200)

  expect((await vera.get(`lookup-tables/${id}/`)).body).toMatchObject({ name, is_owner: false })
  expect((await addVersion(id, suppliers, vera)).status).toBe(403)
  expect((await vera.delete(`lookup-tables/${id}/`)).status).toBe(403)
  const stranger = server.as('admin', { name: 'egon', organization: 'elsewhere' })
  expect((await stranger.get(`lookup-tables/${id}/rows/`)).status).toBe(404)

  const { body: session } = await vera.get('/api/v1/session')
  const owners = `lookup-tables/${id}/owners/`
  expect((await uma.post(owners, { user_id: Number(session.id) })).status).toBe(200)
  expect((await uma.delete(`${owners}${session.id}/`)).status).toBe(204)
  const aliases = `lookup-tables/${id}/aliases/`
  expect((await uma.put(aliases, { value: 'Nordwest', row_key: '7002' })).status).toBe(200)
  expect((await uma.delete(`${aliases}?value=NORDWEST`)).status).toBe(204)
  await addVersion(id, suppliers)
  expect((await uma.delete(`lookup-tables/${id}/`)).status).toBe(204)
  expect((await uma.get(`lookup-tables/${id}/`)).status).toBe(404)
  const { body: log } = await server.as('admin').get('audit/?page_size=100')
  const actions = log.results
    .filter((entry: { subject_id?: string }) => JSON.stringify(entry).includes(id))
    .map(({ action }: { action: string }) => action)
  expect(actions.sort()).toEqual([
    'lookup-table.alias-deleted',
    'lookup-table.alias-saved',
    'lookup-table.changed',
    'lookup-table.created',
    'lookup-table.deleted',
    'lookup-table.owner-added',
    'lookup-table.owner-removed',
    'lookup-table.shared',
  ])
})
