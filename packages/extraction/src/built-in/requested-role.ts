import type { DocumentText } from '@recto/document-text/model'
import type { Passage } from '../align/passage.ts'
import { fold, keyToWords, wordsOf } from '../values/fold.ts'
import { languages } from '../vocabulary/languages.ts'
import type { FieldQuestion } from './field-question.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { sellerWords } from './question-words.ts'
import type { Finding } from './read-typed-value.ts'

type Role = {
  /** Folded words that name the party. */
  readonly words: ReadonlySet<string>
  /** Folded beginnings of words that show that a document has such a party. */
  readonly signs: readonly string[]
}

/** Parties that only some documents have; every invoice has a seller, but few have a landlord. */
const roles: readonly Role[] = [
  ...new Set(languages.flatMap(({ roles: wordsByRole }) => Object.keys(wordsByRole))),
].map((name) => ({
  words: new Set(languages.flatMap((language) => (language.roles[name] ?? []).map(fold))),
  signs: languages.flatMap((language) => (language.roleSigns[name] ?? []).map(fold)),
}))

const roleByWord: ReadonlyMap<string, Role> = new Map(
  roles.flatMap((role) => [...role.words].map((word) => [word, role] as const)),
)

/** A party that a question names, with the word for it. */
export type RequestedRole = { readonly role: Role; readonly word: string }

/** Finds the party that a question names, if it is one that only some documents have. */
export function findRequestedRole({
  question,
}: Pick<FieldQuestion, 'question'>): RequestedRole | undefined {
  // A question for yes or no is answered by its own words in the document.
  if (question.type === 'boolean') return undefined
  return (
    findRole(question.prompt, () => true) ??
    // A key often calls the issuer of any document the seller.
    findRole(keyToWords(question.key), (word) => !sellerWords.has(word))
  )
}

function findRole(text: string, isRole: (word: string) => boolean): RequestedRole | undefined {
  for (const word of wordsOf(text)) {
    const role = roleByWord.get(word) ?? roleByWord.get(word.replace(/s$/u, ''))
    if (role && isRole(word)) return { role, word }
  }
  return undefined
}

/** Position below which a line of the first page is no title, as a share of its height. */
const maxTitleHeight = 0.35
const maxTitleLength = 80

const minStem = 5

/**
 * Whether a document supports that a value belongs to a role: its label names the role, or the
 * title, the letterhead or the value itself shows the line of business.
 */
export function isRoleSupported(
  preparedDocument: PreparedDocument,
  { role }: RequestedRole,
  finding: Finding,
): boolean {
  const labels = (finding.foundBy ?? []).flatMap((reason) =>
    reason.kind === 'label' ? reason.label : reason.kind === 'beside' ? reason.what : [],
  )
  if (labels.some((label) => wordsOf(label).some((word) => namesRole(role, word)))) return true
  const texts = [String(finding.value), ...getTitleLines(preparedDocument)]
  return texts.some((text) => hasSign(role, text))
}

/** Whether the value itself or the top of the first page shows that it belongs to a role. */
export const isRoleOfDocument = (
  preparedDocument: PreparedDocument,
  { role }: RequestedRole,
  value: string,
): boolean => [value, ...getTitleLines(preparedDocument)].some((text) => hasSign(role, text))

/** Whether a name itself shows the line of business: `Hotel Miramar`. */
export const isRoleOfName = ({ role }: RequestedRole, name: string): boolean => hasSign(role, name)

/** A word of the role, also as a part of a compound: `Vermieternummer`. */
const namesRole = ({ words }: Role, word: string): boolean =>
  words.has(word) || [...words].some((one) => one.length >= minStem && word.startsWith(one))

const maxEnding = 2

/**
 * Whether a text has a sign at the beginning of a word, or at the end of a compound: the clerk of a
 * `Sachbearbeiter` is no sign of work.
 */
function hasSign({ signs }: Role, text: string): boolean {
  const words = wordsOf(text)
  const foldedText = ` ${words.join(' ')}`
  return signs.some((sign) =>
    sign.length < minStem
      ? words.some((word) => isShortSign(word, sign))
      : foldedText.includes(` ${sign}`) || words.some((word) => endsWithSign(word, sign)),
  )
}

const minStemOfCompound = 4
const endings: ReadonlySet<string> = new Set(['', 'e', 's', 'n', 'en', 'er', 'es', 'al'])

/**
 * A short sign must be nearly the whole word, or begin a compound: `paye` is no part of the name `Payet`, nor `bus`
 * of `business`.
 */
function isShortSign(word: string, sign: string): boolean {
  if (!word.startsWith(sign)) return false
  const rest = word.slice(sign.length)
  return endings.has(rest) || (sign.length === minStemOfCompound && rest.length >= minStem)
}

function endsWithSign(word: string, sign: string): boolean {
  const index = word.lastIndexOf(sign)
  return index >= 0 && word.length - index - sign.length <= maxEnding
}

const isAmount = ({ text }: Passage): boolean => /\d[.,]\d{2}(?!\d)/.test(text)

const titleLines = new WeakMap<DocumentText, readonly string[]>()

/** The short lines at the top of the first page. */
export function getTitleLines({ document, rows }: PreparedDocument): readonly string[] {
  const cachedLines = titleLines.get(document)
  if (cachedLines) return cachedLines
  const height = document.pages[0]?.height ?? 0
  const top = rows.filter(
    ({ page, cells }) => page === 0 && (cells[0]?.box[1] ?? 0) < maxTitleHeight * height,
  )
  // The rows of a table can name anything.
  const end = top.findIndex(({ cells }) => cells.length > 2 && cells.some(isAmount))
  const lines = top
    .slice(0, end < 0 ? undefined : end)
    .filter(({ cells }) => cells.length < 2 || !cells.some(isAmount))
    .flatMap(({ cells }) => cells.map(({ text }) => text))
    .filter((text) => text.length <= maxTitleLength && !/[:：]$/u.test(text))
  titleLines.set(document, lines)
  return lines
}
