import { omitUndefined } from '@recto/omit-undefined'
import { AppError, badRequest } from '../../../platform/app-error.ts'
import {
  type ConfiguredQuestion,
  toFieldType,
  toListSettings,
  withoutChunksForLists,
} from '../../answering/answering.port.ts'
import type { MaskingRules } from '../../model-calls/model-calls.port.ts'
import { buildAnswerSettings } from '../profiles/answer-settings.ts'
import type { LlmProfileRow } from '../rows/profiles.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import type { PromptRow } from '../rows/prompts.store.ts'

/**
 * Maximum number of pages read for a table or records in the studio; a deployed tool reads all
 * pages.
 */
const maxStudioPages = 10

type QuestionOptions = {
  readonly profile: LlmProfileRow
  readonly rules: MaskingRules | undefined
}

export const isEmptyPrompt = ({ prompt }: Pick<PromptRow, 'prompt'>): boolean =>
  prompt.trim() === ''

export const describeEmptyPrompt = ({ key }: Pick<PromptRow, 'key'>): string =>
  `The prompt “${key}” is empty.`

/** Throws if the prompt has no text. */
export function assertNotEmpty(prompt: PromptRow): void {
  if (!isEmptyPrompt(prompt)) return
  const detail = describeEmptyPrompt(prompt)
  throw new AppError('unprocessable', [{ code: 'error', detail, attr: null }])
}

/** Builds the question that a prompt asks under a profile. Throws if the prompt cannot be run. */
export function buildQuestion(
  project: ProjectRow,
  prompt: PromptRow,
  { profile, rules }: QuestionOptions,
): ConfiguredQuestion {
  if (prompt.prompt_type === 'NOTES')
    throw badRequest(`“${prompt.key}” is a note, so it cannot be run.`)
  const type = toFieldType(prompt.enforce_type, prompt.key)
  assertNotEmpty(prompt)
  const masking = rules && { masking: rules }
  const settings = withoutChunksForLists(type, {
    ...buildAnswerSettings(project, profile),
    ...masking,
  })
  const list = toListSettings({ type, settings: prompt.table_settings, maxPages: maxStudioPages })
  return { key: prompt.key, prompt: prompt.prompt, type, settings, ...omitUndefined({ list }) }
}
