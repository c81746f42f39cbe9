import { type CoveredPrompt, EnforceType } from '@recto/contract/prompts'
import { toWireNames } from '../../shared/api/wire-names.ts'

/** The types that a value can be made to have. */
export const valueTypes = EnforceType.options
export type ValueType = EnforceType

/** A prompt, or a note between prompts. */
export type Prompt = {
  readonly id: string
  /** The key of the value in the result; unique in its project. */
  readonly key: string
  /** What is asked of the document, or what a note says. */
  readonly text: string
  readonly isNote: boolean
  readonly type: ValueType
  /** What a review asks of its value; it has no effect on the extraction. */
  readonly required: 'all' | 'any' | null
  /** Of the profile that it names for itself; null: it follows the project's default. */
  readonly ownProfileId: string | null
  /** Whether it takes part in runs and in the export. */
  readonly isActive: boolean
  /** Where it stands in the order. */
  readonly place: number | null
  /** The documents that have an output for it. */
  readonly coverage: readonly string[]
}

type RequiredChoice = { readonly value: 'all' | 'any'; readonly label: string }

/** What can be asked of a value of a type in a review. */
export function requiredChoices(type: ValueType): readonly RequiredChoice[] {
  if (type === 'table' || type === 'record') return []
  if (type !== 'json') return [{ value: 'all', label: 'Value Required' }]
  return [
    { value: 'all', label: 'All JSON Values Required' },
    { value: 'any', label: 'Atleast 1 JSON Value Required' },
  ]
}

/** Whether a run of everything and an export include it. */
export const isRun = ({ isActive, isNote }: Prompt): boolean => isActive && !isNote

/** Whether a single pass asks it together with the others; else it is asked by itself. */
export const isInPass = (prompt: Prompt): boolean =>
  isRun(prompt) && prompt.type !== 'table' && prompt.type !== 'record'

const names = {
  key: 'prompt_key',
  text: 'prompt',
  type: 'enforce_type',
  required: 'required',
  ownProfileId: 'profile_manager',
  isActive: 'active',
} as const

export const promptFromWire = (wire: CoveredPrompt): Prompt => ({
  id: wire.prompt_id,
  key: wire.prompt_key,
  text: wire.prompt,
  isNote: wire.prompt_type === 'NOTES',
  type: wire.enforce_type,
  required: wire.required,
  ownProfileId: wire.follows_default_profile ? null : wire.profile_manager,
  isActive: wire.active,
  place: wire.sequence_number,
  coverage: wire.coverage,
})

type NewPrompt = Pick<Prompt, 'key' | 'isNote' | 'place'> & {
  readonly projectId: string
}

export const newPromptToWire = ({ projectId, key, isNote, place }: NewPrompt) => ({
  params: { tool_id: projectId },
  body: {
    prompt_key: key,
    prompt: '',
    prompt_type: isNote ? ('NOTES' as const) : ('PROMPT' as const),
    profile_manager: null,
    sequence_number: place,
  },
})

type Change = {
  readonly id: string
  readonly changes: Partial<Pick<Prompt, keyof typeof names>>
  /** What the change replaces, as it was seen: something else, stored elsewhere, is not replaced. */
  readonly expected?: Partial<Pick<Prompt, keyof typeof names>>
}

export const promptChangeToWire = ({ id, changes, expected }: Change) => ({
  params: { prompt_id: id },
  body: {
    ...toWireNames(changes, names),
    ...(expected && { expected: expectedToWire(expected) }),
    // A profile that is chosen here stays the prompt's own, also when it is the default today.
    ...(changes.ownProfileId !== undefined && {
      follows_default_profile: changes.ownProfileId === null,
    }),
  },
})

/** One that follows the default reads as having that one. */
const expectedToWire = ({ ownProfileId, ...expected }: NonNullable<Change['expected']>) => ({
  ...toWireNames(expected, names),
  ...(ownProfileId !== undefined && { follows_default_profile: ownProfileId === null }),
  ...(ownProfileId && { profile_manager: ownProfileId }),
})

type Move = { readonly id: string; readonly from: number; readonly to: number }

/** From one place in the order to another. */
export const promptMoveToWire = ({ id, from, to }: Move) => ({
  body: { prompt_id: id, start_sequence_number: from, end_sequence_number: to },
})
