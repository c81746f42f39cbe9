import type { BodyChange } from './model-memory.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Without these there is no request, or none that somebody has secured with a guardrail. Schemas are put into words by
 * `askWithSchema` instead.
 */
const essentialFields = new Set(
  'model messages contents input prompt system systemInstruction stream role parts content text version response_format responseFormat responseSchema responseMimeType responseJsonSchema format tools tool_choice toolConfig toolChoice output_config background store guardrailConfig guardrail_config guardrailIdentifier guardrailVersion guardrails safetySettings safety_settings safety_prompt safe_prompt moderation'.split(
    ' ',
  ),
)

const maxDepth = 3

const isGroup = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Field = { readonly path: readonly string[]; readonly name: string; readonly value: unknown }

/** Returns the fields that a server may refuse, also those in objects. */
function fieldsOf(body: Json, path: readonly string[] = []): readonly Field[] {
  return Object.entries(body).flatMap(([name, value]) => {
    if (essentialFields.has(name)) return []
    const fieldPath = [...path, name]
    const parts = isGroup(value) && path.length < maxDepth ? fieldsOf(value as Json, fieldPath) : []
    return [...parts, { path: fieldPath, name, value }]
  })
}

const fold = (name: string) => name.toLowerCase().replace(/[^a-z\d]/g, '')

/** The words of a name: `max`, `tokens`. */
const wordsOf = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)

const maxSuffixLength = 3
const minFirstWordLength = 5

/** Returns where the message names a field, in any of the spellings of services; -1 if it does not. */
function indexOfName(message: Message, { name }: Field): number {
  const foldedName = fold(name)
  const exact = message.tokens.find((token) => token.foldedText === foldedName)
  if (exact) return exact.index
  const phraseIndex = message.lowerCase.indexOf(wordsOf(name).join(' '))
  if (phraseIndex !== -1 && wordsOf(name).length > 1) return phraseIndex
  const [firstWord = ''] = wordsOf(name)
  const similar = message.tokens.find(
    ({ foldedText }) =>
      (foldedText.startsWith(foldedName) &&
        foldedText.length - foldedName.length <= maxSuffixLength) ||
      (firstWord.length >= minFirstWordLength && foldedText === firstWord),
  )
  return similar?.index ?? -1
}

type Token = { readonly text: string; readonly foldedText: string; readonly index: number }

type Message = {
  readonly text: string
  readonly lowerCase: string
  readonly tokens: readonly Token[]
}

function readMessage(text: string): Message {
  const tokens = [...text.matchAll(/[A-Za-z][\w-]*/g)].map(({ 0: token, index }) => {
    return { text: token, foldedText: fold(token), index }
  })
  return { text, lowerCase: text.toLowerCase(), tokens }
}

export type Adaptation = {
  readonly path: string
  readonly change: BodyChange
  /** Whether the change only suits this request, such as one with a long prompt. */
  readonly isOnce?: true
}

/**
 * Finds out how a request has to change for a server that has refused one of its fields; `undefined`
 * if the refusal names none.
 */
export function findAdaptation(body: Json, refusal: string): Adaptation | undefined {
  const message = readMessage(refusal)
  const fields = fieldsOf(body)
  const tooLong = fitReplyIntoWindow(fields, refusal)
  if (tooLong) return tooLong
  const namedFields = fields
    .map((field) => ({ field, index: indexOfName(message, field) }))
    .filter(({ index }) => index !== -1)
    .toSorted((a, b) => a.index - b.index)
  // A field is named more exactly than the object that it is in.
  const first = namedFields.find(({ field }) => !isGroup(field.value)) ?? namedFields[0]
  if (!first) return undefined
  return { path: first.field.path.join('.'), change: findChange(first.field, message, fields) }
}

/** Words before the name of a field that is to be sent instead. */
const substituteWords = new Set(
  'use try send specify supply pass named called to by with mean of'.split(' '),
)
const fillWords = new Set(['the', 'parameter', 'field'])

/** Returns the names that a message proposes instead of one that it refuses. */
function substitutesIn({ tokens }: Message): readonly string[] {
  const words = tokens.filter(({ foldedText }) => !fillWords.has(foldedText))
  return words
    .filter((_, index) => substituteWords.has(words[index - 1]?.foldedText ?? ''))
    .map(({ text }) => text)
}

