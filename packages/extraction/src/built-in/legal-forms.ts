import { wordsInAll } from '../vocabulary/languages.ts'

/** Without its dots such a form may be a word: `as` and `sas`. */
const mostDotted = 3
const lettersIn = (form: string): number => form.match(/\p{L}/gu)?.length ?? 0

/** Behind the name that it belongs to; dots and blanks in a long one may be left out. */
function formsPattern(forms: readonly string[], flags: string): RegExp {
  const written = forms
    .toSorted((a, b) => b.length - a.length)
    .map((form) => {
      const dot = lettersIn(form) > mostDotted ? String.raw`\.? ?` : String.raw`\. ?`
      return form
        .replace(/[()/+]/gu, String.raw`\$&`)
        .replaceAll('. ', '.')
        .replaceAll('.', dot)
    })
  return new RegExp(
    String.raw`(?<=[\p{L}\p{N}&)'’.|] ?,? ?)(?<![\p{L}\p{N}])(?:${written.join('|')})(?![\p{L}\p{N}])\.?` +
      String.raw`(?:,? (?:Ltd|Limited|Inc|KG|LLC|Bhd)(?![\p{L}\p{N}])\.?)?`,
    flags,
  )
}

/** Shorter ones in capitals are words as well. */
const minCapitals = 3

const legalForms = wordsInAll('legalForms')
const withoutDots = legalForms
  .filter((form) => /^(?:\p{L}\.)+\p{L}$/u.test(form))
  .map((form) => form.replaceAll('.', ''))
const asWritten = [
  ...wordsInAll('legalFormsAsWritten'),
  ...withoutDots.filter((form) => form.length >= minCapitals),
]
const inCapitals = asWritten
  .filter((form) => form.length >= minCapitals)
  .map((form) => form.toUpperCase())
const patterns = [
  formsPattern(legalForms, 'iu'),
  formsPattern([...new Set([...asWritten, ...inCapitals])], 'u'),
]

/** The first legal form in a text, and where it stands. */
export function legalFormIn(text: string): RegExpExecArray | undefined {
  return patterns
    .map((pattern) => pattern.exec(text))
    .filter((found) => found !== null)
    .toSorted((a, b) => a.index - b.index || b[0].length - a[0].length)[0]
}
