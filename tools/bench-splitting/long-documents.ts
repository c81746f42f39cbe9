/**
 * Generates documents of one to six pages with what such documents have: letterheads, running heads, page numbers of several
 * kinds or none, tables with sums carried forward, clauses, annexes. The two halves have other words and other layouts.
 */

import { type Chance, chanceOf } from '../field-documents/chance.ts'
import { companyIn, personIn } from '../field-documents/content/parties.ts'
import { addressLines, type NamedAddress } from '../field-documents/facts.ts'
import { drawPages, type PaperSize, type Sheet, sheetOn } from '../field-documents/sheet.ts'
import { type Half, wordsOf } from '../field-documents/words.ts'
import { writingOf } from '../field-documents/writing.ts'
import phrases from './phrases.json' with { type: 'json' }

const proseKinds = ['contract', 'report', 'insurance policy', 'minutes', 'letter'] as const
const tableKinds = ['invoice', 'statement', 'offer', 'order', 'delivery note', 'payslip'] as const
export const longKinds = [...proseKinds, ...tableKinds] as const
type LongKind = (typeof longKinds)[number]

const languages = ['en', 'de', 'fr', 'es', 'it', 'nl'] as const
type Language = (typeof languages)[number]

export type LongDocument = {
  readonly kind: LongKind
  readonly half: Half
  readonly seed: number
  /** Documents of one issuer have one language, one letterhead and one look. */
  readonly issuerSeed: number
  readonly pages: number
}

/** Documents of one issuer share these choices. */
type Look = {
  readonly language: Language
  readonly issuer: NamedAddress
  readonly domain: string
  readonly account: string
  readonly margin: number
  readonly size: number
  readonly paper: PaperSize
  readonly count: 'total' | 'short' | 'alone' | 'none'
  readonly countAtTop: boolean
  readonly headEachPage: 'letterhead' | 'line' | 'none'
  readonly hasFoot: boolean
  readonly repeatsNumber: boolean
  readonly titleSize: number
}

const papers: readonly PaperSize[] = [
  [595, 842],
  [595, 842],
  [612, 792],
]

/** Words of a half: every other one of a list, so that no half has those of the other. */
function phrase(look: Look, name: keyof (typeof phrases)['en'], half: Half): readonly string[] {
  const all: readonly string[] = phrases[look.language][name]
  const own = all.filter((_, i) => i % 2 === (half === 'open' ? 0 : 1))
  return own.length > 0 ? own : all
}

function lookOf({ half, issuerSeed }: LongDocument): Look {
  const chance = chanceOf(issuerSeed * 7 + (half === 'open' ? 0 : 3_000_017))
  const language = chance.pick(languages)
  const words = wordsOf(language, half)
  const context = { words, chance, writing: writingOf(words, chance) }
  const issuer = companyIn(context)
  const name = issuer.name
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .slice(0, 12)
  return {
    language,
    issuer,
    domain: `${name}-${chance.digits(2)}.example`,
    account: `DE${chance.digits(20)}`,
    margin: half === 'open' ? chance.pick([50, 57, 70]) : chance.pick([42, 62, 78]),
    size: chance.pick(half === 'open' ? [8.5, 9.5, 10.5] : [8, 9, 10, 11]),
    paper: chance.pick(papers),
    count: chance.pick(['total', 'total', 'short', 'alone', 'none', 'none'] as const),
    countAtTop: chance.happens(0.3),
    headEachPage: chance.pick(['letterhead', 'line', 'line', 'none', 'none'] as const),
    hasFoot: chance.happens(0.5),
    repeatsNumber: chance.happens(0.5),
    titleSize: chance.pick([11, 14, 18, 22]),
  }
}

type Facts = {
  readonly title: string
  readonly number: string
  readonly date: string
  readonly addressee: NamedAddress
  readonly nouns: readonly string[]
}

