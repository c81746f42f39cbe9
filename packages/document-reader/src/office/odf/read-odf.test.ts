import { afterAll, expect, test } from 'vitest'
import { openConverter } from '../../converter/open-converter.ts'
import { readAll, readLines, toFile } from '../../testing/open-test-converter.ts'
import { packOdf } from '../../testing/pack-office.ts'

const converter = openConverter()
afterAll(() => converter.close())

const p = (text: string) => `<text:p>${text}</text:p>`
const cell = (text: string, attributes = '') =>
  `<table:table-cell ${attributes}>${p(text)}</table:table-cell>`

test('a cell that is repeated over the largest sheet is refused', async () => {
  const row = `<table:table-row table:number-rows-repeated="1048576">${cell('x', 'table:number-columns-repeated="16384"')}</table:table-row>`
  const file = toFile(packOdf('spreadsheet', `<table:table table:name="S">${row}</table:table>`))

  await expect(readAll(converter, file)).rejects.toMatchObject({ code: 'too-large' })
})

test('a text keeps its lists, tables, notes, frames and spaces, but nothing deleted', async () => {
  const automatic =
    '<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="a" style:num-suffix=")"/></text:list-style>'
  const styles = `<office:master-styles><style:master-page><style:header>${p('Acme Ltd')}</style:header></style:master-page></office:master-styles>`
  const body = [
    `<text:tracked-changes>${p('gone')}</text:tracked-changes>`,
    '<text:h>Invoice</text:h>',
    p('a<text:s text:c="3"/>b<text:line-break/>c'),
    `<text:list text:style-name="L1"><text:list-item>${p('one')}</text:list-item><text:list-item>${p('two')}</text:list-item></text:list>`,
    `<table:table><table:table-row>${cell('Item')}${cell('Sum')}</table:table-row><table:table-row>${cell('Paper')}${cell('4.00')}</table:table-row></table:table>`,
    p(
      `Text<text:note><text:note-citation>1</text:note-citation><text:note-body>${p('See terms')}</text:note-body></text:note>`,
    ),
    p(`<draw:frame><draw:text-box>${p('In a box')}</draw:text-box></draw:frame>`),
  ]
  const file = toFile(packOdf('text', body.join(''), { automatic, styles }))

  expect(file.type.type).toBe('odt')
  expect(await readLines(converter, file)).toEqual([
    'Acme Ltd',
    'Invoice',
    'a b',
    'c',
    'a) one',
    'b) two',
    'Item    Sum',
    'Paper   4.00',
    'Text [1]',
    'In a box',
    '[1] See terms',
  ])
})

test('every shown sheet is a page with its cells as they are shown; empty repeats cost nothing', async () => {
  const automatic =
    '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>'
  const empty = '<table:table-cell table:number-columns-repeated="16000"/>'
  const rows = [
    `<table:table-row>${cell('Date')}${cell('Net')}${empty}</table:table-row>`,
    `<table:table-row table:number-rows-repeated="1000000">${empty}</table:table-row>`,
    `<table:table-row>${cell('31.01.2026')}${cell('12,00 €', 'office:value="12"')}</table:table-row>`,
    `<table:table-row>${cell('1/2/26', 'office:value-type="date" office:date-value="2026-01-02"')}</table:table-row>`,
    `<table:table-row table:visibility="filter">${cell('filtered')}</table:table-row>`,
  ]
  const file = toFile(
    packOdf(
      'spreadsheet',
      `<table:table table:name="May">${rows.join('')}</table:table><table:table table:name="Secret" table:style-name="ta2"><table:table-row>${cell('hidden')}</table:table-row></table:table>`,
      { automatic },
    ),
  )

  expect((await readAll(converter, file)).map(({ title }) => title)).toEqual(['May'])
  expect(await readLines(converter, file)).toEqual([
    'May',
    'Date         Net',
    '31.01.2026   12,00 €',
    '2026-01-02',
  ])
})

test('each slide is a page, its title first, its notes last', async () => {
  const frame = (text: string, attributes: string) =>
    `<draw:frame ${attributes}><draw:text-box>${p(text)}</draw:text-box></draw:frame>`
  const slides = `<draw:page>${frame('below', 'y="9cm"')}${frame('above', 'y="3cm"')}${frame('Title', 'presentation:class="title" y="12cm"')}<presentation:notes>${frame('Say hello', '')}</presentation:notes></draw:page><draw:page/>`

  const pages = await readAll(converter, toFile(packOdf('presentation', slides)))

  expect(pages.map(({ words }) => words.map(({ text }) => text).join(' '))).toEqual([
    'Title above below Notes: Say hello',
    '',
  ])
})
