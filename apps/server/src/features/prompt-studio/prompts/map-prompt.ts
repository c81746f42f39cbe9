import type * as api from '@recto/contract/prompt-studio/prompts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { rethrowWithWireFields } from '../../../platform/rethrow-with-wire-fields.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import { createUnchangedAssertion } from '../rows/assert-unchanged.ts'
import { type LlmProfileRow, listProfilesOfProjects } from '../rows/profiles.store.ts'
import type { PromptRow } from '../rows/prompts.store.ts'
import type { PromptInput } from './resolve-prompt-profile.ts'

export const rethrowPromptError = rethrowWithWireFields({
  profileId: 'profile_manager',
  // Thrown by `reorderPrompts` alone, for both positions together.
  places: 'non_field_errors',
})

const evaluationSwitches = [
  'evaluate',
  'eval_quality_faithfulness',
  'eval_quality_correctness',
  'eval_quality_relevance',
  'eval_security_pii',
  'eval_guidance_toxicity',
  'eval_guidance_completeness',
] as const

export function toPromptInput(fields: api.PromptChanges): PromptInput {
  return {
    key: fields.prompt_key,
    prompt: fields.prompt === null ? '' : fields.prompt,
    promptType: fields.prompt_type,
    profileId: fields.profile_manager,
    followsDefault: fields.follows_default_profile,
    sequenceNumber: fields.sequence_number,
    enforceType: fields.enforce_type,
    required: fields.required,
    active: fields.active,
    output: fields.output === null ? '' : fields.output,
    isAssert: fields.is_assert,
    assertPrompt: fields.assert_prompt,
    assertionFailurePrompt: fields.assertion_failure_prompt,
    evaluation: pickSwitches(fields),
  }
}

export const toPromptAssertion = ({ expected }: api.PromptChanges) =>
  createUnchangedAssertion('prompt', expected, async (tenant, row: PromptRow) =>
    presentPrompt(row, await listProfilesOfProjects(tenant, [row.project_id])),
  )

/** Returns the switches that the caller sent; `undefined` if there are none. */
function pickSwitches(fields: api.PromptChanges): Record<string, boolean> | undefined {
  const entries = evaluationSwitches
    .map((name) => {
      const isOn = fields[name]
      return isOn === undefined ? undefined : ([name, isOn] as const)
    })
    .filter((value) => value !== undefined)
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

export const toNewPromptInput = (fields: api.PromptFields) => ({
  ...toPromptInput(fields),
  key: fields.prompt_key,
})

export async function presentOnePrompt(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  prompt: PromptRow,
): Promise<api.Prompt> {
  return presentPrompt(
    prompt,
    await listProfilesOfProjects(tenantOf(ctx, actor), [prompt.project_id]),
  )
}

export async function presentPrompts(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  prompts: readonly PromptRow[],
): Promise<api.Prompt[]> {
  const projectIds = [...new Set(prompts.map(({ project_id }) => project_id))]
  const profiles = await listProfilesOfProjects(tenantOf(ctx, actor), projectIds)
  return prompts.map((prompt) => presentPrompt(prompt, profiles))
}

/** `profiles` are those of the prompt's project. */
export function presentPrompt(
  prompt: PromptRow,
  profiles: readonly Pick<LlmProfileRow, 'id' | 'is_default'>[],
): api.Prompt {
  const isNote = prompt.prompt_type === 'NOTES'
  const defaultProfileId = profiles.find(({ is_default }) => is_default)?.id ?? null
  return {
    prompt_id: prompt.id,
    prompt_key: prompt.key,
    prompt: prompt.prompt,
    tool_id: prompt.project_id,
    prompt_type: prompt.prompt_type,
    profile_manager: isNote ? null : (prompt.profile_id ?? defaultProfileId),
    follows_default_profile: !isNote && prompt.profile_id === null,
    sequence_number: prompt.sequence_number,
    enforce_type: prompt.enforce_type as api.EnforceType,
    required: prompt.required,
    active: prompt.active,
    output: prompt.output,
    output_metadata: {},
    has_line_item_history: false,
    is_assert: prompt.is_assert,
    assert_prompt: prompt.assert_prompt,
    assertion_failure_prompt: prompt.assertion_failure_prompt,
    ...presentEvaluation(prompt),
    created_by: prompt.created_by,
    modified_by: prompt.modified_by,
    created_at: presentTime(prompt.created_at),
    modified_at: presentTime(prompt.modified_at),
  }
}

type Evaluation = Record<(typeof evaluationSwitches)[number], boolean>

/** Every evaluation switch is on unless it was switched off. */
function presentEvaluation({ evaluation }: PromptRow): Evaluation {
  return Object.fromEntries(
    evaluationSwitches.map((name) => [name, evaluation[name] ?? true]),
  ) as Evaluation
}