function factsOf(document: LongDocument, look: Look, chance: Chance): Facts {
  const { half, kind } = document
  const words = wordsOf(look.language, half)
  const context = { words, chance, writing: writingOf(words, chance) }
  const titleOf = (): string => {
    if (kind === 'letter') return chance.pick(phrase(look, 'headings', half))
    if (kind === 'invoice' || kind === 'statement') return words.label(kind, chance).text
    return chance.pick(phrase(look, kind, half))
  }
  const items = words.list('items')
  return {
    title: titleOf(),
    number: `${chance.pick(['', 'A', 'R-', 'K/'])}${chance.digits(chance.whole(4, 7))}`,
    date: context.writing.day(
      `202${chance.whole(3, 6)}-0${chance.whole(1, 9)}-${chance.whole(10, 28)}`,
    ),
    addressee: chance.happens(0.5) ? companyIn(context) : personIn(context),
    nouns: [chance.pick(items), chance.pick(items), chance.pick(items)],
  }
}

/** Draws the PDF; the pages are counted by a first drawing. */
export async function drawLongDocument(document: LongDocument): Promise<Uint8Array> {
  let total = document.pages
  for (let turn = 0; ; turn++) {
    const { bytes, pages } = await drawOnce(document, total)
    if (pages === total || turn > 2) return bytes
    total = pages
  }
}

async function drawOnce(document: LongDocument, total: number) {
  const look = lookOf(document)
  const chance = chanceOf(document.seed)
  const facts = factsOf(document, look, chance)
  let pages = 1
  const bytes = await drawPages(look.paper, (pdf) => {
    const sheet = sheetOn(pdf, look.paper)
    const edge = (page: number) => drawEdges(sheet, { document, look, facts, page, total })
    let y = drawFirstHead(sheet, document, look, facts)
    edge(1)
    const nextPage = (isCountedAlone = false) => {
      pdf.addPage({ size: [...look.paper], margin: 0 })
      pages += 1
      if (isCountedAlone) drawEdges(sheet, { document, look, facts, page: 1, total: 1 })
      else edge(pages)
      y = drawNextHead(sheet, look, facts)
      return y
    }
    const draw = proseKinds.some((kind) => kind === document.kind) ? drawProse : drawTable
    const annexes = chance.happens(0.5) ? Math.min(document.pages - 1, chance.whole(1, 2)) : 0
    const body = { sheet, document, look, facts, chance, nextPage }
    draw({ ...body, start: y, pages: document.pages - annexes })
    for (let i = 0; i < annexes; i++) {
      // Some annexes count their own pages, and name the document that they belong to.
      const isCountedAlone = chance.happens(0.15)
      const start = nextPage(isCountedAlone)
      if (isCountedAlone)
        sheet.text(`${facts.title} ${facts.number}`, look.margin, start - 14, { size: look.size })
      drawAnnex({ ...body, start, pages: 1 })
    }
  })
  return { bytes, pages }
}

type Edges = {
  readonly document: LongDocument
  readonly look: Look
  readonly facts: Facts
  readonly page: number
  readonly total: number
}

function drawEdges(sheet: Sheet, edges: Edges): void {
  const { look, facts, page } = edges
  const { width, height } = sheet
  const count = countText(edges)
  if (count !== undefined)
    sheet.text(count, width - look.margin, look.countAtTop ? 24 : height - 34, {
      size: 8,
      align: 'right',
    })
  const address = `${look.issuer.name} · ${look.account} · info@${look.domain}`
  if (look.hasFoot) sheet.text(address, look.margin, height - 48, { size: 7 })
  const number = look.repeatsNumber ? ` ${facts.number}` : ''
  if (page > 1 && look.headEachPage === 'line')
    sheet.text(`${look.issuer.name} · ${facts.title}${number}`, look.margin, 24, { size: 8 })
}

function countText({ document, look, page, total }: Edges): string | undefined {
  if (look.count === 'none') return undefined
  if (look.count === 'short') return `${page}/${total}`
  const [style = ''] = phrase(look, look.count === 'alone' ? 'pageAlone' : 'page', document.half)
  return style.replace('{p}', String(page)).replace('{n}', String(total))
}

function drawLetterhead(sheet: Sheet, look: Look): number {
  sheet.text(look.issuer.name, look.margin, 44, { size: look.titleSize, isBold: true })
  const lines = [...addressLines(look.issuer).slice(1), `info@${look.domain}`]
  for (const [i, line] of lines.entries())
    sheet.text(line, look.margin, 50 + look.titleSize + i * 11, { size: 8 })
  return 66 + look.titleSize + lines.length * 11
}

