import type * as api from '@recto/contract/prompts'
import { presentTime } from '../../../platform/present-time.ts'
import { toWireFields } from '../../../platform/wire-fields.ts'
import type { EditablePrompt, PromptRow } from '../rows/prompts.store.ts'

export const toPromptRefusal = toWireFields({
  profileId: 'profile_manager',
  places: 'non_field_errors',
})

export function promptChanges(fields: api.PromptChanges): EditablePrompt {
  return {
    key: fields.prompt_key,
    prompt: fields.prompt === null ? '' : fields.prompt,
    promptType: fields.prompt_type,
    profileId: fields.profile_manager,
    sequenceNumber: fields.sequence_number,
    enforceType: fields.enforce_type,
    required: fields.required,
    active: fields.active,
    output: fields.output === null ? '' : fields.output,
    isAssert: fields.is_assert,
    assertPrompt: fields.assert_prompt,
    assertionFailurePrompt: fields.assertion_failure_prompt,
    evaluation: switchesOf(fields),
  }
}

/** The switches that are given; `undefined` where none is. */
function switchesOf(fields: api.PromptChanges): Record<string, boolean> | undefined {
  const given = switches.flatMap((name) => {
    const isOn = fields[name]
    return isOn === undefined ? [] : [[name, isOn] as const]
  })
  return given.length > 0 ? Object.fromEntries(given) : undefined
}

export const newPrompt = (fields: api.PromptFields) => ({
  ...promptChanges(fields),
  key: fields.prompt_key,
})

export function presentPrompt(prompt: PromptRow): api.Prompt {
  return {
    prompt_id: prompt.id,
    prompt_key: prompt.key,
    prompt: prompt.prompt,
    tool_id: prompt.project_id,
    prompt_type: prompt.prompt_type,
    profile_manager: prompt.profile_id,
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
    ...evaluationOf(prompt),
    created_by: prompt.created_by,
    modified_by: prompt.modified_by,
    created_at: presentTime(prompt.created_at),
    modified_at: presentTime(prompt.modified_at),
  }
}

const switches = [
  'evaluate',
  'eval_quality_faithfulness',
  'eval_quality_correctness',
  'eval_quality_relevance',
  'eval_security_pii',
  'eval_guidance_toxicity',
  'eval_guidance_completeness',
] as const

type Evaluation = Record<(typeof switches)[number], boolean>

/** Every switch of the evaluation is on unless it was switched off. */
function evaluationOf({ evaluation }: PromptRow): Evaluation {
  return Object.fromEntries(switches.map((name) => [name, evaluation[name] ?? true])) as Evaluation
}
