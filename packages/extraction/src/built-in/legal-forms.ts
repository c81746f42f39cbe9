import { wordsInAllLanguages } from '../vocabulary/languages.ts'

/**
 * Forms with at most this many letters need their dots, because without them they can be words:
 * `as` and `sas`.
 */
const maxDottedLetters = 3
const countLetters = (form: string): number => form.match(/\p{L}/gu)?.length ?? 0

/**
 * Matches a form after the name that it belongs to; dots and spaces of a long form are optional.
 */
function compileForms(forms: readonly string[], flags: string): RegExp {
  const patterns = forms
    .toSorted((a, b) => b.length - a.length)
    .map((form) => {
      const dot = countLetters(form) > maxDottedLetters ? String.raw`\.? ?` : String.raw`\. ?`
      return form
        .replace(/[()/+]/gu, String.raw`\$&`)
        .replaceAll('. ', '.')
        .replaceAll('.', dot)
    })
  return new RegExp(
    String.raw`(?<=[\p{L}\p{N}&)'’.|] ?,? ?)(?<![\p{L}\p{N}])(?:${patterns.join('|')})(?![\p{L}\p{N}]|-\d)\.?` +
      String.raw`(?:,? (?:Ltd|Limited|Inc|KG|LLC|Bhd)(?![\p{L}\p{N}])\.?)?`,
    flags,
  )
}

/** Minimum length of a form in capitals; shorter ones are also words. */
const minCapitals = 3

const legalForms = wordsInAllLanguages('legalForms')
const undottedForms = legalForms
  .filter((form) => /^(?:\p{L}\.)+\p{L}$/u.test(form))
  .map((form) => form.replaceAll('.', ''))
const caseSensitiveForms = [
  ...wordsInAllLanguages('legalFormsAsWritten'),
  ...undottedForms.filter((form) => form.length >= minCapitals),
]
const upperCaseForms = caseSensitiveForms
  .filter((form) => form.length >= minCapitals)
  .map((form) => form.toUpperCase())
const formPatterns = [
  compileForms(legalForms, 'iu'),
  compileForms([...new Set([...caseSensitiveForms, ...upperCaseForms])], 'u'),
]

/** Finds the first legal form in a text. */
export function findLegalForm(text: string): RegExpExecArray | undefined {
  return formPatterns
    .map((pattern) => pattern.exec(text))
    .filter((match) => match !== null)
    .toSorted((a, b) => a.index - b.index || b[0].length - a[0].length)[0]
}

const maxFormLength = 40

/** Whether a text consists only of a legal form. */
export function isLegalForm(text: string): boolean {
  if (text === '' || text.length > maxFormLength) return false
  const prefix = 'A '
  const form = findLegalForm(prefix + text)
  return form?.index === prefix.length && form[0].length === text.length
}

/**
 * Replaces each letter by a representative of those that OCR engines confuse with it; the length
 * stays the same.
 */
const toShape = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[0QD]/g, 'O')
    .replace(/[1|]/g, 'I')
    .replace(/5/g, 'S')
    .replace(/8/g, 'B')

/** Minimum length of a corrected form; a shorter one would match too many words. */
const minCorrectedLength = 3

/** Forms by their shape, except those that only differ from words by their capitals. */
const formsByShape: ReadonlyMap<string, string> = new Map(
  [...legalForms, 'S/B']
    .flatMap((form) => [form, form.replaceAll('. ', '.')])
    .filter((form) => form.length >= minCorrectedLength && /^[A-Z]/i.test(form))
    .map((form) => [toShape(form), form.toUpperCase()]),
)

/**
 * Maximum number of words checked at the end of a text: the two parts of a form and a register
 * number.
 */
const maxWordsChecked = 6

/**
 * Corrects a legal form with misread letters at the end of a text or before a number: `SON BHD` for
 * `SDN BHD`. The length stays the same.
 */
export function correctLegalForm(text: string): string {
  const words = [...text.matchAll(/\S+/g)].slice(-maxWordsChecked)
  for (let index = words.length - 1; index > 0; index--) {
    for (const count of [2, 1]) {
      const first = words[index]
      const last = words[index + count - 1]
      const correctedText = first && last && replaceMisreadForm(text, first.index, last)
      if (correctedText !== undefined) return correctedText
    }
  }
  return text
}

const twoWordForms = [...formsByShape].filter(([shape]) => / /.test(shape))

/** Finds a form of two words that differs by one letter. */
function findSimilarForm(text: string): string | undefined {
  const shape = toShape(text)
  const isNear = ([knownShape]: readonly [string, string]) =>
    knownShape.length === shape.length &&
    [...knownShape].filter((letter, i) => letter !== shape.charAt(i)).length === 1
  return twoWordForms.find(isNear)?.[1]
}

function replaceMisreadForm(text: string, from: number, last: RegExpExecArray): string | undefined {
  const to = last.index + last[0].replace(/[.,]$/, '').length
  const printedForm = text.slice(from, to)
  const form = formsByShape.get(toShape(printedForm)) ?? findSimilarForm(printedForm)
  const isMisread = form !== printedForm.toUpperCase() && /\p{L}/u.test(printedForm)
  return form === undefined || !isMisread || /\p{Ll}/u.test(printedForm)
    ? undefined
    : text.slice(0, from) + form + text.slice(to)
}
