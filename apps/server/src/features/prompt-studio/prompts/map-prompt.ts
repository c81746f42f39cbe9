import { promptFields, promptSwitches } from '@recto/contract/prompt-studio/prompt-fields'
import type * as api from '@recto/contract/prompt-studio/prompts'
import { defaultsOf, fromWire, toWire, wireNamesOf } from '@recto/contract/wire/fields'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { presentFields } from '../../../platform/db/field-columns.ts'
import { rethrowWithWireFields } from '../../../platform/rethrow-with-wire-fields.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import { createUnchangedAssertion } from '../rows/assert-unchanged.ts'
import { type LlmProfileRow, listProfilesOfProjects } from '../rows/profiles.store.ts'
import type { PromptRow } from '../rows/prompts.store.ts'
import type { PromptInput } from './resolve-prompt-profile.ts'

export const rethrowPromptError = rethrowWithWireFields({
  ...wireNamesOf(promptFields),
  // Thrown by `reorderPrompts` alone, for both positions together.
  places: 'non_field_errors',
})

export const toPromptInput = (body: api.PromptChanges): PromptInput => ({
  ...fromWire(promptFields, body),
  evaluation: pickSwitches(body),
})

export const toPromptAssertion = ({ expected }: api.PromptChanges) =>
  createUnchangedAssertion('prompt', expected, async (tenant, row: PromptRow) =>
    presentPrompt(row, await listProfilesOfProjects(tenant, [row.project_id])),
  )

/** Returns the switches that the caller sent; `undefined` if there are none. */
function pickSwitches(body: api.PromptChanges): Record<string, boolean> | undefined {
  const sentSwitches: Record<string, boolean> = toWire(
    promptSwitches,
    fromWire(promptSwitches, body),
  )
  return Object.keys(sentSwitches).length > 0 ? sentSwitches : undefined
}

export const toNewPromptInput = (body: api.PromptFields) => ({
  ...toPromptInput(body),
  key: body.prompt_key,
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
    ...presentFields(promptFields, prompt),
    prompt_id: prompt.id,
    tool_id: prompt.project_id,
    profile_manager: isNote ? null : (prompt.profile_id ?? defaultProfileId),
    follows_default_profile: !isNote && prompt.profile_id === null,
    output_metadata: {},
    has_line_item_history: false,
    ...presentEvaluation(prompt),
    created_by: prompt.created_by,
    modified_by: prompt.modified_by,
    created_at: presentTime(prompt.created_at),
    modified_at: presentTime(prompt.modified_at),
  }
}

/** Every evaluation switch is on unless it was switched off. */
const presentEvaluation = ({ evaluation }: PromptRow) =>
  toWire(promptSwitches, { ...defaultsOf(promptSwitches), ...fromWire(promptSwitches, evaluation) })
