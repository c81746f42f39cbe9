import type { Term } from '@recto/provider-spec/explanation'
import { getHeight, middle } from '../align/boxes.ts'
import type { Passage } from '../align/passage.ts'
import { getBusinessField } from '../labels/business-fields.ts'
import { getCellPhrase } from '../labels/phrases.ts'
import { scoreField } from '../labels/score-fields.ts'
import { findNumbers } from '../values/parse-number.ts'
import { getCellsByHeight } from './cells-by-height.ts'
import { addReasons, markAsAddingUp } from './explanations.ts'
import { findLabeledValues, type ScoredFinding } from './find-labeled-values.ts'
import type { PreparedDocument } from './prepare-document.ts'

export type Totals = {
  readonly total?: ScoredFinding | undefined
  readonly net?: ScoredFinding | undefined
  readonly tax?: ScoredFinding | undefined
}

const centTolerance = 0.011
/** Tolerance for payments, which must agree to the cent. */
const halfCentTolerance = 0.0051
const maxScoreLoss = 0.25
const minCoin = 0.06
/** Maximum number of candidates per amount; all combinations of total, net and tax are tried. */
const maxCandidates = 40

/**
 * Finds total, net and tax of an invoice. Prefers labeled amounts that add up; otherwise takes the
 * best labeled one of each.
 */
export function findTotals(preparedDocument: PreparedDocument): Totals {
  const totals = findCandidates(preparedDocument, 'total')
  const taxes = findCandidates(preparedDocument, 'tax')
  const nets = [
    ...findCandidates(preparedDocument, 'net'),
    ...findUnderNetHeading(preparedDocument, totals),
  ]
  const result = findAddingUp({ totals, nets, taxes }) ?? pickSeparately({ totals, nets, taxes })
  return { ...result, total: confirmByPayment(preparedDocument, totals, result.total) }
}

/** Maximum rounding of a cash payment to the next coin. */
const maxRounding = 0.051

const maxPayments = 4

/**
 * Confirms the total by the amount paid less the change: picks the labeled total that equals it, or
 * any printed amount when there is no labeled total or it is only a rounding difference away.
 */
function confirmByPayment(
  preparedDocument: PreparedDocument,
  totals: readonly ScoredFinding[],
  labeledTotal: ScoredFinding | undefined,
): ScoredFinding | undefined {
  const changes = findCandidates(preparedDocument, 'change')
  const sums = findCandidates(preparedDocument, 'amount-paid')
    .slice(0, maxPayments)
    .flatMap((payment) => changes.slice(0, maxPayments).map((change) => ({ payment, change })))
    .filter(({ payment, change }) => middle(change.place.box) > middle(payment.place.box))
    .map(({ payment, change }) => ({
      payment,
      change,
      sum: getAmount(payment) - getAmount(change),
    }))
    .filter(({ sum }) => sum > centTolerance)
  const findMatchingPayment = (total: ScoredFinding) =>
    sums.find(({ sum }) => Math.abs(sum - getAmount(total)) < halfCentTolerance)
  const paymentOfLabeled = labeledTotal && findMatchingPayment(labeledTotal)
  if (sums.length === 0 || paymentOfLabeled)
    return labeledTotal && paymentOfLabeled
      ? addPaymentSum(labeledTotal, paymentOfLabeled)
      : labeledTotal
  const otherTotal = totals.find(findMatchingPayment)
  const paymentOfOther = otherTotal && findMatchingPayment(otherTotal)
  if (paymentOfOther) return addPaymentSum(otherTotal, paymentOfOther)
  const closePayment = sums.find(
    ({ sum }) => !labeledTotal || Math.abs(sum - getAmount(labeledTotal)) < maxRounding,
  )
  return (closePayment && findPrintedSum(preparedDocument, closePayment)) ?? labeledTotal
}

type CashPayment = {
  readonly payment: ScoredFinding
  readonly change: ScoredFinding
  readonly sum: number
}

function addPaymentSum(total: ScoredFinding, { payment, change, sum }: CashPayment): ScoredFinding {
  const terms = [toTerm('paid', getAmount(payment)), toTerm('change', -getAmount(change))]
  return markAsAddingUp(total, toTerm('total', sum), ...terms)
}

const toTerm = (name: string, amount: number): Term => ({ name, amount })

/**
 * Finds the last amount above the payment that equals the sum, or the payment itself when there is
 * no change.
 */
function findPrintedSum(
  preparedDocument: PreparedDocument,
  cashPayment: CashPayment,
): ScoredFinding | undefined {
  const { payment, sum } = cashPayment
  const place = getCellsByHeight(preparedDocument, payment.place.page)
    .filter((cell) => middle(cell.box) <= middle(payment.place.box))
    .findLast((cell) => {
      const [last] = findNumbers(cell.text, preparedDocument.decimalMark).slice(-1)
      return last !== undefined && Math.abs(last.value - sum) < centTolerance
    })
  if (!place) return undefined
  const { page, words, box } = place
  const value = Math.round(sum * 100) / 100
  return addPaymentSum(
    { value, place: { page, words, box }, match: 'inferred', score: 0.8 },
    cashPayment,
  )
}

type AmountCandidates = Readonly<Record<'totals' | 'nets' | 'taxes', readonly ScoredFinding[]>>

type AmountName = 'total' | 'net' | 'tax' | 'amount-paid' | 'change'

