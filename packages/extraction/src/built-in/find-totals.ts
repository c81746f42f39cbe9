import type { Term } from '@recto/provider-spec/explanation'
import { heightOf, middle } from '../align/boxes.ts'
import type { Passage } from '../align/passage.ts'
import { fieldNamed } from '../labels/business-fields.ts'
import { fieldMatch } from '../labels/label-match.ts'
import { namedPhraseOf } from '../labels/phrases.ts'
import { findNumbers } from '../values/parse-number.ts'
import { cellsFromTop } from './cells-from-top.ts'
import { addingUpTo, toldBy } from './explained.ts'
import { labelledFindings, type Scored } from './labelled-findings.ts'
import type { PreparedDocument } from './prepare-document.ts'

export type Totals = {
  readonly total?: Scored | undefined
  readonly net?: Scored | undefined
  readonly tax?: Scored | undefined
}

const cent = 0.011
/** Money that was paid agrees to the cent. */
const halfCent = 0.0051
const agreement = 0.25
const minCoin = 0.06
/** Of each kind; every three of them are tried. */
const maxCandidates = 40

/**
 * The amounts at the foot of an invoice. Among what their labels offer, net, tax and total are taken
 * that add up; without such three, the best labelled of each.
 */
export function findTotals(prepared: PreparedDocument): Totals {
  const totals = candidates(prepared, 'total')
  const taxes = candidates(prepared, 'tax')
  const nets = [...candidates(prepared, 'net'), ...underNetHeading(prepared, totals)]
  const found = addingUp({ totals, nets, taxes }) ?? alone({ totals, nets, taxes })
  return { ...found, total: asPaid(prepared, totals, found.total) }
}

/** Of a coin: cash is rounded to one. */
const rounding = 0.051

/**
 * What was paid less what was given back: of the amounts that are named a total, or of all where that names
 * none or is a rounding away, the one that this confirms.
 */
function asPaid(
  prepared: PreparedDocument,
  totals: readonly Scored[],
  found: Scored | undefined,
): Scored | undefined {
  const changes = candidates(prepared, 'change')
  const sums = candidates(prepared, 'amount-paid')
    .slice(0, maxPayments)
    .flatMap((paid) => changes.slice(0, maxPayments).map((change) => ({ paid, change })))
    .filter(({ paid, change }) => middle(change.place.box) > middle(paid.place.box))
    .map(({ paid, change }) => ({ paid, change, sum: amountOf(paid) - amountOf(change) }))
    .filter(({ sum }) => sum > cent)
  const sameAs = (total: Scored) =>
    sums.find(({ sum }) => Math.abs(sum - amountOf(total)) < halfCent)
  const ofFound = found && sameAs(found)
  if (sums.length === 0 || ofFound) return found && ofFound ? paying(found, ofFound) : found
  const other = totals.find(sameAs)
  const ofOther = other && sameAs(other)
  if (ofOther) return paying(other, ofOther)
  const near = sums.find(({ sum }) => !found || Math.abs(sum - amountOf(found)) < rounding)
  return (near && printedSum(prepared, near)) ?? found
}

type Payment = { readonly paid: Scored; readonly change: Scored; readonly sum: number }

function paying(total: Scored, { paid, change, sum }: Payment): Scored {
  const terms = [named('paid', amountOf(paid)), named('change', -amountOf(change))]
  return addingUpTo(total, named('total', sum), ...terms)
}

const named = (name: string, amount: number): Term => ({ name, amount })

const maxPayments = 4

/** The last amount over the payment that is the sum, or the payment itself where nothing was given back. */
function printedSum(prepared: PreparedDocument, payment: Payment): Scored | undefined {
  const { paid, sum } = payment
  const place = cellsFromTop(prepared, paid.place.page)
    .filter((cell) => middle(cell.box) <= middle(paid.place.box))
    .findLast((cell) => {
      const [last] = findNumbers(cell.text, prepared.decimalMark).slice(-1)
      return last !== undefined && Math.abs(last.value - sum) < cent
    })
  if (!place) return undefined
  const { page, words, box } = place
  const value = Math.round(sum * 100) / 100
  return paying({ value, place: { page, words, box }, match: 'inferred', score: 0.8 }, payment)
}

type Candidates = Readonly<Record<'totals' | 'nets' | 'taxes', readonly Scored[]>>

type AmountName = 'total' | 'net' | 'tax' | 'amount-paid' | 'change'

