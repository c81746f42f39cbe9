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

/** Nothing but a legal form. */
export function isLegalForm(text: string): boolean {
  if (text === '' || text.length > longestForm) return false
  const before = 'A '
  const form = legalFormIn(before + text)
  return form?.index === before.length && form[0].length === text.length
}

const longestForm = 40

/** Each letter as the one that stands for all that it is mistaken for by engines; the length stays. */
const shapeOf = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[0QD]/g, 'O')
    .replace(/[1|]/g, 'I')
    .replace(/5/g, 'S')
    .replace(/8/g, 'B')

/** A shorter form would be seen in too many words. */
const minMended = 3

/** Forms by their shapes, but for those that only capitals tell from words. */
const formsByShape: ReadonlyMap<string, string> = new Map(
  [...legalForms, 'S/B']
    .flatMap((form) => [form, form.replaceAll('. ', '.')])
    .filter((form) => form.length >= minMended && /^[A-Z]/i.test(form))
    .map((form) => [shapeOf(form), form.toUpperCase()]),
)

/**
 * The text with a legal form in it spelled as it is where letters were taken for others that look alike, at the end or before a
 * number: `SON BHD` for `SDN BHD`. As long as it was.
 */
export function withFormMended(text: string): string {
  const words = [...text.matchAll(/\S+/g)].slice(-mostWordsLooked)
  for (let at = words.length - 1; at > 0; at--) {
    for (const count of [2, 1]) {
      const [first, last] = [words[at], words[at + count - 1]]
      const mended = first && last && formMended(text, first.index, last)
      if (mended !== undefined) return mended
    }
  }
  return text
}

const ofTwoWords = [...formsByShape].filter(([shape]) => / /.test(shape))

/** Of a form of two words one letter may be any other. */
function nearForm(written: string): string | undefined {
  const shape = shapeOf(written)
  const isNear = ([other]: readonly [string, string]) =>
    other.length === shape.length &&
    [...other].filter((letter, i) => letter !== shape.charAt(i)).length === 1
  return ofTwoWords.find(isNear)?.[1]
}

/** A form, its other half and the number of a register. */
const mostWordsLooked = 6

function formMended(text: string, from: number, last: RegExpExecArray): string | undefined {
  const to = last.index + last[0].replace(/[.,]$/, '').length
  const written = text.slice(from, to)
  const form = formsByShape.get(shapeOf(written)) ?? nearForm(written)
  const isMisread = form !== written.toUpperCase() && /\p{L}/u.test(written)
  return form === undefined || !isMisread || /\p{Ll}/u.test(written)
    ? undefined
    : text.slice(0, from) + form + text.slice(to)
}
