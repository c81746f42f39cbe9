import type { MatchTo } from '@recto/contract/prompt-studio/match-to'
import { EnforceType } from '@recto/contract/prompt-studio/prompt-fields'
import type { CoveredPrompt } from '@recto/contract/prompt-studio/prompts'
import { omitUndefined } from '@recto/omit-undefined'
import { toWireNames } from '../../shared/api/wire-names.ts'

/** Types that a value can be converted to. */
export const valueTypes = EnforceType.options
export type ValueType = EnforceType

/** A prompt, or a note between prompts. */
export type Prompt = {
  readonly id: string
  /** The key of its value in the result; unique in the project. */
  readonly key: string
  /** The prompt itself, or the text of the note. */
  readonly text: string
  readonly isNote: boolean
  readonly type: ValueType
  /** Whether a review requires its value; it has no effect on the extraction. */
  readonly required: 'all' | 'any' | null
  /** The lookup table that its value is matched to; null if it is not. */
  readonly matchTo: MatchTo | null
  /** Profile chosen for this prompt; null if it uses the project's default profile. */
  readonly ownProfileId: string | null
  /** Whether it is included in runs and in the export. */
  readonly isActive: boolean
  /** Position among the prompts and notes of the project. */
  readonly position: number | null
  /** Ids of the documents that have an output for it. */
  readonly coverage: readonly string[]
}

type RequiredChoice = { readonly value: 'all' | 'any'; readonly label: string }

/** Returns the ways in which a review can require a value of this type. */
export function requiredChoices(type: ValueType): readonly RequiredChoice[] {
  if (type === 'table' || type === 'record') return []
  if (type !== 'json') return [{ value: 'all', label: 'Value Required' }]
  return [
    { value: 'all', label: 'All JSON Values Required' },
    // The spelling is required: [PS-237].
    { value: 'any', label: 'Atleast 1 JSON Value Required' },
  ]
}

/** Returns whether a run of all prompts and an export include it. */
export const isActivePrompt = ({ isActive, isNote }: Prompt): boolean => isActive && !isNote

/** Whether a single pass includes the prompt; otherwise it has a separate call. */
export const isInPass = (prompt: Prompt): boolean =>
  isActivePrompt(prompt) && prompt.type !== 'table' && prompt.type !== 'record'

const names = {
  key: 'prompt_key',
  text: 'prompt',
  type: 'enforce_type',
  required: 'required',
  matchTo: 'match_to',
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
  matchTo: wire.match_to,
  ownProfileId: wire.follows_default_profile ? null : wire.profile_manager,
  isActive: wire.active,
  position: wire.sequence_number,
  coverage: wire.coverage,
})

type NewPrompt = Pick<Prompt, 'key' | 'isNote' | 'position'> & {
  readonly projectId: string
}

export const newPromptToWire = ({ projectId, key, isNote, position }: NewPrompt) => ({
  params: { tool_id: projectId },
  body: {
    prompt_key: key,
    prompt: '',
    prompt_type: isNote ? ('NOTES' as const) : ('PROMPT' as const),
    profile_manager: null,
    sequence_number: position,
  },
})

type Change = {
  readonly id: string
  readonly changes: Partial<Pick<Prompt, keyof typeof names>>
  /**
   * The values that the user saw and the change replaces: values that others have saved since are
   * not overwritten.
   */
  readonly expected?: Partial<Pick<Prompt, keyof typeof names>>
}

export const promptChangeToWire = ({ id, changes, expected }: Change) => ({
  params: { prompt_id: id },
  body: {
    ...toWireNames(changes, names),
    ...omitUndefined({ expected: expected && expectedToWire(expected) }),
    // A profile chosen here stays the prompt's profile, even if it is the default one today.
    ...omitUndefined({
      follows_default_profile:
        changes.ownProfileId === undefined ? undefined : changes.ownProfileId === null,
    }),
  },
})

/** A prompt that uses the default profile reads as having that profile. */
const expectedToWire = ({ ownProfileId, ...expected }: NonNullable<Change['expected']>) => ({
  ...toWireNames(expected, names),
  ...omitUndefined({
    follows_default_profile: ownProfileId === undefined ? undefined : ownProfileId === null,
    profile_manager: ownProfileId || undefined,
  }),
})

type Move = { readonly id: string; readonly from: number; readonly to: number }

/** Moves a prompt from one position to another. */
export const promptMoveToWire = ({ id, from, to }: Move) => ({
  body: { prompt_id: id, start_sequence_number: from, end_sequence_number: to },
})
