import { refusalWith500 } from '../../platform/app-error.ts'
import type { LlmProfileRow, ProjectParts } from '../prompt-studio/prompt-studio.port.ts'

type Prompt = ProjectParts['prompts'][number]

/** Notes and inactive prompts are not exported. */
export const isExported = ({ prompt_type, active }: Prompt) => prompt_type === 'PROMPT' && active

/**
 * Throws the refusals of the contract that `force_export` cannot override, in the order of the
 * contract; returns the default profile.
 */
export function assertExportable({
  profiles,
  prompts,
}: Pick<ProjectParts, 'profiles' | 'prompts'>): LlmProfileRow {
  const defaultProfile = profiles.find(({ is_default }) => is_default)
  if (!defaultProfile) {
    throw refusalWith500('Unable to export tool. The project has no default LLM profile.')
  }
  const exportedPrompts = prompts.filter(isExported)
  const hasText = ({ prompt }: Prompt) => prompt.trim() !== ''
  if (!exportedPrompts.some(hasText)) {
    throw refusalWith500('Unable to export tool. The project has no prompt to export.')
  }
  const emptyPrompt = exportedPrompts.find((prompt) => !hasText(prompt))
  if (emptyPrompt)
    throw refusalWith500(`Unable to export tool. The prompt “${emptyPrompt.key}” is empty.`)
  return defaultProfile
}

const notRunMessage =
  'Unable to export tool. Some prompt(s) were not run. Please run them before exporting.'

/** Throws the warning that `force_export` overrides. */
export function assertAllPromptsRun(
  { prompts, coverage }: Pick<ProjectParts, 'prompts' | 'coverage'>,
  defaultProfile: LlmProfileRow,
): void {
  const wasRun = ({ id, profile_id }: Prompt) =>
    coverage.some(
      (run) => run.prompt_id === id && run.profile_id === (profile_id ?? defaultProfile.id),
    )
  if (!prompts.filter(isExported).every(wasRun)) throw refusalWith500(notRunMessage, 'warning')
}
