import type { FoundBy, NameSign } from '@recto/provider-spec/explanation'
import { middle } from '../align/boxes.ts'
import { type Passage, slicePassage } from '../align/passage.ts'
import { fieldNamed } from '../labels/business-fields.ts'
import { fold } from '../values/fold.ts'
import { wordsInAll } from '../vocabulary/languages.ts'
import { labelledFindings, type Scored } from './labelled-findings.ts'
import { legalFormIn } from './legal-forms.ts'
import { findFoot, type Letterhead } from './letterhead.ts'
import { isHeading, isOfOthers, kindOf } from './letterhead-lines.ts'
import type { HeadName } from './letterhead-name.ts'
import { beginsWithOne, isConfirmedBy, lettersOf, type OwnNames } from './own-names.ts'
import type { PreparedDocument } from './prepare-document.ts'

const minScore = 0.55
/** Only a name that the document's own addresses bear, too, is surer than that of the letterhead. */
const ofLetterhead = 0.74
const separator = /\s[-–—|•·]\s|[|•·:]\s|\s{2,}/gu

/**
 * The company that issued a document: named by a label, or by its legal form, by the name of its
 * own e-mail or web address, by its place at the top or in the foot, over its registered office, and by being repeated.
 */
export function findSeller(
  prepared: PreparedDocument,
  head: Letterhead | undefined,
  own: OwnNames,
): Scored | undefined {
  const labelled = labelledSeller(prepared)
  if (labelled) return labelled
  const letters = lettersOf(withoutAddresses(prepared.text))
  const best = mostLikely(prepared, own)
    .map((one) => ({ ...one, isRepeated: isTwiceIn(letters, one.name) }))
    .map((one) => ({ ...one, score: one.scoreIf(one.isRepeated) }))
    .toSorted((a, b) => b.score - a.score || a.order - b.order)[0]
  if (head && (best?.score ?? 0) < ofLetterhead) {
    return inBlock(head.name, { kind: 'letterhead', page: head.name.passage.page })
  }
  if (!best || best.score < minScore) return fromTheFoot(prepared, own) ?? accountHolder(prepared)
  const signs: readonly NameSign[] = [...best.signs, ...(best.isRepeated ? [repeated] : [])]
  return named(best.name, best.score, { kind: 'name', signs, page: best.name.page })
}

const repeated: NameSign = 'repeated'

/** A name in an address of the web is no second place where somebody wrote it. */
const withoutAddresses = (text: string): string =>
  text
    .split(/\s+/)
    .filter((word) => !word.includes('@') && !/^(?:www\.|https?:)/i.test(word))
    .join(' ')

function inBlock({ passage, value }: HeadName, by: FoundBy): Scored {
  const found = named(passage, ofLetterhead, by)
  return value === passage.text ? found : { ...found, value, match: 'normalised' }
}

/** Whom the reader is thanked for having come to, or whose numbers stand at the foot. */
function fromTheFoot(prepared: PreparedDocument, own: OwnNames): Scored | undefined {
  const [thanked] = own.thanked.filter(({ name }) => isName(name.text))
  if (thanked) {
    const { name, words: label } = thanked
    return named(name, ofLetterhead, { kind: 'label', label, page: name.page, relation: 'inline' })
  }
  const foot = findFoot(prepared, (name) => isConfirmedBy(own, name))
  if (!foot) return undefined
  return inBlock(foot.name, { kind: 'name', signs: ['foot'], page: foot.name.passage.page })
}

function named({ page, words, box, text }: Passage, score: number, by: FoundBy): Scored {
  return { value: text, place: { page, words, box }, match: 'exact', score, foundBy: [by] }
}

/** Whose account is to be paid to; a statement of an account is not its holder's. */
function accountHolder(prepared: PreparedDocument): Scored | undefined {
  const isStatement = prepared.pairs.some(
    ({ fields }) => (fields.get('opening-balance') ?? 0) > 0.9,
  )
  return isStatement ? undefined : labelledName(prepared, 'account-holder')
}

const labelledSeller = (prepared: PreparedDocument): Scored | undefined =>
  labelledName(prepared, 'seller-name')

function labelledName(
  prepared: PreparedDocument,
  name: 'seller-name' | 'account-holder',
): Scored | undefined {
  const field = fieldNamed(name)
  const question = { key: 'seller', prompt: 'seller', type: 'text' as const }
  const found = labelledFindings(prepared, { question, words: [], field })
  return found.find(
    ({ value, score }) => score > 0.8 && isName(String(value)) && !isHeading(String(value)),
  )
}

/** Few words, capitalised, with no long number among them. */
function isName(text: string): boolean {
  return /^[\p{Lu}\p{N}]/u.test(text) && text.split(/\s+/).length <= 7 && !/\d{3}|@/.test(text)
}

type Name = Passage & {
  readonly hasLegalForm: boolean
  /** That the name stands in. */
  readonly cell: Passage
}

type Candidate = {
  readonly name: Name
  /** In the document. */
  readonly order: number
  /** How likely it is, told whether it is repeated, which is looked up for the best only. */
  readonly scoreIf: (isRepeated: boolean) => number
  /** What speaks for it, without that. */
  readonly signs: readonly NameSign[]
}

const maxCandidates = 300

