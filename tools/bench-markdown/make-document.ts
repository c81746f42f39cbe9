import { omitUndefined } from '@recto/omit-undefined'
import { openRandom, type Random } from '../bench-boxes/random.ts'
import type {
  DocumentLook,
  KnownCell,
  KnownElement,
  KnownHeading,
  KnownList,
  KnownSection,
  KnownTable,
  StructuredDocument,
} from './known-document.ts'
import {
  type BenchmarkSet,
  drawTableStyle,
  looksOf,
  vocabularies,
  type WordLists,
} from './looks.ts'

type Maker = {
  readonly random: Random
  readonly vocabulary: WordLists
  readonly look: DocumentLook
  /** Numbers of the headings so far. */
  readonly numbers: [number, number, number]
}

const seedOffsets: Readonly<Record<BenchmarkSet, number>> = {
  open: 1,
  'held-out': 104729,
  varied: 15485863,
}

/** Returns the same document for the same set and seed. */
export function makeDocument(set: BenchmarkSet, seed: number): StructuredDocument {
  const random = openRandom(seed * 7919 + seedOffsets[set])
  const vocabulary = vocabularies[set]
  const maker: Maker = {
    random,
    vocabulary,
    look: makeLook(set, seed, random, vocabulary),
    numbers: [0, 0, 0],
  }
  const title: KnownSection = {
    columns: 1,
    elements: [makeHeading(maker, 1), makeParagraph(maker)],
  }
  const sections = Array.from({ length: 2 + random.integer(2) }, (_, i) =>
    makeSection(maker, seed + i),
  )
  return { name: `${set}-${seed}`, look: maker.look, sections: [title, ...sections] }
}

function makeLook(
  set: BenchmarkSet,
  seed: number,
  random: Random,
  vocabulary: WordLists,
): DocumentLook {
  const { fonts, headings, tables } = looksOf[set]
  return {
    font: random.pick(fonts),
    size: random.pick([9, 10, 11, 12]),
    leading: random.pick([1.15, 1.3, 1.5]),
    headings: headings[seed % headings.length]!,
    tables: tables.length > 0 ? tables[seed % tables.length]! : drawTableStyle(random),
    alignment: random.pick(['left', 'justify'] as const),
    paragraphs: random.pick(['spaced', 'spaced', 'indented'] as const),
    pageNumbers: random.pick(['none', 'plain', 'of'] as const),
    ...omitUndefined({
      runningHead: random.next() < 0.5 ? capitalize(random.pick(vocabulary.nouns)) : undefined,
    }),
  }
}

/** Columns have running text, the whole width everything. */
function makeSection(maker: Maker, turn: number): KnownSection {
  const columns = ([1, 2, 1, 3] as const)[turn % 4]!
  const heading = makeHeading(maker, 2)
  const elements = columns > 1 ? makeColumns(maker, columns) : makeFullWidth(maker, turn)
  return { columns, elements: [heading, ...elements] }
}

function makeColumns(maker: Maker, columns: number): KnownElement[] {
  const elements: KnownElement[] = []
  for (let i = 0; i < columns; i++) {
    if (i > 0) elements.push(makeHeading(maker, 3))
    elements.push(makeParagraph(maker), makeParagraph(maker))
    if (maker.random.next() < 0.4) elements.push(makeList(maker))
  }
  return elements
}

