import { heightOf, middle } from '../align/boxes.ts'
import { type Passage, passageOf, slicePassage } from '../align/passage.ts'
import { countryOf, isCountryCode } from '../values/country-codes.ts'
import { cellsFromTop, firstBelow } from './cells-from-top.ts'
import { derivedFinding, toldBy } from './explained.ts'
import { lettersOf } from './own-names.ts'
import { addressOf, linesFrom, partyBlocks } from './party-blocks.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, finding } from './typed-value.ts'

export type Address = Readonly<
  Partial<Record<'street' | 'postcode' | 'city' | 'state' | 'country', Finding>>
>

const ofName = String.raw`[\p{L}.'’-]`
/** From the first capital of a word, so that a long word is gone through once. */
const name =
  String.raw`(?=\p{Lu})(?<=(?<!${ofName})(?:(?!\p{Lu})${ofName})*)` +
  String.raw`\p{Lu}${ofName}*(?: \p{L}${ofName}*){0,3}`

/** The last line of an address but for the country, in the orders of several countries. */
const townLines: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<city>${name}),?\s+(?<state>[A-Z]{2})\s+(?<postcode>\d{5}(?:-\d{4})?)(?!\d)`,
    'du',
  ),
  new RegExp(
    String.raw`(?<city>${name}),?\s+(?<postcode>[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2})(?!\p{L})`,
    'du',
  ),
  new RegExp(
    String.raw`(?<![\p{L}\d])(?:[A-Z]{1,2}-)?(?<postcode>\d{4}\s[A-Z]{2})\s+(?<city>${name})`,
    'du',
  ),
  new RegExp(
    String.raw`(?<![\p{L}\d])(?:[A-Z]{1,2}-)?(?<postcode>\d{2}-\d{3}|\d{3}\s\d{2}|\d{4}-\d{3})\s+(?<city>${name})`,
    'du',
  ),
  new RegExp(
    String.raw`(?<![\p{L}\d])(?:[A-Z]{1,2}-)?(?<postcode>\d{4,6})\s+(?<city>${name})`,
    'du',
  ),
]

export const isTownLine = (text: string): boolean => townLines.some((line) => line.test(text))

const mostPartsOfAddress = 3
const linesOfAddress = 5
const separator = /\s[-–—|•·]\s|[|•·]\s/gu
/** A name that a document repeats on every line is looked for in its first places. */
const maxOccurrences = 30

/** The parts of the address that stands with the seller's name: on its line or in the lines under it. */
export function sellerAddress(prepared: PreparedDocument, seller: Finding | undefined): Address {
  if (!seller) return {}
  const blocks = occurrencesOf(prepared, String(seller.value)).map((cell) =>
    blockOf(prepared, cell),
  )
  return (
    blocks.map((block) => readAddress(prepared, block)).find(({ city }) => city !== undefined) ?? {}
  )
}

/** The same as one text, with all its lines. */
export function sellerAddressBlock(
  prepared: PreparedDocument,
  seller: Finding | undefined,
): Finding | undefined {
  return firstAt(prepared, seller, (cell) =>
    addressOf(prepared.document, linesFrom(prepared, cell, cell)),
  )
}

/** The same on one line with the name, as it stands over the window of an envelope and in the foot. */
export function sellerAddressLine(
  prepared: PreparedDocument,
  seller: Finding | undefined,
): Finding | undefined {
  return firstAt(
    prepared,
    seller,
    (cell) =>
      besideName(prepared, cell, String(seller?.value)) ??
      upToTown(prepared, linesFrom(prepared, cell, cell)[1]),
  )
}

/** Under the name a line goes on behind the town with numbers: `Street 1 · 12345 Town · Tel. 123`. */
function upToTown({ document }: PreparedDocument, line: Passage | undefined): Passage | undefined {
  const parts = line ? partsOf(document, line) : []
  const last = parts.findLastIndex(({ text }) => isTownLine(text))
  const [first] = parts
  if (!line || !first || last < 1 || last > mostPartsOfAddress || !/\d/.test(first.text))
    return undefined
  const words = parts.slice(0, last + 1).flatMap((part) => part.words)
  const [from, to] = [line.words.indexOf(words[0] ?? -1), line.words.indexOf(words.at(-1) ?? -1)]
  return passageOf(document, line.page, line.words.slice(from, to + 1))
}

function firstAt(
  prepared: PreparedDocument,
  seller: Finding | undefined,
  addressAt: (cell: Passage) => Passage | undefined,
): Finding | undefined {
  if (!seller) return undefined
  for (const cell of occurrencesOf(prepared, String(seller.value))) {
    const found = addressAt(cell)
    if (found) return besideSeller(finding(found, found.text, found.text))
  }
  return undefined
}

/** What follows the name on its line, where that holds a town: `Name - Street 1 - 12345 Town`. */
function besideName(
  { document }: PreparedDocument,
  cell: Passage,
  seller: string,
): Passage | undefined {
  const parts = partsOf(document, cell)
  const at = parts.findIndex(({ text }) => lettersOf(text).includes(lettersOf(seller)))
  const [first] = parts.slice(at + 1)
  const last = parts.findLast(({ text }, i) => i > at && townLines.some((line) => line.test(text)))
  if (at < 0 || !first || !last) return undefined
  const from = cell.words.indexOf(first.words[0] ?? -1)
  const to = cell.words.indexOf(last.words.at(-1) ?? -1)
  return from < 0 || to < from
    ? undefined
    : passageOf(document, cell.page, cell.words.slice(from, to + 1))
}

/** The whole address under the heading of a party, with its parts. */
export function partyAddress(
  prepared: PreparedDocument,
  party: 'customer' | 'delivery',
): Address & { readonly whole?: Finding } {
  for (const { lines, ...block } of partyBlocks(prepared)) {
    if (block.party !== party) continue
    const parts = readAddress(
      prepared,
      lines.flatMap((line) => partsOf(prepared.document, line)),
    )
    const whole = addressOf(prepared.document, lines)
    if (!whole) continue
    const told = toldBy(finding(whole, whole.text, whole.text), {
      kind: 'beside',
      what: `the heading “${block.label.text}”`,
      page: whole.page,
    })
    return { ...parts, whole: told }
  }
  return {}
}

/** Where the seller is named, but for the blocks of others. */
function occurrencesOf(prepared: PreparedDocument, seller: string): readonly Passage[] {
  const letters = lettersOf(seller)
  return prepared.rows
    .flatMap((row) => row.cells)
    .filter((cell) => lettersOf(cell.text).includes(letters))
    .slice(0, maxOccurrences)
    .filter((cell) => !['customer', 'delivery'].includes(prepared.partyAt(cell) ?? ''))
}

/** The parts of the name's own line after it, then the cells under it that begin or end alike. */
function blockOf(prepared: PreparedDocument, cell: Passage): readonly Passage[] {
  const height = heightOf(cell.box)
  const cells = cellsFromTop(prepared, cell.page)
  const under: Passage[] = []
  for (let i = firstBelow(cells, middle(cell.box) + height / 2); i < cells.length; i++) {
    const other = cells[i]
    if (!other || middle(other.box) - middle(cell.box) >= linesOfAddress * 1.8 * height) break
    const isAligned = [0, 2].some(
      (side) => Math.abs((other.box[side] ?? 0) - (cell.box[side] ?? 0)) < 2 * height,
    )
    if (isAligned) under.push(other)
  }
  const { document } = prepared
  return [...partsOf(document, cell), ...under.flatMap((line) => partsOf(document, line))]
}

function partsOf(document: PreparedDocument['document'], cell: Passage): readonly Passage[] {
  const cuts = [...cell.text.matchAll(separator)]
  const starts = [0, ...cuts.map((cut) => cut.index + cut[0].length)]
  const ends = [...cuts.map((cut) => cut.index), cell.text.length]
  return starts.flatMap((start, i) => slicePassage(document, cell, start, ends[i]) ?? [])
}

/** The forms are tried one after the other: a house number with a street looks like a town too. */
function readAddress({ document }: PreparedDocument, block: readonly Passage[]): Address {
  const towns = townLines.flatMap((pattern) =>
    block.flatMap((line, at) => {
      const places = line.text.match(pattern)?.indices?.groups
      return places ? [{ line, places, at }] : []
    }),
  )
  const town = towns[0]
  if (!town) return {}
  const part = (name: string): Finding | undefined => {
    const place = town.places[name]
    const words = place && slicePassage(document, town.line, place[0], place[1])
    return words ? finding(words, words.text, words.text) : undefined
  }
  return withoutGaps({
    street: streetIn(block[town.at - 1]),
    postcode: part('postcode'),
    city: part('city'),
    state: part('state'),
    country: countryIn(document, town.line, block[town.at + 1]),
  })
}

function withoutGaps(address: Readonly<Record<keyof Address, Finding | undefined>>): Address {
  return Object.fromEntries(
    Object.entries(address).flatMap(([part, found]) =>
      found ? [[part, besideSeller(found)] as const] : [],
    ),
  )
}

function besideSeller(found: Finding): Finding {
  return toldBy(found, { kind: 'beside', what: 'the name of the seller', page: found.place.page })
}

/** The line over the town, when it has the number of a house. */
function streetIn(line: Passage | undefined): Finding | undefined {
  const isStreet =
    line && /\d/.test(line.text) && /\p{L}{3}/u.test(line.text) && !/[:@]/.test(line.text)
  return isStreet ? finding(line, line.text.replace(/[,;]$/, ''), line.text) : undefined
}

/** Named on the next line, or as a code at the end of the town's. The value is the ISO code. */
function countryIn(
  document: PreparedDocument['document'],
  line: Passage,
  next: Passage | undefined,
): Finding | undefined {
  const named = next && countryOf(next.text)
  if (next && named) return derivedFinding(next, named, 'country-name')
  const code = line.text.match(/,\s*([A-Z]{2})$/u)
  if (!code?.[1] || !isCountryCode(code[1])) return undefined
  const part = slicePassage(document, line, line.text.length - 2)
  return part ? finding(part, code[1], code[1]) : undefined
}