function findCandidates(
  preparedDocument: PreparedDocument,
  name: AmountName,
): readonly ScoredFinding[] {
  const question = { key: name, prompt: name, type: 'number' as const }
  const findings = findLabeledValues(preparedDocument, {
    question,
    phrases: [],
    uncoveredWords: [],
    field: getBusinessField(name),
  })
  return findings
    .map((candidate) => ({
      ...candidate,
      score:
        candidate.score +
        getPositionBonus(preparedDocument, candidate) -
        getMissingDecimalsPenalty(preparedDocument, candidate),
    }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxCandidates)
}

/** Among amounts with decimals, one without is a quantity, a number or misread. */
function getMissingDecimalsPenalty(
  { document, decimalMark }: PreparedDocument,
  { place }: ScoredFinding,
): number {
  const words = document.pages[place.page]?.words ?? []
  const text = place.words.map((word) => words[word]?.text ?? '').join(' ')
  return decimalMark === undefined || /[.,]\s?(?:\d{2}(?!\d)|[-–—])|\p{Sc}/u.test(text) ? 0 : 0.3
}

/**
 * Totals are printed below their items, so the later of two equal labels scores slightly higher.
 */
function getPositionBonus({ document, rows }: PreparedDocument, { place }: ScoredFinding): number {
  const pages = Math.max(document.pages.length, 1)
  const height = document.pages[place.page]?.height ?? 1
  return rows.length === 0 ? 0 : (0.1 * (place.page + middle(place.box) / height)) / pages
}

function findAddingUp({ totals, nets, taxes }: AmountCandidates): Totals | undefined {
  const triples = totals.flatMap((total) =>
    nets.flatMap((net) =>
      taxes.filter((tax) => isSum(total, net, tax)).map((tax) => ({ total, net, tax })),
    ),
  )
  const best = triples.toSorted((a, b) => sumScores(b) - sumScores(a))[0]
  const loudest = totals.toSorted((a, b) => b.score - a.score)[0]
  if (!best || !loudest || best.total.score + maxScoreLoss < loudest.score) return undefined
  const { total, net, tax } = best
  const whole = toTerm('total', getAmount(total))
  const terms = [toTerm('net', getAmount(net)), toTerm('tax', getAmount(tax))]
  return {
    total: markAsAddingUp(total, whole, ...terms),
    net: markAsAddingUp(net, whole, ...terms),
    tax: markAsAddingUp(tax, whole, ...terms),
  }
}

function isSum(total: ScoredFinding, net: ScoredFinding, tax: ScoredFinding): boolean {
  return Math.abs(getAmount(total) - getAmount(net) - getAmount(tax)) < centTolerance
}

function sumScores({
  total,
  net,
  tax,
}: Readonly<Record<'total' | 'net' | 'tax', ScoredFinding>>): number {
  return total.score + net.score + tax.score
}

const zeroTaxReason = { kind: 'concluded', from: 'a tax of zero' } as const

function pickSeparately({ totals, nets, taxes }: AmountCandidates): Totals {
  const total = pickTotal(totals)
  const tax = taxes.toSorted((a, b) => b.score - a.score)[0]
  const net = nets.toSorted((a, b) => b.score - a.score)[0]
  // Without tax, the total is also the net amount.
  if (!net && total && tax && getAmount(tax) === 0)
    return { total, tax, net: { ...addReasons(total, zeroTaxReason), match: 'inferred' } }
  return { total, tax, net }
}

/**
 * Rounding to the smallest coin comes after the sum, so the last of nearly equal amounts is the
 * total.
 */
function pickTotal(findings: readonly ScoredFinding[]): ScoredFinding | undefined {
  const best = Math.max(...findings.map(({ score }) => score))
  const topFindings = findings.filter(({ score }) => score > best - 0.12)
  const maxAmount = Math.max(...topFindings.map(getAmount))
  return topFindings
    .filter((one) => maxAmount - getAmount(one) < minCoin)
    .toSorted((a, b) => a.place.page - b.place.page || middle(a.place.box) - middle(b.place.box))
    .at(-1)
}

function getAmount({ value }: ScoredFinding): number {
  return Number(value)
}

/** Finds totals in a column whose heading says that amounts exclude tax. */
function findUnderNetHeading(
  preparedDocument: PreparedDocument,
  totals: readonly ScoredFinding[],
): readonly ScoredFinding[] {
  const headings = preparedDocument.rows
    .flatMap((row) => row.cells)
    .filter(
      (cell) =>
        !/\d/.test(cell.text) &&
        scoreField(getCellPhrase(cell).phrase, getBusinessField('net')) >= 0.9,
    )
  return totals
    .map((total) => {
      const heading = headings.find((one) => isHeadingAbove(one, total.place))
      if (!heading) return undefined
      const { page, text: label } = heading
      const finding = addReasons(total, { kind: 'label', label, page, relation: 'below' })
      return { ...finding, score: total.score - 0.1, match: 'inferred' as const }
    })
    .filter((value) => value !== undefined)
}

function isHeadingAbove(heading: Passage, place: Pick<Passage, 'page' | 'box'>): boolean {
  const isRightAligned = Math.abs(heading.box[2] - place.box[2]) < 1.5 * getHeight(place.box)
  return heading.page === place.page && isRightAligned && heading.box[3] <= place.box[1]
}
