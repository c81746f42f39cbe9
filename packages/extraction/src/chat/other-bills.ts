import type { DocumentMentions } from './document-mentions.ts'

/**
 * Finds the words of a question for a bill that none of the documents is: that of a gas works with `Electric` in its name is
 * no electricity bill. A word of a name says nothing of the bill: `Acme Software invoice`.
 */
export function findOtherBills(mentionsOfAll: readonly DocumentMentions[]): readonly number[] {
  const [first, ...rest] = mentionsOfAll
  if (!first) return []
  const words = first.otherBillWords.filter((index) =>
    rest.every((mentions) => mentions.otherBillWords.includes(index)),
  )
  const saysName = mentionsOfAll.some(({ names }) =>
    names.some(({ indexes }) => words.some((index) => indexes.includes(index))),
  )
  return saysName ? [] : words
}