function mostLikely(prepared: PreparedDocument, own: OwnNames): readonly Candidate[] {
  const customers = prepared.pairs.filter(({ fields }) => (fields.get('customer-name') ?? 0) > 0.7)
  const signs = { own, customers: new Set(customers.flatMap(({ value }) => wordsOf(value))) }
  return companyNames(prepared, own)
    .map((name, order) => ({ name, order, ...scoring(prepared, name, signs) }))
    .toSorted((a, b) => b.scoreIf(true) - a.scoreIf(true))
    .slice(0, maxCandidates)
}

function isTwiceIn(all: string, { text }: Name): boolean {
  const letters = lettersOf(text)
  const first = all.indexOf(letters)
  return first >= 0 && all.includes(letters, first + letters.length)
}

/** The words of a passage, each by its page and its place there. */
const wordsOf = ({ page, words }: Pick<Passage, 'page' | 'words'>) =>
  words.map((word) => `${page} ${word}`)

function companyNames(prepared: PreparedDocument, own: OwnNames): readonly Name[] {
  return prepared.rows
    .flatMap((row) => row.cells)
    .flatMap((cell): readonly Name[] => {
      const formal = withLegalForm(prepared, cell)
      if (formal) return [{ ...formal, hasLegalForm: true, cell }]
      return isOwn(cell, own) ? [{ ...cell, hasLegalForm: false, cell }] : []
    })
}

/** Without a legal form, a line that is nothing else and that the document bears out. */
function isOwn(cell: Passage, { domains, overOffice }: OwnNames): boolean {
  if (!isName(cell.text)) return false
  const isBorneOut = overOffice.has(cell) || domains.has(lettersOf(cell.text))
  return isBorneOut && kindOf(cell.text) === 'text'
}

/** The capitalised words up to and with a legal form. */
function withLegalForm({ document }: PreparedDocument, cell: Passage): Passage | undefined {
  const form = legalFormIn(cell.text)
  if (!form || isOfOthers(cell.text)) return undefined
  const end = form.index + form[0].length
  const before = cell.text.slice(0, form.index)
  const parted = [...before.matchAll(separator)].at(-1)
  const from = parted ? parted.index + parted[0].length : 0
  const start = from + capitalisedTail(before.slice(from))
  const name = slicePassage(document, cell, start, end)
  const isLong = name && name.text.length > form[0].length + 1
  return isLong && isName(name.text) ? name : undefined
}

const joining = new Set([...wordsInAll('joining'), '&', '+', '-'])

/** Where the last run of capitalised words begins; one joining word may stand behind each. */
function capitalisedTail(text: string): number {
  if (!/\s$/.test(text)) return text.length
  const words = [...text.matchAll(/\S+/g)]
  let start = text.length
  for (;;) {
    const word = lastName(words)
    const capital = word ? word[0].search(/[("“'’]?[\p{Lu}\p{N}]/u) : -1
    if (!word || capital < 0) return start
    start = word.index + capital
    if (capital > 0) return start
  }
}

/** Takes the last word away, and the one before it when that one joins. */
function lastName(words: RegExpExecArray[]): RegExpExecArray | undefined {
  const last = words.pop()
  return last && joining.has(last[0]) ? words.pop() : last
}

/** What the whole document tells about the names in it. */
type Signs = {
  readonly own: OwnNames
  /** Words under labels for the customer. */
  readonly customers: ReadonlySet<string>
}

function scoring(
  prepared: PreparedDocument,
  name: Name,
  signs: Signs,
): Pick<Candidate, 'scoreIf' | 'signs'> {
  const letters = lettersOf(name.text)
  const isOwnDomain = beginsWithOne(letters, signs.own.domains)
  const isOverOffice = signs.own.overOffice.has(name.cell)
  const own = (name.hasLegalForm ? 0.45 : 0.3) + (isOwnDomain ? 0.3 : 0) + (isOverOffice ? 0.6 : 0)
  const place = placeOf(prepared, name)
  const placed = own + (place ? placeScores[place] : 0)
  const lost = isCustomer(prepared, name, signs.customers) ? 0.6 : 0
  return {
    scoreIf: (isRepeated) => placed + (isRepeated ? 0.1 : 0) - lost,
    signs: [
      ...(name.hasLegalForm ? ['legal-form' as const] : []),
      ...(isOwnDomain ? ['own-address' as const] : []),
      ...(isOverOffice ? ['registered-office' as const] : []),
      ...(place ? [place] : []),
    ],
  }
}

const placeScores = { top: 0.15, foot: 0.1 }

/** Issuers stand at the top of the first page and in the foot. */
function placeOf({ document }: PreparedDocument, name: Name): 'top' | 'foot' | undefined {
  const height = middle(name.box) / (document.pages[name.page]?.height || 1)
  if (height > 0.8) return 'foot'
  return name.page === 0 && height < 0.3 ? 'top' : undefined
}

const careOf = wordsInAll('careOf').map((words) => fold(words))

/** Begins with what stands before whoever a letter goes to. */
function isAddressed(text: string): boolean {
  const plain = fold(text)
  return careOf.some(
    (words) => plain.startsWith(words) && !/\p{L}/u.test(plain.charAt(words.length)),
  )
}

/** Named beside or close under a label for the customer. */
function isCustomer(
  prepared: PreparedDocument,
  name: Name,
  customers: ReadonlySet<string>,
): boolean {
  const party = prepared.partyAt(name)
  if (party === 'customer' || party === 'delivery') return true
  const [first] = wordsOf(name)
  return isAddressed(name.cell.text) || (first !== undefined && customers.has(first))
}
