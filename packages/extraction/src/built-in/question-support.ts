import { type BusinessField, getBusinessField } from '../labels/business-fields.ts'
import { toPhrase } from '../labels/phrases.ts'
import { scoreField } from '../labels/score-fields.ts'
import { getTokensBeside } from './concepts/find-by-concepts.ts'
import { type MeaningToken, toMeaningTokens } from './concepts/meaning-tokens.ts'
import { getTokensOfField, hasKey, toMeantQuestion } from './concepts/meant-question.ts'
import type { FieldQuestion } from './field-question.ts'
import type { PreparedDocument } from './prepare-document.ts'
import type { Finding } from './read-typed-value.ts'
import { findRequestedRole, getTitleLines, isRoleSupported } from './requested-role.ts'
import { getSentences } from './sentences.ts'

/**
 * Kinds of documents, each with those that answer the same questions: whoever asks for the date of
 * an invoice accepts that of a receipt.
 */
const kindGroups: readonly (readonly string[])[] = [
  ['bill', 'receipt', 'creditnote', 'ticket'],
  ['contract', 'policy'],
  ['order', 'booking', 'ticket', 'offer'],
  ['statement'],
  ['reminder'],
  ['payslip', 'pay'],
  ['deliverynote'],
  ['report'],
  ['curriculum'],
]

/** Parties that most documents have without naming them so. */
const impliedRoles: ReadonlySet<string> = new Set(
  'seller customer sender recipient payee payer contact holder operator'.split(' '),
)

/** Contexts that name whom or what kind of payment a question is about, and not just its topic. */
const checkedContexts: ReadonlySet<string> = new Set(
  'employee applicant patient pupil member guest passenger'.split(' '),
)

const insuranceKeys = ['policy', 'insurance', 'insurer', 'premium', 'suminsured']

const needsSign = ({ group, keys }: MeaningToken): boolean =>
  group === 'roles'
    ? !keys.some((key) => impliedRoles.has(key))
    : group === 'contexts' && keys.some((key) => checkedContexts.has(key))

/**
 * Finds what a question says of a value that nothing in the document supports: a kind of document
 * that it is not, a person or a thing that it never names.
 */
export function findUnsupportedMeaning(
  preparedDocument: PreparedDocument,
  fieldQuestion: FieldQuestion,
  finding: Finding,
  { hasTotal }: { readonly hasTotal: boolean },
): MeaningToken | undefined {
  const { question, field } = fieldQuestion
  if (question.type === 'boolean') return undefined
  const { tokens, asksName } = toMeantQuestion(question, preparedDocument.dateOrder)
  // `Which doctor ordered the tests` names no order.
  const asksRole = asksName && tokens.some(({ group }) => group === 'roles')
  const labels = (finding.foundBy ?? []).flatMap((reason) =>
    reason.kind === 'label' ? toMeaningTokens(reason.label, preparedDocument.dateOrder) : [],
  )
  return tokens.find((token) => {
    if (hasKey(labels, token)) return false
    const kinds = kindGroups.find((group) => token.keys.some((key) => group.includes(key)))
    if (token.keys.includes('policy') && !isNamed(preparedDocument, insuranceKeys)) return true
    if (kinds)
      return !asksRole && isOfDocument(field) && !canBeOfKind(preparedDocument, kinds, hasTotal)
    return (
      needsSign(token) &&
      !(field && hasKey(getTokensOfField(field), token)) &&
      !isNamed(preparedDocument, token.keys) &&
      !hasSignOfRole(preparedDocument, fieldQuestion, finding)
    )
  })
}

/** Fields that many kinds of documents have under a label that does not name the kind. */
const isOfDocument = (field: BusinessField | undefined): boolean =>
  field === undefined ||
  field.name === 'date' ||
  field.name === 'invoice-number' ||
  (field.kind === 'amount' && field.name !== 'balance-due')

const saleKinds = ['bill', 'receipt', 'creditnote']

/** Whether the title names another kind of document than a bill or a receipt, or nothing is sold in it. */
export function isOtherThanSale(preparedDocument: PreparedDocument, hasTotal: boolean): boolean {
  const keys = getTitleKeys(preparedDocument)
  if (saleKinds.some((kind) => keys.has(kind))) return false
  return !hasTotal || kindGroups.some((group) => group.some((kind) => keys.has(kind)))
}

/** Kinds of documents whose amounts are no net, tax or total of a sale. */
const kindsWithoutSale = ['statement', 'payslip', 'pay', 'report', 'curriculum']
const saleFields: ReadonlySet<string | undefined> = new Set([
  'total',
  'net',
  'tax',
  'tax-rate',
  'discount',
  'shipping',
  'amount-paid',
  'balance-due',
])

/**
 * Whether an amount of a sale is asked of a document that shows none, such as a payslip, and the
 * label does not say all that the question does.
 */
export function lacksSale(
  preparedDocument: PreparedDocument,
  { field, question }: FieldQuestion,
  { foundBy = [] }: Finding,
): boolean {
  if (question.type !== 'number' || !saleFields.has(field?.name)) return false
  const keys = getTitleKeys(preparedDocument)
  const hasSale = ['bill', 'receipt', 'order', 'booking', 'offer'].some((kind) => keys.has(kind))
  if (hasSale || !kindsWithoutSale.some((kind) => keys.has(kind))) return false
  const { dateOrder } = preparedDocument
  const labels = foundBy.flatMap((reason) =>
    reason.kind === 'label' ? toMeaningTokens(reason.label, dateOrder) : [],
  )
  const { tokens } = toMeantQuestion(question, dateOrder)
  return !tokens.every((token) => token.group === 'forms' || hasKey(labels, token))
}

