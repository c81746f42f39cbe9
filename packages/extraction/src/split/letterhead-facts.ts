const numericDate = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}$/
const day = /^\d{1,2}[.,]?$/
const month = /^\p{L}{3,10}\.?$/u
const year = /^(?:19|20)\d\d$/

/** Dates in the words of a line, such as 2024-05-03, 3 May 2024 and May 3, 2024. */
export function findHeadDates(words: readonly string[]): readonly string[] {
  return words.flatMap((word, i) => {
    if (numericDate.test(word)) return word
    const [second = '', third = ''] = words.slice(i + 1, i + 3)
    const isWritten =
      (day.test(word) && month.test(second)) || (month.test(word) && day.test(second))
    return isWritten && year.test(third) ? `${word} ${second} ${third}` : []
  })
}

const taxNumber = /^[A-Z]{2}\d{8,12}$/
const accountNumber = /^[A-Z]{2}\d{2}[A-Z\d]{10,30}$/
const accountStart = /^[A-Z]{2}\d{2}$/
const accountGroup = /^[A-Z\d]{1,4}$/
const maxGroups = 8

/** Account and tax numbers and domains of mail addresses in the words of a line. */
export function findParties(words: readonly string[]): readonly string[] {
  return words.flatMap((word, i) => {
    if (taxNumber.test(word) || accountNumber.test(word)) return word
    if (accountStart.test(word)) return word + groupsAfter(words, i)
    const signIndex = word.lastIndexOf('@')
    return signIndex > 0 && word.indexOf('.', signIndex) > signIndex
      ? word.slice(signIndex).toLowerCase()
      : []
  })
}

function groupsAfter(words: readonly string[], index: number): string {
  const groups = words.slice(index + 1, index + 1 + maxGroups)
  const end = groups.findIndex((group) => !accountGroup.test(group))
  return groups.slice(0, end < 0 ? groups.length : end).join('')
}