function drawFirstHead(sheet: Sheet, document: LongDocument, look: Look, facts: Facts): number {
  let y = drawLetterhead(sheet, look)
  for (const line of addressLines(facts.addressee)) {
    sheet.text(line, look.margin, y, { size: look.size })
    y += look.size * 1.4
  }
  y += 20
  sheet.text(facts.title, look.margin, y, { size: look.titleSize, isBold: true })
  y += look.titleSize * 1.6
  const number = phrase(look, 'number', document.half)[0] ?? ''
  const date = phrase(look, 'date', document.half)[0] ?? ''
  if (document.kind !== 'minutes')
    sheet.text(`${facts.title.split(' ')[0]} ${number}: ${facts.number}`, look.margin, y, {
      size: look.size,
    })
  y += look.size * 1.5
  sheet.text(`${date}: ${facts.date}`, look.margin, y, { size: look.size })
  return y + look.size * 3
}

function drawNextHead(sheet: Sheet, look: Look, facts: Facts): number {
  if (look.headEachPage !== 'letterhead') return 56
  const y = drawLetterhead(sheet, look)
  if (!look.repeatsNumber) return y + 10
  sheet.text(`${facts.title} ${facts.number}`, look.margin, y, { size: look.size, isBold: true })
  return y + 30
}

type Body = {
  readonly sheet: Sheet
  readonly document: LongDocument
  readonly look: Look
  readonly facts: Facts
  readonly chance: Chance
  readonly start: number
  readonly pages: number
  readonly nextPage: (isCountedAlone?: boolean) => number
}

const foot = 70

