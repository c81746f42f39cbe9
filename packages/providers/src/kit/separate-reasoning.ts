/** What a model wrote, separated into how it reasoned and what it answered. */
export type SeparatedReply = { readonly answer: string; readonly reasoningText: string }

/** Names of tags around reasoning contain one of these stems, whatever the rest: `think`, `seed:think`. */
const reasoningStem =
  /think|thought|reason|reflect|analysis|scratch_?pad|monologue|deliberat|(?:^|[_:-])cot(?:$|[_:-])/i

/** Tags that mean nothing else, so that a reply may consist of reasoning alone. */
const certainStem = /think|thought|monologue|scratch_?pad/i

/** Whole names that mean nothing else, with the prefixes of some models. */
const certainName =
  /^(?:[a-z]{1,12}[:_-])?(?:think(?:ing)?|thoughts?|thought_process|scratch_?pad|(?:inner_?)?monologue)$/i

/** The start of a tag in any of the brackets that models use: `<think`, `[THINK`, `◁think`, `<|begin_of_thought`. */
const tagStart = /(?:<\|?|\[|◁)(\/?)([\w:-]{1,40})/g
const closings = ['>', '|>', ']', '▷']
const maxAttributesLength = 100

/** Some models name the end of a tag instead of using a slash. */
const namedStart = /^(?:begin|start)(?:_of)?_/i
const namedEnd = /^end(?:_of)?_/i

const answerName = /^(?:final_?answer|answer|solution|response|final)$/i

type Tag = {
  readonly name: string
  readonly isEnd: boolean
  readonly index: number
  readonly end: number
}

function* tagsIn(text: string): Generator<Tag> {
  for (const { 0: start, 1: slash, 2: fullName = '', index } of text.matchAll(tagStart)) {
    const end = findTagEnd(text, index + start.length)
    if (end === undefined) continue
    const name = fullName.replace(namedStart, '').replace(namedEnd, '')
    yield { name, isEnd: slash === '/' || namedEnd.test(fullName), index, end }
  }
}

/** Returns where the tag ends whose name ends at this index; `undefined` if it is not a tag. */
function findTagEnd(text: string, nameEnd: number): number | undefined {
  const endSign = closings.find((one) => text.startsWith(one, nameEnd))
  if (endSign !== undefined) return nameEnd + endSign.length
  const attributes = text.slice(nameEnd, nameEnd + maxAttributesLength)
  const close = attributes.search(/[<>]/)
  return /^\s/.test(attributes) && attributes[close] === '>' ? nameEnd + close + 1 : undefined
}

/**
 * Separates reasoning from an answer: in tags of any name that means it, open or closed, with the
 * opening tag left out (as models do whose template has already written it), and in the channels of
 * other templates. A reply without reasoning is returned as it is.
 */
export function separateReasoning(text: string): SeparatedReply {
  const { answer, reasoningText } = separate(text)
  return { answer, reasoningText }
}

/** `isOpen`: the text ends in the middle of its reasoning. */
type Separation = SeparatedReply & { readonly isOpen: boolean }

const separate = (text: string): Separation =>
  separateChannels(text) ??
  separatePhrases(text) ??
  separateTags(text) ?? { answer: text, reasoningText: '', isOpen: false }

const channel = '<|channel|>'
const message = '<|message|>'
const channelEnds = ['<|return|>', '<|end|>', '<|call|>']

/** The last message of the channel `final` is the answer; all else is reasoning. */
function separateChannels(text: string): Separation | undefined {
  if (!text.includes(channel)) return undefined
  const parts = text.split(channel)
  const messages = parts.slice(1).map((part) => {
    const start = part.indexOf(message)
    const content = start === -1 ? '' : part.slice(start + message.length)
    const end = Math.min(...channelEnds.map((one) => indexOrEnd(content, one)))
    return { name: part.slice(0, Math.max(start, 0)).trim(), content: content.slice(0, end).trim() }
  })
  const isFinal = ({ name }: (typeof messages)[number]) => /^final\b/i.test(name)
  return {
    answer: messages.findLast(isFinal)?.content ?? '',
    reasoningText: joinParts(messages.filter((one) => !isFinal(one)).map(({ content }) => content)),
    isOpen: true,
  }
}

function indexOrEnd(text: string, part: string): number {
  const index = text.indexOf(part)
  return index === -1 ? text.length : index
}

/** How servers write reasoning whose special tokens they have dropped. */
const phrases = [
  { start: 'Thinking...', end: '...done thinking.' },
  { start: 'analysis', end: 'assistantfinal' },
] as const

function separatePhrases(text: string): Separation | undefined {
  const trimmedText = text.trimStart()
  for (const { start, end } of phrases) {
    const endIndex = trimmedText.startsWith(start) ? trimmedText.indexOf(end) : -1
    if (endIndex === -1) continue
    return {
      answer: trimmedText.slice(endIndex + end.length).trim(),
      reasoningText: trimmedText.slice(start.length, endIndex).trim(),
      isOpen: false,
    }
  }
  return undefined
}

function separateTags(text: string): Separation | undefined {
  const first = text.trimStart()[0]
  // The text of a JSON value is never reasoning, whatever tags are in it.
  if (first === undefined || first === '{' || first === '"' || isJsonList(text)) return undefined
  const parts = splitAtTags(text)
  if (!parts.hasReasoning) return undefined
  const answer = withoutAnswerTags(joinParts(parts.answers))
  const reasoningText = joinParts(parts.reasonings)
  if (answer === '' && !parts.isCertain) return undefined
  return { answer, reasoningText, isOpen: parts.isOpen }
}

const isJsonList = (text: string) => /^\s*\[\s*(?:[[\]{"\d-]|null|true|false)/.test(text)

type TagParts = {
  readonly answers: string[]
  readonly reasonings: string[]
  hasReasoning: boolean
  /** Whether the tags can mean nothing else. */
  isCertain: boolean
  isOpen: boolean
}

/** Walks over the tags once: between an opening and a closing tag is reasoning, the rest is the answer. */
function splitAtTags(text: string): TagParts {
  const parts: TagParts = {
    answers: [],
    reasonings: [],
    hasReasoning: false,
    isCertain: false,
    isOpen: false,
  }
  const beginning = text.length - text.trimStart().length
  let start = 0
  const tags = [...tagsIn(text)]
  const lastEnds = new Map(
    tags.filter(({ isEnd }) => isEnd).map(({ name, index }) => [name, index]),
  )
  for (const one of tags) {
    const place = {
      isFirst: one.index === beginning,
      isClosed: (lastEnds.get(one.name) ?? -1) > one.index,
    }
    const effect = effectOf(one, parts, place)
    if (effect === undefined) continue
    // Everything before a closing tag is reasoning, also where its opening tag was left out.
    const target = parts.isOpen || effect === 'closes' ? parts.reasonings : parts.answers
    target.push(text.slice(start, one.index))
    parts.hasReasoning = true
    parts.isCertain ||= certainStem.test(one.name)
    parts.isOpen = effect === 'opens'
    start = effect === 'answers' ? one.index : one.end
  }
  const target = parts.isOpen ? parts.reasonings : parts.answers
  target.push(text.slice(start))
  return parts
}

type TagEffect = 'opens' | 'closes' | 'answers'

/** What a tag does; `undefined` for one that is only part of the text. */
type TagPlace = {
  /** Whether the reply begins with it. */
  readonly isFirst: boolean
  /** Whether an end of the same name follows. */
  readonly isClosed: boolean
}

function effectOf(one: Tag, parts: TagParts, place: TagPlace): TagEffect | undefined {
  const { name, isEnd } = one
  if (parts.isOpen && !isEnd && answerName.test(name)) return 'answers'
  if (!reasoningStem.test(name)) return undefined
  if (parts.isOpen) return isEnd ? 'closes' : undefined
  return isOwnTag(one, parts, place) ? (isEnd ? 'closes' : 'opens') : undefined
}

/**
 * Whether a tag is the model's own: a document may have an element with a name such as `reason`, or words in brackets
 * such as `[ThinkPad]`. In the middle of a reply, only a closed tag with a name that means nothing else is.
 */
function isOwnTag(
  { name, isEnd }: Tag,
  { hasReasoning }: TagParts,
  { isFirst, isClosed }: TagPlace,
): boolean {
  if (isEnd) return certainName.test(name) && !hasReasoning
  return isFirst || (isClosed && certainName.test(name))
}

const joinParts = (parts: readonly string[]) =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n')

/** Models that tag their reasoning often tag their answer as well. */
function withoutAnswerTags(text: string): string {
  const tags = [...tagsIn(text)]
  const first = tags.shift()
  if (!first || first.isEnd || first.index !== 0 || !answerName.test(first.name)) return text
  const close = tags.findLast(({ name, isEnd }) => isEnd && name === first.name)
  return text.slice(first.end, close?.index).trim()
}

/** A tag may be arriving in pieces. */
const unfinishedTag = /^\s*[<[◁][^>\]▷]{0,60}$/
const tagEnd = /[>\]▷]|final|thinking\./

/**
 * Receives a growing text and passes on only its answer. The text is separated again only when a tag
 * may have ended in it.
 */
export function skipReasoning(onText: (soFar: string) => void): (soFar: string) => void {
  let receivedLength = 0
  let lastAnswer = ''
  /** Absent while the model reasons. */
  let answerStart: number | undefined = 0
  const findAnswer = (soFar: string, newText: string) => {
    if (tagEnd.test(newText)) {
      answerStart = findAnswerStart(soFar)
      return separateReasoning(soFar).answer
    }
    if (answerStart === undefined || unfinishedTag.test(soFar)) return ''
    if (answerStart === 0) return soFar
    return withoutUnfinishedTag(soFar.slice(answerStart).trimStart())
  }
  return (soFar) => {
    const answer = findAnswer(soFar, soFar.slice(receivedLength))
    receivedLength = soFar.length
    if (answer.trim() === '' || answer === lastAnswer) return
    lastAnswer = answer
    onText(answer)
  }
}

function findAnswerStart(text: string): number | undefined {
  const { answer, reasoningText, isOpen } = separate(text)
  if (answer === '') return isOpen ? undefined : text.length
  const start = text.lastIndexOf(answer)
  // An answer in several pieces is shown when it is complete.
  return reasoningText !== '' && start === -1 ? undefined : Math.max(start, 0)
}

const maxTagLength = 40

/** Leaves out the beginning of a tag at the end of a text. */
function withoutUnfinishedTag(text: string): string {
  const start = text.lastIndexOf('<')
  const isTag = start !== -1 && text.length - start <= maxTagLength && !text.includes('>', start)
  return isTag ? text.slice(0, start) : text
}