function candidates(prepared: PreparedDocument, name: AmountName): readonly Scored[] {
  const question = { key: name, prompt: name, type: 'number' as const }
  const found = labelledFindings(prepared, { question, words: [], field: fieldNamed(name) })
  return found
    .map((candidate) => ({
      ...candidate,
      score: candidate.score + lateness(prepared, candidate) - plainness(prepared, candidate),
    }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxCandidates)
}

/** Among amounts with decimals one without is a quantity, a number, or was read wrong. */
function plainness({ document, decimalMark }: PreparedDocument, { place }: Scored): number {
  const words = document.pages[place.page]?.words ?? []
  const text = place.words.map((word) => words[word]?.text ?? '').join(' ')
  return decimalMark === undefined || /[.,]\s?\d{2}(?!\d)|\p{Sc}/u.test(text) ? 0 : 0.3
}

/** Totals stand below what they sum up: of two equal labels the later counts a little more. */
function lateness({ document, rows }: PreparedDocument, { place }: Scored): number {
  const pages = Math.max(document.pages.length, 1)
  const height = document.pages[place.page]?.height ?? 1
  return rows.length === 0 ? 0 : (0.1 * (place.page + middle(place.box) / height)) / pages
}

function addingUp({ totals, nets, taxes }: Candidates): Totals | undefined {
  const triples = totals.flatMap((total) =>
    nets.flatMap((net) =>
      taxes.filter((tax) => isSum(total, net, tax)).map((tax) => ({ total, net, tax })),
    ),
  )
  const best = triples.toSorted((a, b) => sureness(b) - sureness(a))[0]
  const loudest = totals.toSorted((a, b) => b.score - a.score)[0]
  if (!best || !loudest || best.total.score + agreement < loudest.score) return undefined
  const { total, net, tax } = best
  const whole = named('total', amountOf(total))
  const terms = [named('net', amountOf(net)), named('tax', amountOf(tax))]
  return {
    total: addingUpTo(total, whole, ...terms),
    net: addingUpTo(net, whole, ...terms),
    tax: addingUpTo(tax, whole, ...terms),
  }
}

function isSum(total: Scored, net: Scored, tax: Scored): boolean {
  return Math.abs(amountOf(total) - amountOf(net) - amountOf(tax)) < cent
}

function sureness({ total, net, tax }: Readonly<Record<'total' | 'net' | 'tax', Scored>>): number {
  return total.score + net.score + tax.score
}

function alone({ totals, nets, taxes }: Candidates): Totals {
  const total = largestOfBest(totals)
  const tax = taxes.toSorted((a, b) => b.score - a.score)[0]
  const net = nets.toSorted((a, b) => b.score - a.score)[0]
  // Without a tax the total is the net amount too.
  if (!net && total && tax && amountOf(tax) === 0)
    return { total, tax, net: { ...toldBy(total, withoutTax), match: 'inferred' } }
  return { total, tax, net }
}

const withoutTax = { kind: 'concluded', from: 'a tax of zero' } as const

/** Rounding to the smallest coin comes after the sum: of nearly equal amounts the last is meant. */
function largestOfBest(found: readonly Scored[]): Scored | undefined {
  const best = Math.max(...found.map(({ score }) => score))
  const near = found.filter(({ score }) => score > best - 0.12)
  const largest = Math.max(...near.map(amountOf))
  return near
    .filter((one) => largest - amountOf(one) < minCoin)
    .toSorted((a, b) => a.place.page - b.place.page || middle(a.place.box) - middle(b.place.box))
    .at(-1)
}

function amountOf({ value }: Scored): number {
  return Number(value)
}

/** A total in a column whose heading says that its amounts are without tax. */
function underNetHeading(prepared: PreparedDocument, totals: readonly Scored[]): readonly Scored[] {
  const headings = prepared.rows
    .flatMap((row) => row.cells)
    .filter(
      (cell) =>
        !/\d/.test(cell.text) && fieldMatch(namedPhraseOf(cell).phrase, fieldNamed('net')) >= 0.9,
    )
  return totals.flatMap((total) => {
    const heading = headings.find((one) => isHeadingOf(one, total.place))
    if (!heading) return []
    const { page, text: label } = heading
    const told = toldBy(total, { kind: 'label', label, page, relation: 'below' })
    return [{ ...told, score: total.score - 0.1, match: 'inferred' as const }]
  })
}

function isHeadingOf(heading: Passage, place: Pick<Passage, 'page' | 'box'>): boolean {
  const isRightAligned = Math.abs(heading.box[2] - place.box[2]) < 1.5 * heightOf(place.box)
  return heading.page === place.page && isRightAligned && heading.box[3] <= place.box[1]
}
