const minStemLength = 4
/** Endings of nouns in the supported languages, for the plural, a case or the feminine form. */
const ending =
  /^(?:|e|s|x|n|i|a|o|u|y|es|en|er|ern|em|ne|nen|et|ar|or|ir|os|as|is|ies|ne|in|innen|te|ta|t|ow|ami|ach|ky|ek|ka)$/u

/** Whether two folded words are forms of the same noun: `passenger` and `passengers`. */
export function isSameNoun(a: string, b: string): boolean {
  if (a === b) return true
  const length = getCommonLength(a, b)
  if (length < Math.min(minStemLength, Math.min(a.length, b.length)) || length < 3) return false
  return ending.test(a.slice(length)) && ending.test(b.slice(length))
}

function getCommonLength(a: string, b: string): number {
  const max = Math.min(a.length, b.length)
  let length = 0
  while (length < max && a.charCodeAt(length) === b.charCodeAt(length)) length += 1
  return length
}
