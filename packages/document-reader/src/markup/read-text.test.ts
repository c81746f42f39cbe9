import { afterAll, expect, test } from 'vitest'
import { openConverter } from '../converter/open-converter.ts'
import { readAll, readLines, toFile } from '../testing/open-test-converter.ts'

const converter = openConverter()
afterAll(() => converter.close())

test('a table with more columns than any is refused, one with very many continues below', async () => {
  const wide = toFile(`${'1,'.repeat(1_000_001)}\n${'2,'.repeat(1_000_001)}`, 'wide.csv')
  const manyColumns = toFile(
    `${Array.from({ length: 5000 }, (_, i) => `c${i}`).join(',')}\n`,
    'many.csv',
  )

  await expect(readAll(converter, wide)).rejects.toMatchObject({ code: 'too-large' })
  const pages = await readAll(converter, manyColumns)
  expect(pages.flatMap(({ words }) => words)).toHaveLength(5000)
  expect(pages[0]!.width).toBeLessThanOrEqual(14_400)
})

test('the columns of a CSV line up, with quoted separators and lines inside cells', async () => {
  const csv = 'Item;Amount;Note\n"Paper; white";12,00;"two\nlines"\nInk;3,50;\n'

  expect(await readLines(converter, toFile(csv))).toEqual([
    'Item           Amount   Note',
    'Paper; white   12,00    two',
    '                        lines',
    'Ink            3,50',
  ])
})

test('a long cell wraps within its column and loses nothing', async () => {
  const words = Array.from({ length: 60 }, (_, i) => `word${i}`)
  const csv = `No,Text,End\n1,${words.join(' ')},x\n2,short,y\n`

  const lines = await readLines(converter, toFile(csv, 'a.csv'))

  const text = lines.join(' ')
  expect(words.every((word) => text.includes(word))).toBe(true)
  const end = lines[0]!.indexOf('End')
  expect(lines.find((line) => line.startsWith('1'))!.indexOf('x', end)).toBe(end)
  expect(lines.at(-1)!.indexOf('y')).toBe(end)
})

test('the first line may name the separator and is no row', async () => {
  expect(await readLines(converter, toFile('sep=|\nIt, em|Sum\na,b|1\n', 'a.csv'))).toEqual([
    'It, em   Sum',
    'a,b      1',
  ])
})

test('tab-separated values are a table whose empty cells stay empty', async () => {
  expect(await readLines(converter, toFile('a\tb\tc\n1\t\t3\n'))).toEqual([
    'a   b   c',
    '1       3',
  ])
})

test('a text keeps its lines, its columns and its tabs', async () => {
  const text = 'Name:     Ann\n\tindented\nlast line'

  expect(await readLines(converter, toFile(text))).toEqual([
    'Name:     Ann',
    '        indented',
    'last line',
  ])
})

test('a form feed begins a page; so does what no longer fits', async () => {
  const fedPages = await readAll(converter, toFile('one\ftwo'))
  const long = await readAll(converter, toFile(Array(130).fill('line of text').join('\n')))

  expect(fedPages.map(({ words }) => words.map(({ text }) => text))).toEqual([['one'], ['two']])
  expect(long.map(({ number, lines }) => [number, lines.length])).toEqual([
    [0, 60],
    [1, 60],
    [2, 10],
  ])
})

test.each([
  ['UTF-8 with a mark', Buffer.from('\ufeffCaf\u00e9 \u20ac')],
  ['UTF-16', Buffer.from('\ufeffCaf\u00e9 \u20ac', 'utf16le')],
  ['UTF-16 of the other order', Buffer.from('\ufeffCaf\u00e9 \u20ac', 'utf16le').swap16()],
  ['Windows-1252', Buffer.from('Caf\xe9 \x80', 'latin1')],
])('%s is decoded', async (_, bytes) => {
  expect(await readLines(converter, toFile(bytes))).toEqual(['Caf\u00e9 \u20ac'])
})

test('every word has a box of the width of its letters, inside the page', async () => {
  const [page] = await readAll(converter, toFile('Total   42.00'))

  expect(page!.words).toMatchObject([
    { text: 'Total', box: [36, 37, 66, 47], confidence: 1, origin: 'markup' },
    { text: '42.00', box: [84, 37, 114, 47] },
  ])
  expect(page).toMatchObject({ number: 0, width: 612, height: 792, rotation: 0 })
})

test('Hebrew begins at the right edge', async () => {
  const [page] = await readAll(
    converter,
    toFile('\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd'),
  )

  const [first, second] = page!.words
  expect(first!.box[0]).toBeGreaterThan(second!.box[2])
  expect(first!.box[2]).toBe(612 - 36)
})

test('a line of Latin words on a page of Hebrew stands at the right edge and runs from the left', async () => {
  const [page] = await readAll(converter, toFile('שלום עולם טוב מאוד היום\nBlue door Ltd'))

  const places = page!.words.slice(5).map(({ text, box }) => [text, box[0]])
  expect(places).toEqual([
    ['Blue', 612 - 36 - 13 * 6],
    ['door', 612 - 36 - 8 * 6],
    ['Ltd', 612 - 36 - 3 * 6],
  ])
})

test('each line is read in its own direction, whatever the direction of the page', async () => {
  const text = [
    'Invoice list',
    'שלום רב, מצורפת החשבונית.',
    'Total: 450.00',
    'החשבונית תשולם עד יום ראשון הבא',
  ]

  expect(await readLines(converter, toFile(text.join('\n')))).toEqual(text)
})

test('marks and controls of direction are no part of a word', async () => {
  const text = 'IBAN \u2066IL62 0108\u2069 \u200eשלום\u200f \u202a5\u202c'

  expect(await readLines(converter, toFile(text))).toEqual(['IBAN IL62 0108 שלום 5'])
})

test('a page is drawn as text that cannot be anything else', async () => {
  const [page] = await readAll(converter, toFile('a <script>alert(1)</script> & "b"'))

  const words = page!.words.map((word) => ({ ...word, text: `${word.text}\u0007` }))
  const { bytes, ...drawing } = converter.drawTextPage({ ...page!, words }, 306)

  expect(drawing).toEqual({ mimeType: 'image/svg+xml', width: 306, height: 396 })
  const svg = Buffer.from(bytes).toString()
  expect(svg).toContain('&lt;script&gt;alert(1)&lt;/script&gt;</text>')
  expect(svg).not.toMatch(/<script|href|url\(|<style/)
  expect(svg).not.toContain('\u0007')
})

test('what cannot be read is refused by what it is', async () => {
  await expect(readAll(converter, toFile('\x1f\x8b\x08', 'a.gz'))).rejects.toMatchObject({
    code: 'unsupported-type',
  })
})
