import { parseVariables } from '../../../answering/answering.port.ts'

type PromptToCheck = {
  readonly prompt: string
  /** The current prompt of the field. */
  readonly current: string
  /** Keys of all prompts of the project. */
  readonly keys: readonly string[]
}

/** Characters that no prompt needs: they cannot be stored, or hide what the prompt says. */
const hiddenCharacter =
  /(?![\t\n])[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f]/u

/** Marks of what a prompt can fetch. They are searched in the words that are no variables of the current prompt. */
const fetchingMarks = ['{{', '}}', '://']

/**
 * Whether a proposed prompt fetches nothing that the current one does not fetch, and shows all that it says. A variable fetches a value or
 * an address, which neither a model nor a document may choose.
 */
export function isSafePrompt({ prompt, current, keys }: PromptToCheck): boolean {
  if (!prompt.isWellFormed() || hiddenCharacter.test(prompt)) return false
  const placeholders = listPlaceholders(current, keys)
  if (!listPlaceholders(prompt, keys).every((one) => placeholders.includes(one))) return false
  const listWords = (text: string) =>
    removeAll(text, placeholders)
      .split(/\s+/)
      .filter((word) => fetchingMarks.some((mark) => word.includes(mark)))
  const currentWords = new Set(listWords(current))
  return listWords(prompt).every((word) => currentWords.has(word))
}

const listPlaceholders = (text: string, keys: readonly string[]): readonly string[] =>
  parseVariables(text, keys).map(({ placeholder }) => placeholder)

const removeAll = (text: string, parts: readonly string[]): string =>
  parts.reduce((rest, part) => rest.replaceAll(part, ' '), text)
