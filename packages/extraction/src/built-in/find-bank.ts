import { middle } from '../align/boxes.ts'
import type { Passage } from '../align/passage.ts'
import { getBusinessField } from '../labels/business-fields.ts'
import { fold, wordsOf } from '../values/fold.ts'
import { wordsInAllLanguages } from '../vocabulary/languages.ts'
import { addReasons } from './explanations.ts'
import { findLabeledValues } from './find-labeled-values.ts'
import { isPossibleName } from './letterhead-lines.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, toFinding } from './read-typed-value.ts'

const bankWords = wordsInAllLanguages('bankWords').map((word) => fold(word))
const minScore = 0.8

/**
 * Finds the bank that a document names: by a label, or by its own name at the head or foot of the
 * first page.
 */
export function findBank(preparedDocument: PreparedDocument): Finding | undefined {
  const question = { key: 'bank', prompt: 'bank', type: 'text' as const }
  const labeledFindings = findLabeledValues(preparedDocument, {
    question,
    phrases: [],
    uncoveredWords: [],
    field: getBusinessField('bank-name'),
  })
  const labeledBank = labeledFindings.find(
    ({ value, score, relation }) =>
      relation !== 'inline' &&
      score >= minScore &&
      isPossibleName(String(value)) &&
      !/\d/.test(String(value)),
  )
  if (labeledBank) return labeledBank
  const [bankBesideAccount] = findBesideAccount(preparedDocument)
  if (bankBesideAccount) return bankBesideAccount
  const bankCells = preparedDocument.rows
    .flatMap((row) => row.cells)
    .filter((cell) => isBankAtEdge(preparedDocument, cell))
  const [first, ...otherCells] = bankCells
  const isOne = otherCells.every(({ text }) => text === first?.text)
  if (!first || !isOne) return undefined
  return addReasons(toFinding(first, first.text, first.text), {
    kind: 'name',
    signs: [middle(first.box) < 0.5 * getPageHeight(preparedDocument, first) ? 'top' : 'foot'],
    page: first.page,
  })
}

/** Finds a bank named beside a label for an account: `Bankverbindung: Sparkasse Landshut`. */
function findBesideAccount({ pairs }: PreparedDocument): readonly Finding[] {
  return pairs
    .filter(({ fieldScores, relation, value }) => {
      const isOfAccount = (fieldScores.get('account-number') ?? 0) >= minScore
      return isOfAccount && relation !== 'inline' && isBankName(value.text)
    })
    .map(({ value, label, relation }) => {
      const reason = { kind: 'label', label: label.text, page: label.page, relation } as const
      return addReasons(toFinding(value, value.text, value.text), reason)
    })
}

const getPageHeight = ({ document }: PreparedDocument, { page }: Passage): number =>
  document.pages[page]?.height ?? 1

const maxNameWords = 6

/** Whether a cell at the top or bottom of the first page names a bank. */
function isBankAtEdge(preparedDocument: PreparedDocument, cell: Passage): boolean {
  const height = middle(cell.box) / getPageHeight(preparedDocument, cell)
  return cell.page === 0 && (height <= 0.25 || height >= 0.85) && isBankName(cell.text)
}

/** Whether a text is a short name that contains a bank word. */
function isBankName(text: string): boolean {
  const nameWords = wordsOf(text)
  if (
    nameWords.length > maxNameWords ||
    nameWords.length < 2 ||
    /[\d:]/.test(text) ||
    !isPossibleName(text)
  )
    return false
  return nameWords.some((word) =>
    bankWords.some(
      (bank) =>
        word === bank ||
        (bank.length > 3 && word.endsWith(bank)) ||
        (bank.length > 5 && word.startsWith(bank)),
    ),
  )
}
