import { middle } from '../align/boxes.ts'
import type { Passage } from '../align/passage.ts'
import { fieldNamed } from '../labels/business-fields.ts'
import { fold, wordsOf } from '../values/fold.ts'
import { wordsInAll } from '../vocabulary/languages.ts'
import { toldBy } from './explained.ts'
import { labelledFindings } from './labelled-findings.ts'
import { isName } from './letterhead-lines.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, finding } from './typed-value.ts'

const words = wordsInAll('bankWords').map((word) => fold(word))
const leastScore = 0.8

/** The bank that a document names: by a label, or at the head or the foot of its first page by its own name. */
export function findBank(prepared: PreparedDocument): Finding | undefined {
  const question = { key: 'bank', prompt: 'bank', type: 'text' as const }
  const labelled = labelledFindings(prepared, {
    question,
    words: [],
    field: fieldNamed('bank-name'),
  })
  const plain = labelled.find(
    ({ value, score, relation }) =>
      relation !== 'inline' &&
      score >= leastScore &&
      isName(String(value)) &&
      !/\d/.test(String(value)),
  )
  if (plain) return plain
  const [beside] = besideAccount(prepared)
  if (beside) return beside
  const named = prepared.rows.flatMap((row) => row.cells).filter((cell) => isBank(prepared, cell))
  const [first, ...others] = named
  const isOne = others.every(({ text }) => text === first?.text)
  if (!first || !isOne) return undefined
  return toldBy(finding(first, first.text, first.text), {
    kind: 'name',
    signs: [middle(first.box) < 0.5 * heightOf(prepared, first) ? 'top' : 'foot'],
    page: first.page,
  })
}

/** A bank that is named where an account is: `Bankverbindung: Sparkasse Landshut`. */
function besideAccount({ pairs }: PreparedDocument): readonly Finding[] {
  return pairs
    .filter(({ fields, relation, value }) => {
      const isOfAccount = (fields.get('account-number') ?? 0) >= leastScore
      return isOfAccount && relation !== 'inline' && isBankName(value.text)
    })
    .map(({ value, label, relation }) => {
      const told = { kind: 'label', label: label.text, page: label.page, relation } as const
      return toldBy(finding(value, value.text, value.text), told)
    })
}

const heightOf = ({ document }: PreparedDocument, { page }: Passage): number =>
  document.pages[page]?.height ?? 1

const mostWords = 6

/** At the edge of the first page. */
function isBank(prepared: PreparedDocument, cell: Passage): boolean {
  const height = middle(cell.box) / heightOf(prepared, cell)
  return cell.page === 0 && (height <= 0.25 || height >= 0.85) && isBankName(cell.text)
}

/** A short name with a word of banks in it. */
function isBankName(text: string): boolean {
  const own = wordsOf(text)
  if (own.length > mostWords || own.length < 2 || /[\d:]/.test(text) || !isName(text)) return false
  return own.some((word) =>
    words.some(
      (bank) =>
        word === bank ||
        (bank.length > 3 && word.endsWith(bank)) ||
        (bank.length > 5 && word.startsWith(bank)),
    ),
  )
}