function findChange(field: Field, message: Message, fields: readonly Field[]): BodyChange {
  const usedNames = new Set(fields.map(({ name }) => name))
  for (const to of substitutesIn(message)) {
    const isName = /[_A-Z]/.test(to.slice(1)) && fold(to) !== fold(field.name)
    if (isName && !usedNames.has(to)) return { kind: 'rename', to }
  }
  const max = findMax(field, message.text)
  return max === undefined ? { kind: 'omit' } : { kind: 'limit', max }
}

const boundWords =
  /max|most|less than|lower|smaller|large|exceed|greater|higher|up to|limit|range|between|≤|<=|>/i

/** Returns the number that a refusal states as the maximum of a field. */
function findMax({ value }: Field, text: string): number | undefined {
  if (typeof value !== 'number' || value < 16 || !boundWords.test(text)) return undefined
  const numbers = [...text.matchAll(/\d[\d,_]{0,15}/g)].map(([digits]) =>
    Number(digits.replace(/[,_]/g, '')),
  )
  const maxima = numbers.filter((one) => one >= 16 && one < value)
  return maxima.length > 0 ? Math.max(...maxima) : undefined
}

const maxDistance = 90

/** Returns the number of tokens in the context window that a refusal states. */
function findWindow(text: string): number {
  const start = text.search(/context|window/)
  const [sentence = ''] = start === -1 ? [] : text.slice(start, start + maxDistance).split('.')
  return Number(/\d{3,9}/.exec(sentence)?.[0] ?? Number.NaN)
}

const ofPrompt = /^ (?:tokens )?(?:in|from|of) (?:the |your )?(?:messages|prompt|input)/
const ofTokens = /^ (?:input |prompt )?tokens/
const hasTokens = /\b(?:has|have|with|contains?|prompt|input)\b/

/** Returns the number of tokens in the prompt that a refusal states. */
function findPromptLength(text: string): number {
  const counts = [...text.matchAll(/\d{1,9}/g)]
  const promptCount = counts.find(({ 0: digits, index }) => {
    const nextText = text.slice(index + digits.length, index + digits.length + maxDistance)
    const previousText =
      text
        .slice(Math.max(0, index - maxDistance), index)
        .split(/[\d.]/)
        .at(-1) ?? ''
    return ofPrompt.test(nextText) || (ofTokens.test(nextText) && hasTokens.test(previousText))
  })
  return Number(promptCount?.[0] ?? Number.NaN)
}

const replyFields =
  /^(?:max_?tokens|max_?completion_?tokens|max_?output_?tokens|max_?new_?tokens|num_?predict)$/i
/** A shorter reply is of no use. */
const minReplyTokens = 64

/** A prompt that fits leaves the rest of the window for the reply, whatever the settings allow. */
function fitReplyIntoWindow(fields: readonly Field[], text: string): Adaptation | undefined {
  const words = text.toLowerCase()
  const free = findWindow(words) - findPromptLength(words)
  const field = fields.find(({ name }) => replyFields.test(name))
  const isUseful = field && Number(field.value) > free && free >= minReplyTokens
  return isUseful
    ? { path: field.path.join('.'), change: { kind: 'limit', max: free }, isOnce: true }
    : undefined
}

/** Applies a change to a body; returns the same object if there is nothing to change. */
export function changeBody(body: Json, path: string, change: BodyChange): Json {
  const [name = '', ...rest] = path.split('.')
  if (!Object.hasOwn(body, name)) return body
  if (rest.length === 0) return changeField(body, name, change)
  const group = body[name]
  if (typeof group !== 'object' || group === null) return body
  const changedGroup = changeBody(group as Json, rest.join('.'), change)
  return changedGroup === group ? body : { ...body, [name]: changedGroup }
}

function changeField(body: Json, name: string, change: BodyChange): Json {
  const { [name]: value, ...otherFields } = body
  if (change.kind === 'rename') return { ...otherFields, [change.to]: value }
  if (change.kind === 'omit') return otherFields
  return Number(value) > change.max ? { ...body, [name]: change.max } : body
}
