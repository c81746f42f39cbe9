/** Answers for the canned model: it reads one-line orders, the realistic documents and documents that nobody knows. */
import type { ReceivedCall } from '@recto/testkit/canned-model/received-call'
import { reply as replyAboutOrder } from '../../../apps/server/src/entry/testing/orders.ts'

type Subject = {
  /** Words that a document prints for it, the surest first. */
  readonly labels: readonly RegExp[]
  /** Matches its values. */
  readonly value: RegExp
  /** Whether the last label counts: totals stand at the end. */
  readonly isLast?: boolean
}

const subjects: Readonly<Record<string, Subject>> = {
  'invoice number': {
    labels: [
      /invoice\s?(?:number|num|no|nr|id|#)|rechnungs?-?\s?(?:nummer|nr)|num[ée]ro de facture|facture n|factuur-?\s?(?:nummer|nr)/i,
      /invoice|rechnung|facture|factuur/i,
    ],
    value: /[a-z]{0,9}[-/.]?\d[\w/.-]{1,40}/i,
  },
  'invoice date': {
    labels: [
      /(?:invoice|issue|bill(?:ing)?|rechnungs|factuur)[ -]?(?:date|datum)|date de facture/i,
      /date|datum/i,
    ],
    value:
      /\d{4}-\d\d-\d\d|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}\.? ?\p{L}{3,9}\.? ?\d{4}|\p{L}{3,9} \d{1,2} ?, ?\d{4}/u,
  },
  'total amount': {
    labels: [
      /total amount|amount due|grand total|gesamtbetrag|total ttc|totaalbedrag/i,
      /total|gesamt|summe/i,
    ],
    value: /\d[\d.,’ ]{0,20}[.,]\d\d(?!\d)/,
    isLast: true,
  },
}

/**
 * Answers with what stands beside or below the words of the question, else with the first part of the document that
 * looks like an answer. The same document always gets the same answer.
 */
export function reply(call: ReceivedCall): string | object {
  const { prompt } = call
  const subjectName = /Question: What is the (.{1,40})\?/.exec(prompt)?.[1] ?? ''
  const subject = new Map(Object.entries(subjects)).get(subjectName)
  if (!subject) return replyAboutOrder(call)
  const lines = prompt.slice(prompt.indexOf('Document:')).split('\n').slice(1)
  const byLabel = subject.labels.map((label) => findByLabel(lines, label, subject))
  return byLabel.find((answer) => answer !== undefined) ?? findFirst(lines, subject.value) ?? 'NA'
}

function findByLabel(lines: readonly string[], label: RegExp, { value, isLast }: Subject) {
  const places = lines.flatMap((line, row) => {
    const match = label.exec(line)
    return match ? [{ row, start: match.index, end: match.index + match[0].length }] : []
  })
  for (const { row, start, end } of isLast ? places.toReversed() : places) {
    const nextLines = lines
      .slice(row + 1, row + 3)
      .map((line) => line.slice(Math.max(0, start - 3)))
    const answer = findFirst([(lines[row] ?? '').slice(end), ...nextLines], value)
    if (answer !== undefined) return answer
  }
  return undefined
}

function findFirst(lines: readonly string[], value: RegExp): string | undefined {
  for (const line of lines) {
    const match = value.exec(line)
    if (match) return match[0].trim()
  }
  return undefined
}
