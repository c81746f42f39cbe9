import { getHeight, middle } from '../align/boxes.ts'
import { type Passage, slicePassage, toPassage } from '../align/passage.ts'
import { findCountryCode, isCountryCode } from '../values/country-codes.ts'
import { findFirstBelow, getCellsByHeight } from './cells-by-height.ts'
import { addReasons, toDerivedFinding } from './explanations.ts'
import { toComparableLetters } from './issuer-hints.ts'
import { collectBlockLines, findBlockAddress, getPartyBlocks } from './party-blocks.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, toFinding } from './read-typed-value.ts'

export type SellerAddress = Readonly<
  Partial<Record<'street' | 'postcode' | 'city' | 'state' | 'country', Finding>>
>

const nameCharacter = String.raw`[\p{L}.'’-]`
/** A name from the first capital of a word on, in a form that scans a long word only once. */
const townName =
  String.raw`(?=\p{Lu})(?<=(?<!${nameCharacter})(?:(?!\p{Lu})${nameCharacter})*)` +
  String.raw`\p{Lu}${nameCharacter}*(?: \p{L}${nameCharacter}*){0,3}`

/** The last line of an address before the country, in the notations of several countries. */
const townPatterns: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<city>${townName}),?\s+(?<state>[A-Z]{2})\s+(?<postcode>\d{5}(?:-\d{4})?)(?!\d)`,
    'du',
  ),
  new RegExp(
    String.raw`(?<city>${townName}),?\s+(?<postcode>[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2})(?!\p{L})`,
    'du',
  ),
  new RegExp(
    String.raw`(?<![\p{L}\d])(?:[A-Z]{1,2}-)?(?<postcode>\d{4}\s[A-Z]{2})\s+(?<city>${townName})`,
    'du',
  ),
  new RegExp(
    String.raw`(?<![\p{L}\d])(?:[A-Z]{1,2}-)?(?<postcode>\d{2}-\d{3}|\d{3}\s\d{2}|\d{4}-\d{3})\s+(?<city>${townName})`,
    'du',
  ),
  new RegExp(
    String.raw`(?<![\p{L}\d])(?:[A-Z]{1,2}-)?(?<postcode>\d{4,6})\s+(?<city>${townName})`,
    'du',
  ),
]

export const isTownLine = (text: string): boolean => townPatterns.some((line) => line.test(text))

const maxAddressParts = 3
const maxAddressLines = 5
const separator = /\s[-–—|•·]\s|[|•·]\s/gu
/**
 * Maximum number of occurrences of the name to search, because a document can repeat it on every
 * line.
 */
const maxOccurrences = 30

/** Finds the parts of the address beside the seller's name: on its line or in the lines below. */
export function findSellerAddress(
  preparedDocument: PreparedDocument,
  seller: Finding | undefined,
): SellerAddress {
  if (!seller) return {}
  const blocks = findOccurrences(preparedDocument, String(seller.value)).map((cell) =>
    collectAddressBlock(preparedDocument, cell),
  )
  return (
    blocks
      .map((block) => readAddress(preparedDocument, block))
      .find(({ city }) => city !== undefined) ?? {}
  )
}

/** Finds the seller's address below the name, as one text with all its lines. */
export function findSellerAddressBlock(
  preparedDocument: PreparedDocument,
  seller: Finding | undefined,
): Finding | undefined {
  return findAtOccurrence(preparedDocument, seller, (cell) =>
    findBlockAddress(preparedDocument.document, collectBlockLines(preparedDocument, cell, cell)),
  )
}

/**
 * Finds the seller's address on one line with the name, as printed above an envelope window or in
 * the foot.
 */
export function findSellerAddressLine(
  preparedDocument: PreparedDocument,
  seller: Finding | undefined,
): Finding | undefined {
  return findAtOccurrence(
    preparedDocument,
    seller,
    (cell) =>
      findAddressAfterName(preparedDocument, cell, String(seller?.value)) ??
      cutAfterTown(preparedDocument, collectBlockLines(preparedDocument, cell, cell)[1]),
  )
}

/**
 * Cuts a line below the name after the town, because other numbers can follow: `Street 1 · 12345
 * Town · Tel. 123`.
 */
function cutAfterTown(
  { document }: PreparedDocument,
  line: Passage | undefined,
): Passage | undefined {
  const parts = line ? splitParts(document, line) : []
  const last = parts.findLastIndex(({ text }) => isTownLine(text))
  const [first] = parts
  if (!line || !first || last < 1 || last > maxAddressParts || !/\d/.test(first.text))
    return undefined
  const words = parts.slice(0, last + 1).flatMap((part) => part.words)
  const from = line.words.indexOf(words[0] ?? -1)
  const to = line.words.indexOf(words.at(-1) ?? -1)
  return toPassage(document, line.page, line.words.slice(from, to + 1))
}

function findAtOccurrence(
  preparedDocument: PreparedDocument,
  seller: Finding | undefined,
  addressAt: (cell: Passage) => Passage | undefined,
): Finding | undefined {
  if (!seller) return undefined
  for (const cell of findOccurrences(preparedDocument, String(seller.value))) {
    const address = addressAt(cell)
    if (address) return addSellerReason(toFinding(address, address.text, address.text))
  }
  return undefined
}

/**
 * Finds the address after the name on the same line, if it contains a town: `Name - Street 1 -
 * 12345 Town`.
 */
function findAddressAfterName(
  { document }: PreparedDocument,
  cell: Passage,
  seller: string,
): Passage | undefined {
  const parts = splitParts(document, cell)
  const nameIndex = parts.findIndex(({ text }) =>
    toComparableLetters(text).includes(toComparableLetters(seller)),
  )
  const [first] = parts.slice(nameIndex + 1)
  const last = parts.findLast(
    ({ text }, i) => i > nameIndex && townPatterns.some((line) => line.test(text)),
  )
  if (nameIndex < 0 || !first || !last) return undefined
  const from = cell.words.indexOf(first.words[0] ?? -1)
  const to = cell.words.indexOf(last.words.at(-1) ?? -1)
  return from < 0 || to < from
    ? undefined
    : toPassage(document, cell.page, cell.words.slice(from, to + 1))
}

/** Finds the address below the heading of a party, as a whole and in parts. */
export function findPartyAddress(
  preparedDocument: PreparedDocument,
  party: 'customer' | 'delivery',
): SellerAddress & { readonly whole?: Finding } {
  for (const { lines, ...block } of getPartyBlocks(preparedDocument)) {
    if (block.party !== party) continue
    const parts = readAddress(
      preparedDocument,
      lines.flatMap((line) => splitParts(preparedDocument.document, line)),
    )
    const whole = findBlockAddress(preparedDocument.document, lines)
    if (!whole) continue
    const finding = addReasons(toFinding(whole, whole.text, whole.text), {
      kind: 'beside',
      what: `the heading “${block.label.text}”`,
      page: whole.page,
    })
    return { ...parts, whole: finding }
  }
  return {}
}

/** Finds the cells that name the seller, outside the blocks of other parties. */
function findOccurrences(preparedDocument: PreparedDocument, seller: string): readonly Passage[] {
  const letters = toComparableLetters(seller)
  return preparedDocument.rows
    .flatMap((row) => row.cells)
    .filter((cell) => toComparableLetters(cell.text).includes(letters))
    .slice(0, maxOccurrences)
    .filter((cell) => !['customer', 'delivery'].includes(preparedDocument.getPartyAt(cell) ?? ''))
}

/** Collects the parts after the name on its line, then the cells below that are aligned with it. */
function collectAddressBlock(
  preparedDocument: PreparedDocument,
  cell: Passage,
): readonly Passage[] {
  const height = getHeight(cell.box)
  const cells = getCellsByHeight(preparedDocument, cell.page)
  const cellsBelow: Passage[] = []
  for (let i = findFirstBelow(cells, middle(cell.box) + height / 2); i < cells.length; i++) {
    const otherCell = cells[i]
    if (!otherCell || middle(otherCell.box) - middle(cell.box) >= maxAddressLines * 1.8 * height)
      break
    const isAligned = [0, 2].some(
      (side) => Math.abs((otherCell.box[side] ?? 0) - (cell.box[side] ?? 0)) < 2 * height,
    )
    if (isAligned) cellsBelow.push(otherCell)
  }
  const { document } = preparedDocument
  return [
    ...splitParts(document, cell),
    ...cellsBelow.flatMap((line) => splitParts(document, line)),
  ]
}

function splitParts(document: PreparedDocument['document'], cell: Passage): readonly Passage[] {
  const cuts = [...cell.text.matchAll(separator)]
  const starts = [0, ...cuts.map((cut) => cut.index + cut[0].length)]
  const ends = [...cuts.map((cut) => cut.index), cell.text.length]
  return starts.flatMap((start, i) => slicePassage(document, cell, start, ends[i]) ?? [])
}

/**
 * Tries one pattern after the other, because a house number with a street also looks like a town.
 */
function readAddress({ document }: PreparedDocument, block: readonly Passage[]): SellerAddress {
  const towns = townPatterns.flatMap((pattern) =>
    block
      .map((line, index) => {
        const ranges = line.text.match(pattern)?.indices?.groups
        return ranges ? { line, ranges, index } : undefined
      })
      .filter((value) => value !== undefined),
  )
  const town = towns[0]
  if (!town) return {}
  const part = (name: string): Finding | undefined => {
    const range = town.ranges[name]
    const words = range && slicePassage(document, town.line, range[0], range[1])
    return words ? toFinding(words, words.text, words.text) : undefined
  }
  return omitMissingParts({
    street: findStreet(block[town.index - 1]),
    postcode: part('postcode'),
    city: part('city'),
    state: part('state'),
    country: findCountry(document, town.line, block[town.index + 1]),
  })
}

function omitMissingParts(
  address: Readonly<Record<keyof SellerAddress, Finding | undefined>>,
): SellerAddress {
  return Object.fromEntries(
    Object.entries(address)
      .map(([part, finding]) => (finding ? ([part, addSellerReason(finding)] as const) : undefined))
      .filter((value) => value !== undefined),
  )
}

function addSellerReason(finding: Finding): Finding {
  return addReasons(finding, {
    kind: 'beside',
    what: 'the name of the seller',
    page: finding.place.page,
  })
}

/** The line above the town, if it contains a house number. */
function findStreet(line: Passage | undefined): Finding | undefined {
  const isStreet =
    line && /\d/.test(line.text) && /\p{L}{3}/u.test(line.text) && !/[:@]/.test(line.text)
  return isStreet ? toFinding(line, line.text.replace(/[,;]$/, ''), line.text) : undefined
}

/**
 * Finds a country name on the next line, or a country code at the end of the town line. The value
 * is the ISO code.
 */
function findCountry(
  document: PreparedDocument['document'],
  line: Passage,
  next: Passage | undefined,
): Finding | undefined {
  const countryCode = next && findCountryCode(next.text)
  if (next && countryCode) return toDerivedFinding(next, countryCode, 'country-name')
  const code = line.text.match(/,\s*([A-Z]{2})$/u)
  if (!code?.[1] || !isCountryCode(code[1])) return undefined
  const part = slicePassage(document, line, line.text.length - 2)
  return part ? toFinding(part, code[1], code[1]) : undefined
}
