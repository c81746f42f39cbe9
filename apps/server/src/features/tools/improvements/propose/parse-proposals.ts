import { maxProposedLetters } from '@recto/contract/tools/improvements'
import { z } from 'zod'
import type { CandidateWording, PromptWording } from '../measure/improve-field.ts'
import { isSafePrompt } from './check-prompt.ts'

/** Types whose values are compared alike, so that a wording may change from one to another. */
export const scalarTypes = ['text', 'number', 'date', 'email', 'boolean'] as const

const Reply = z.strictObject({
  proposals: z.array(
    z.strictObject({
      prompt: z.string(),
      type: z.string().optional(),
      reason: z.string().optional(),
    }),
  ),
})

/** Maximum length of a reply; a longer one is no list of a few prompts. */
const maxReplyLetters = 20_000

/** Minimum length of a value whose presence in a prompt gives the answer away. */
const minValueLetters = 4

type ProposalContext = {
  readonly current: PromptWording
  /** Keys of all prompts of the project. */
  readonly keys: readonly string[]
  /** Whether something depends on the type of the field. */
  readonly keepsType: boolean
  readonly maxCandidates: number
  /** Values of the documents that the model has seen. */
  readonly seenValues: readonly string[]
}

/**
 * Reads the reply of a model strictly: JSON of the requested shape, and nothing else. A proposal is dropped if it is too long, repeats another, fetches
 * more than before, has hidden characters, or contains a value of a document, which would be right for that document alone.
 */
export function parseProposals(
  reply: string,
  { current, keys, keepsType, maxCandidates, seenValues }: ProposalContext,
): readonly CandidateWording[] {
  const parsedReply = reply.length > maxReplyLetters ? undefined : parseReply(reply)
  const values = seenValues
    .map((value) => value.trim().toLowerCase())
    .filter(({ length }) => length >= minValueLetters)
  const currentText = current.prompt.toLowerCase()
  const seenKeys = new Set([toKey(current)])
  const candidates: CandidateWording[] = []
  for (const { prompt: text, type } of parsedReply?.proposals ?? []) {
    const prompt = text.replaceAll('\r\n', '\n').trim()
    const letters = prompt.toLowerCase()
    const chosenType = keepsType ? current.type : chooseType(current.type, type)
    const candidate = { prompt, type: chosenType, source: 'model' as const }
    const givesAway = values.some(
      (value) => letters.includes(value) && !currentText.includes(value),
    )
    const isUsable =
      prompt.length > 0 &&
      prompt.length <= maxProposedLetters &&
      isSafePrompt({ prompt, current: current.prompt, keys }) &&
      !givesAway &&
      !seenKeys.has(toKey(candidate))
    if (!isUsable) continue
    seenKeys.add(toKey(candidate))
    candidates.push(candidate)
    if (candidates.length >= maxCandidates) break
  }
  return candidates
}

const toKey = ({ prompt, type }: PromptWording) => `${type}\n${prompt.trim()}`

function parseReply(reply: string): z.output<typeof Reply> | undefined {
  const text = reply.trim()
  const isFenced = text.startsWith('```') && text.endsWith('```') && text.includes('\n')
  const json = isFenced ? text.slice(text.indexOf('\n') + 1, -3) : text
  try {
    return Reply.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}

const isScalar = (type: string) => scalarTypes.some((scalar) => scalar === type)

/** A list stays what it is, because its settings belong to its type. */
const chooseType = (current: string, newType: string | undefined): string =>
  newType !== undefined && isScalar(current) && isScalar(newType) ? newType : current