function hasSignOfRole(
  preparedDocument: PreparedDocument,
  fieldQuestion: FieldQuestion,
  finding: Finding,
): boolean {
  const role = findRequestedRole(fieldQuestion)
  return role !== undefined && isRoleSupported(preparedDocument, role, finding)
}

/**
 * Whether a document can be of one of the kinds: its title names it, or names no kind while the text
 * does. Bills and receipts often do without a title, but not without a total.
 */
function canBeOfKind(
  preparedDocument: PreparedDocument,
  kinds: readonly string[],
  hasTotal: boolean,
): boolean {
  const keys = getTitleKeys(preparedDocument)
  if (kinds.some((kind) => keys.has(kind))) return true
  if (kindGroups.some((group) => group.some((kind) => keys.has(kind)))) return false
  // Any document without a title can be called a report.
  return (
    kinds.includes('report') ||
    (kinds.includes('bill') && hasTotal) ||
    isNamed(preparedDocument, kinds)
  )
}

const partyFields = (['customer-name', 'customer-address', 'delivery-address'] as const).map(
  getBusinessField,
)
const partyLabelScore = 0.9

/** A label such as `Invoice to` says nothing about the kind of document. */
const namesParty = (text: string): boolean => {
  const phrase = toPhrase(text.split(/[:：]/u)[0] ?? '')
  return partyFields.some((field) => scoreField(phrase, field) >= partyLabelScore)
}

/** Whether a key stands for a kind of document. */
export const isKind = (key: string): boolean => kindGroups.some((group) => group.includes(key))

/** The kinds of documents among what a text names, each with those that answer the same questions. */
export const getKinds = (keys: readonly string[]): readonly string[] =>
  kindGroups.filter((group) => group.some((kind) => keys.includes(kind))).flat()

const titleKeys = new WeakMap<PreparedDocument, ReadonlySet<string>>()

/** What the top of the first page names, which tells of what kind a document is. */
export function getTitleKeys(preparedDocument: PreparedDocument): ReadonlySet<string> {
  const cachedKeys = titleKeys.get(preparedDocument)
  if (cachedKeys) return cachedKeys
  const keys = new Set(
    getTitleLines(preparedDocument)
      .filter((text) => !namesParty(text))
      .flatMap((text) => toMeaningTokens(text).flatMap((token) => token.keys)),
  )
  titleKeys.set(preparedDocument, keys)
  return keys
}

/** The kinds of documents among what a text names; the papers of a sale are of one kind. */
export const getCloseKinds = (keys: readonly string[]): readonly string[] => [
  ...keys.filter(isKind),
  ...(saleKinds.some((kind) => keys.includes(kind)) ? saleKinds : []),
]

/** The kinds of documents that the first line with any of them names; a line below says what else is sent to whom. */
export function getTitleKinds(preparedDocument: PreparedDocument): readonly string[] {
  const kindsByLine = getTitleLines(preparedDocument)
    .filter((text) => !namesParty(text))
    .map((text) => toMeaningTokens(text).flatMap(({ keys }) => keys.filter(isKind)))
  return kindsByLine.find(({ length }) => length > 0) ?? []
}

const maxCells = 20_000
const namedKeys = new WeakMap<PreparedDocument, ReadonlySet<string>>()

/** Everything that the cells and sentences of a document name. */
export function getNamedKeys(preparedDocument: PreparedDocument): ReadonlySet<string> {
  const cachedKeys = namedKeys.get(preparedDocument)
  if (cachedKeys) return cachedKeys
  const cells = preparedDocument.rows.flatMap((row) => row.cells).slice(0, maxCells)
  const keys = new Set(
    [...cells, ...getSentences(preparedDocument)]
      .filter(({ text }) => /\p{L}/u.test(text))
      .flatMap(({ text }) => toMeaningTokens(text).flatMap((token) => token.keys)),
  )
  namedKeys.set(preparedDocument, keys)
  return keys
}

const isNamed = (preparedDocument: PreparedDocument, keys: readonly string[]): boolean =>
  keys.some((key) => getNamedKeys(preparedDocument).has(key))

/** Things that a question can say of any value, such as that it is for a transfer. */
const neutralThings: ReadonlySet<string> = new Set(
  'issued payment transfer paymentdue address received expectation'.split(' '),
)

/** Modifiers that choose one of several values, so that the value itself must have them. */
const choosingModifiers: ReadonlySet<string> = new Set(
  'previous next first second additional minimum maximum planned'.split(' '),
)

/** The block of a value shows these parties, and no label beside it. */
const impliedParties: ReadonlySet<string> = new Set(
  'seller customer sender recipient payee payer holder'.split(' '),
)

/**
 * Whether the document names each of these things, and says of the value itself what chooses it
 * among others: the second number, the previous address.
 */
export function areSaidOf(
  preparedDocument: PreparedDocument,
  finding: Finding,
  meanings: readonly MeaningToken[],
): boolean {
  const tokensBeside = getTokensBeside(preparedDocument, finding)
  return meanings.every((token) => {
    if (hasKey(tokensBeside, token)) return true
    if (token.group === 'modifiers') return !token.keys.some((key) => choosingModifiers.has(key))
    if (token.group === 'roles') return token.keys.some((key) => impliedParties.has(key))
    return (
      token.group !== 'things' ||
      token.keys.some((key) => neutralThings.has(key)) ||
      (isNamed(preparedDocument, token.keys) && !hasOwnLabel(preparedDocument, token))
    )
  })
}

/** Whether another label of the document names the thing, so that a value without it is something else. */
const hasOwnLabel = ({ pairs, dateOrder }: PreparedDocument, token: MeaningToken): boolean =>
  pairs.some(
    ({ label, relation }) =>
      (relation === 'after-colon' || relation === 'right') &&
      hasKey(toMeaningTokens(label.text, dateOrder), token),
  )
