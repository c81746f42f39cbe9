import type { EnforceType, Prompt } from '@recto/contract/prompts'
import { presentTime } from '../../../platform/present-time.ts'
import { evaluationOf } from './prompt-columns.ts'
import type { PromptRow } from './prompts.store.ts'

export function presentPrompt(prompt: PromptRow): Prompt {
  return {
    prompt_id: prompt.id,
    prompt_key: prompt.key,
    prompt: prompt.prompt,
    tool_id: prompt.project_id,
    prompt_type: prompt.prompt_type,
    profile_manager: prompt.profile_id,
    sequence_number: prompt.sequence_number,
    enforce_type: prompt.enforce_type as EnforceType,
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