function wrap(sheet: Sheet, text: string, width: number, size: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && sheet.widthOf(longer, { size }) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

function drawProse(body: Body): void {
  const { sheet, document, look, facts, chance, pages } = body
  const { half, kind } = document
  const writer = openWriter(body)
  const name = facts.addressee.name.split(' ')[1] ?? ''
  if (kind === 'letter')
    writer.write(chance.pick(phrase(look, 'dear', half)).replace('{name}', name))
  const stop = sheet.height * (0.25 + chance.whole(0, 60) / 100)
  for (let clause = 1; writer.isBefore(pages, stop); clause++) {
    if (kind !== 'letter')
      writer.write(`${clause} ${chance.pick(phrase(look, 'headings', half))}`, true)
    const sentences = Array.from({ length: chance.whole(2, 6) }, () =>
      chance.pick(phrase(look, 'sentences', half)).replace('{noun}', chance.pick(facts.nouns)),
    )
    writer.write(sentences.join(' '))
    writer.leaveGap()
  }
  if (kind === 'letter' || chance.happens(0.6)) writer.write(phrase(look, 'closing', half)[0] ?? '')
}

/** Writes lines from the top to the foot of a page, and goes on on the next one. */
function openWriter({ sheet, look, start, nextPage }: Body) {
  const step = look.size * 1.4
  let y = start
  let page = 1
  return {
    write(text: string, isBold = false) {
      for (const line of wrap(sheet, text, sheet.width - 2 * look.margin, look.size)) {
        if (y > sheet.height - foot) {
          y = nextPage()
          page += 1
        }
        sheet.text(line, look.margin, y, { size: look.size, isBold })
        y += step
      }
    },
    leaveGap() {
      y += step * 0.6
    },
    /** Whether the text has not reached a place on its last page. */
    isBefore: (pages: number, stop: number) => page < pages || (page === pages && y < stop),
  }
}

function drawTable(body: Body): void {
  const { sheet, document, look, facts, chance, start, pages, nextPage } = body
  const words = wordsOf(look.language, document.half)
  const step = look.size * 1.7
  const heads = [
    words.label('date', chance).text.slice(0, 10),
    words.label('description', chance).text,
    words.label('quantity', chance).text,
    words.label('amount', chance).text,
  ]
  const carriedLabel = phrase(look, 'carried', document.half)[0] ?? ''
  const carries = chance.happens(0.4)
  const repeatsHead = chance.happens(0.7)
  let y = start
  let page = 1
  const row = (cells: readonly string[], isBold = false) => {
    drawRow(sheet, look, { cells, y, isBold })
    y += step
  }
  const amount = () => `${chance.whole(1, 999)}.${chance.digits(2)}`
  const rowOfItem = openRows(document, { look, facts, chance })
  const turnPage = () => {
    const sum = ['', carriedLabel, '', amount()]
    if (carries) row(sum)
    y = nextPage()
    page += 1
    if (repeatsHead) row(heads, true)
    if (carries) row(sum)
  }
  row(heads, true)
  const stop = sheet.height * (0.35 + chance.whole(0, 45) / 100)
  while (page < pages || y < stop) {
    if (y > sheet.height - foot - 2 * step) turnPage()
    row([...rowOfItem(), amount()])
  }
  y += step
  row(['', words.label('total', chance).text, '', amount()], true)
  if (chance.happens(0.4))
    sheet.text(words.list('thanks')[0] ?? '', look.margin, y + step, { size: look.size })
}

type TableRow = {
  readonly cells: readonly string[]
  readonly y: number
  readonly isBold: boolean
}

function drawRow(sheet: Sheet, { margin, size }: Look, { cells, y, isBold }: TableRow): void {
  const right = sheet.width - margin
  const columns = [margin, margin + 60, right - 130, right]
  for (const [i, cell] of cells.entries())
    sheet.text(cell, columns[i] ?? right, y, { size, isBold, align: i > 1 ? 'right' : 'left' })
}

/** Makes the cells of rows, without their amounts. */
function openRows(
  { kind, half }: LongDocument,
  { look, facts, chance }: Pick<Body, 'look' | 'facts' | 'chance'>,
): () => readonly string[] {
  const words = wordsOf(look.language, half)
  const hasDates = kind === 'statement' || chance.happens(0.3)
  const { day } = writingOf(words, chance)
  const hasForeignItems = chance.happens(0.5)
  return () => {
    const first = hasDates
      ? day(`2025-0${chance.whole(1, 9)}-${chance.whole(10, 28)}`)
      : chance.digits(4)
    const item = hasForeignItems
      ? `${inventWord(chance)} ${inventWord(chance)}`
      : `${chance.pick(words.list('items'))} ${chance.pick(facts.nouns)}`
    return [first, item.slice(0, 44), String(chance.whole(1, 40))]
  }
}

const syllables = 'ba ker lo min tra vel sor dun pi gra nel tof wes mar ilo cha rud fen'.split(' ')

/** Names of things that no other page has. */
const inventWord = (chance: Chance): string =>
  Array.from({ length: chance.whole(2, 4) }, () => chance.pick(syllables)).join('')

/** A page with other matter, as documents have behind their first pages: terms, a breakdown of sums, a list of dates. */
function drawAnnex({ sheet, document, look, chance, start }: Body): void {
  const { half } = document
  const words = wordsOf(look.language, half)
  const { day } = writingOf(words, chance)
  const margin = look.margin + chance.pick([0, 0, 0, 0, -12, 14])
  const size = chance.pick([look.size, look.size, look.size, look.size, 7, 8])
  const isTitled = chance.happens(0.5)
  let y = start
  if (isTitled) {
    const titleSize = chance.pick([look.size, look.size + 2, look.titleSize])
    sheet.text(chance.pick(phrase(look, 'headings', half)), margin, y, {
      size: titleSize,
      isBold: true,
    })
    y += titleSize * 2
  }
  const end = Math.min(sheet.height * (0.15 + chance.whole(0, 75) / 100), sheet.height - foot)
  const isList = chance.happens(0.6)
  const isForeign = chance.happens(0.6)
  const textOf = () => {
    const noun = isForeign
      ? `${inventWord(chance)} ${inventWord(chance)}`
      : chance.pick(words.list('items'))
    if (isList) {
      const date = day(`2024-0${chance.whole(1, 9)}-${chance.whole(10, 28)}`)
      const cells = [noun, chance.digits(5), date, chance.digits(3)]
      return cells.slice(0, chance.whole(2, 4)).join('   ')
    }
    return isForeign
      ? Array.from({ length: 14 }, () => inventWord(chance)).join(' ')
      : chance.pick(phrase(look, 'sentences', half)).replace('{noun}', noun)
  }
  while (y < end)
    for (const text of wrap(sheet, textOf(), sheet.width - 2 * look.margin, size)) {
      sheet.text(text, margin, y, { size })
      y += size * 1.5
    }
}
