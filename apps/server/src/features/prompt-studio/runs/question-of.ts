import { AppError, badRequest } from '../../../platform/app-error.ts'
import {
  type ConfiguredQuestion,
  fieldTypeOf,
  listOrChunks,
  listSettingsOf,
} from '../../answering/answering.port.ts'
import type { MaskingRules } from '../../model-calls/model-calls.port.ts'
import { answerSettingsOf } from '../profiles/answer-settings-of.ts'
import type { LlmProfileRow } from '../rows/profiles.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import type { PromptRow } from '../rows/prompts.store.ts'

/** Of a table or of records; a tool reads all of them. */
const maxStudioPages = 10

type Under = {
  readonly profile: LlmProfileRow
  /** What is masked of the document. */
  readonly rules: MaskingRules | undefined
}

/** What a prompt asks under a profile. Throws for a prompt that cannot be run. */
export function questionOf(
  project: ProjectRow,
  prompt: PromptRow,
  { profile, rules }: Under,
): ConfiguredQuestion {
  if (prompt.prompt_type === 'NOTES') throw badRequest(`“${prompt.key}” is a note.`)
  const type = fieldTypeOf(prompt.enforce_type, prompt.key)
  if (prompt.prompt.trim() === '') {
    const detail = `The prompt “${prompt.key}” is empty.`
    throw new AppError('unprocessable', [{ code: 'error', detail, attr: null }])
  }
  const masking = rules && { masking: rules }
  const settings = listOrChunks(type, { ...answerSettingsOf(project, profile), ...masking })
  const list = listSettingsOf({ type, settings: prompt.table_settings, maxPages: maxStudioPages })
  return { key: prompt.key, prompt: prompt.prompt, type, settings, ...(list && { list }) }
}
