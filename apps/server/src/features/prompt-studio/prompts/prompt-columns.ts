import type { PromptChanges } from '@recto/contract/prompts'
import type { PromptRow } from './prompts.store.ts'

const switches = [
  'evaluate',
  'eval_quality_faithfulness',
  'eval_quality_correctness',
  'eval_quality_relevance',
  'eval_security_pii',
  'eval_guidance_toxicity',
  'eval_guidance_completeness',
] as const

export type Evaluation = Record<(typeof switches)[number], boolean>

/** Every switch of the evaluation is on unless it was switched off. */
export function evaluationOf({ evaluation }: Pick<PromptRow, 'evaluation'>): Evaluation {
  return Object.fromEntries(switches.map((name) => [name, evaluation[name] ?? true])) as Evaluation
}

type Given = Omit<PromptRow, 'evaluation'> & { readonly evaluation: string }
type PromptColumns = { readonly [K in keyof Given]?: Given[K] }

/** What the wire's fields are in the table. Absent fields stay absent. */
export function promptColumns(
  fields: PromptChanges,
  before: Pick<PromptRow, 'evaluation'> = { evaluation: {} },
): PromptColumns {
  const switched = switches.filter((name) => fields[name] !== undefined)
  const evaluation = Object.fromEntries(switched.map((name) => [name, fields[name]]))
  const columns = {
    key: fields.prompt_key,
    prompt: fields.prompt === null ? '' : fields.prompt,
    prompt_type: fields.prompt_type,
    profile_id: fields.prompt_type === 'NOTES' ? null : fields.profile_manager,
    sequence_number: fields.sequence_number,
    enforce_type: fields.enforce_type,
    required: fields.required,
    active: fields.active,
    output: fields.output === null ? '' : fields.output,
    is_assert: fields.is_assert,
    assert_prompt: fields.assert_prompt,
    assertion_failure_prompt: fields.assertion_failure_prompt,
    ...(switched.length > 0 && {
      evaluation: JSON.stringify({ ...before.evaluation, ...evaluation }),
    }),
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}
