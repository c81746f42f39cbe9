import { wordsOf } from './fold.ts'

type DressedReply = {
  /** Key and prompt of the question, in words. */
  readonly questionText: string
  /** Whether the document says a text. */
  readonly isSaid: (text: string) => boolean
}

/** Longer replies are passages, in which marks and sentences belong to the value. */
const maxLength = 400

/**
 * Removes what models put around a short value: fences, marks of emphasis, quotes, and a sentence
 * that repeats the question. Whatever the document says itself is part of the value.
 */
export function undress(text: string, reply: DressedReply): string {
  const unfencedText = withoutFence(text)
  const trimmedText = unfencedText.trim()
  if (trimmedText === '' || trimmedText.length > maxLength) return unfencedText
  if (reply.isSaid(trimmedText)) return unfencedText
  const markless = withoutMarks(trimmedText, reply)
  const value = withoutLeadIn(markless, reply)
  return value === trimmedText ? unfencedText : value
}

const fence = '```'

/** Returns the content of a reply that is one fenced block. */
function withoutFence(text: string): string {
  const trimmedText = text.trim()
  const isFenced =
    trimmedText.length > 2 * fence.length &&
    trimmedText.startsWith(fence) &&
    trimmedText.endsWith(fence)
  if (!isFenced) return text
  const content = trimmedText.slice(fence.length, -fence.length)
  if (content.includes(fence)) return text
  // The first line names the language of the block.
  const language = /^[\w+-]{0,20}[ \t]*\n/.exec(content)?.[0] ?? ''
  return content.slice(language.length).trim()
}

const emphasis = ['**', '__', '`', '*', '_'] as const

const quotes: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '„': '“',
  "'": "'",
  '‘': '’',
  '‚': '‘',
  '«': '»',
  '»': '«',
  '「': '」',
}

const maxLayers = 4

function withoutMarks(text: string, reply: DressedReply): string {
  let rest = withoutInnerMarks(text, reply)
  for (let layer = 0; layer < maxLayers && !reply.isSaid(rest); layer++) {
    const content = contentOf(rest)
    if (content === undefined) break
    rest = content
  }
  return rest
}

/** Marks of emphasis in a sentence; a document that has them itself keeps them. */
function withoutInnerMarks(text: string, { isSaid }: DressedReply): string {
  return ['**', '`'].reduce(
    (rest, mark) =>
      rest.split(mark).length % 2 === 1 && !isSaid(mark) ? rest.replaceAll(mark, '') : rest,
    text,
  )
}

/** The text between the marks or quotes that stand around all of it. */
function contentOf(text: string): string | undefined {
  const [first = ''] = text
  const close = quotes[first]
  const inner = text.slice(1, -1)
  const isQuoted = close !== undefined && text.length > 2 && text.endsWith(close)
  if (isQuoted && !inner.includes(close)) return inner.trim()
  const mark = emphasis.find(
    (one) => text.length > 2 * one.length && text.startsWith(one) && text.endsWith(one),
  )
  const content = mark && text.slice(mark.length, -mark.length)
  return content === undefined || content.includes(mark as string) ? undefined : content.trim()
}

/** Words that announce an answer, in the languages of the prompts that are most usual. */
const announcements = new Set(
  'answer value result response output field extracted following document text based according stated given found here final would shown listed appears indicated antwort wert ergebnis lautet folgende dokument réponse reponse valeur document respuesta valor documento risposta valore antwoord waarde'.split(
    ' ',
  ),
)

const maxLeadIn = 20
const minWordLength = 4
/** A word such as `is` or `lautet`, before the value. */
const maxVerbLength = 7

/**
 * Returns the longest end of a reply that the document says, if everything before it repeats the
 * question or announces the answer.
 */
function withoutLeadIn(text: string, { questionText, isSaid }: DressedReply): string {
  if (isSaid(text)) return text
  const questionWords = new Set(wordsOf(questionText))
  const isKnown = (word: string) =>
    word.length < minWordLength || questionWords.has(word) || announcements.has(word)
  const starts = [...text.matchAll(/\s+/g)].slice(0, maxLeadIn)
  for (const { index, 0: space } of starts) {
    const leadIn = text.slice(0, index)
    if (!wordsOf(leadIn).every(isKnown)) return text
    const value = withoutPeriod(
      contentOf(text.slice(index + space.length)) ?? text.slice(index + space.length),
      isSaid,
    )
    if (isLeadIn(leadIn) && looksLikeValue(value) && isSaid(value)) return value
  }
  return text
}

const isLeadIn = (leadIn: string) => {
  if (/[:：=]$/.test(leadIn)) return true
  const words = leadIn.split(/\s+/)
  const last = words.at(-1) ?? ''
  return words.length > 1 && last.length <= maxVerbLength && /^\p{Ll}+$/u.test(last)
}

/** A lower-case word rather goes on with a sentence that answers by its verb. */
const looksLikeValue = (text: string) => /^[^\p{L}]*[\p{Lu}\p{Lo}\p{N}]/u.test(text)

/** The period of the sentence is not part of a value that the document also says without one. */
function withoutPeriod(text: string, isSaid: (text: string) => boolean): string {
  if (!text.endsWith('.')) return text
  const rest = text.slice(0, -1)
  const isAbbreviation = /(?:^|[\s.])\p{L}{1,4}\.$/u.test(text) && isSaid(text)
  return isAbbreviation ? text : (contentOf(rest) ?? rest)
}