function makeFullWidth(maker: Maker, turn: number): KnownElement[] {
  const { random } = maker
  const elements: KnownElement[] = [makeParagraph(maker), makeTable(maker)]
  if (random.next() < 0.6) elements.push(makeHeading(maker, 3))
  elements.push(makeParagraph(maker), makeList(maker))
  if (random.next() < 0.5)
    elements.push({ kind: 'figure', caption: `Figure ${turn}: ${makePhrase(maker, 5)}` })
  if (random.next() < 0.5) elements.push(makeParagraph(maker), makeTable(maker))
  return elements
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function makePhrase({ random, vocabulary }: Maker, length: number): string {
  const words = Array.from({ length }, (_, i) =>
    random.pick(i % 2 === 0 ? vocabulary.nouns : vocabulary.others),
  )
  return words.join(' ')
}

function makeSentence(maker: Maker): string {
  const { random } = maker
  const number = random.next() < 0.3 ? ` ${1 + random.integer(900)}` : ''
  return `${capitalize(makePhrase(maker, 6 + random.integer(9)))}${number}.`
}

function makeParagraph(maker: Maker): KnownElement {
  const count = 2 + maker.random.integer(4)
  return {
    kind: 'paragraph',
    text: Array.from({ length: count }, () => makeSentence(maker)).join(' '),
  }
}

function makeHeading(maker: Maker, level: KnownHeading['level']): KnownHeading {
  const { look, numbers, random } = maker
  numbers[level - 1]! += 1
  numbers.fill(0, level)
  const isNumbered = look.headings.isNumbered && level > 1
  const number = isNumbered
    ? `${numbers
        .slice(1, level)
        .map((one) => Math.max(one, 1))
        .join('.')}${level === 2 ? '.' : ''} `
    : ''
  return {
    kind: 'heading',
    level,
    text: `${number}${capitalize(makePhrase(maker, 2 + random.integer(4)))}`,
  }
}

function makeList(maker: Maker): KnownList {
  const { random } = maker
  const items: KnownList['items'][number][] = []
  let level: 0 | 1 | 2 = 0
  for (let i = 0; i < 4 + random.integer(4); i++) {
    const length = random.next() < 0.3 ? 18 : 3 + random.integer(5)
    items.push({ text: capitalize(makePhrase(maker, length)), level })
    level = random.pick(
      (
        [
          [0, 1],
          [0, 1, 1, 2],
          [0, 1, 2],
        ] as const
      )[level],
    ) as 0 | 1 | 2
  }
  return { kind: 'list', isOrdered: random.next() < 0.4, items }
}

const cell = (text: string, columns = 1, rows = 1): KnownCell => ({ text, columns, rows })

function makeTable(maker: Maker): KnownTable {
  const { random } = maker
  const columns = 3 + random.integer(4)
  const rowCount = 3 + random.integer(6)
  const shape = random.pick(['plain', 'plain', 'grouped-head', 'grouped-rows'] as const)
  const names = Array.from({ length: columns }, () =>
    capitalize(makePhrase(maker, 1 + random.integer(2))),
  )
  const head =
    shape === 'grouped-head' && columns > 3
      ? groupedHead(maker, names)
      : [names.map((name) => cell(name))]
  const hasLongCells = random.next() < 0.5
  const kinds = names.map((_, i) =>
    i === 0
      ? 'name'
      : i === 1
        ? hasLongCells
          ? 'text'
          : 'word'
        : random.pick(['number', 'number', 'word', 'sparse'] as const),
  )
  const rows: KnownCell[][] = Array.from({ length: rowCount }, () =>
    kinds.map((kind) => makeCell(maker, kind)),
  )
  if (shape === 'grouped-rows') groupRows(rows)
  return { kind: 'table', headRows: head.length, rows: [...head, ...rows] }
}

/** Two rows, of which the first has a cell over all columns but the first two. */
function groupedHead(maker: Maker, names: readonly string[]): KnownCell[][] {
  const [first = '', second = '', ...rest] = names
  return [
    [cell(first, 1, 2), cell(second, 1, 2), cell(capitalize(makePhrase(maker, 2)), rest.length)],
    rest.map((name) => cell(name)),
  ]
}

/** The first cells of two rows that follow each other become one. */
function groupRows(rows: KnownCell[][]): void {
  for (let i = 0; i + 1 < rows.length; i += 3) {
    rows[i]![0] = { ...rows[i]![0]!, rows: 2 }
    rows[i + 1]!.shift()
  }
}

function makeCell(maker: Maker, kind: 'name' | 'text' | 'word' | 'number' | 'sparse'): KnownCell {
  const { random } = maker
  const number = `${1 + random.integer(9)},${100 + random.integer(900)}.${10 + random.integer(90)}`
  if (kind === 'name') return cell(capitalize(makePhrase(maker, 1 + random.integer(2))))
  if (kind === 'text') return cell(capitalize(makePhrase(maker, 2 + random.integer(12))))
  if (kind === 'word') return cell(random.pick(maker.vocabulary.others))
  if (kind === 'sparse' && random.next() < 0.4) return cell('')
  return { ...cell(number), isNumber: true }
}
