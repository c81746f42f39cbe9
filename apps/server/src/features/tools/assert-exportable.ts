import { legacyRefusal } from '../../platform/app-error.ts'
import type { LlmProfileRow, ProjectParts } from '../prompt-studio/prompt-studio.port.ts'

type Prompt = ProjectParts['prompts'][number]

/** Notes and inactive prompts are no part of a tool. */
export const isExported = ({ prompt_type, active }: Prompt) => prompt_type === 'PROMPT' && active

/** Throws the refusals of the contract that nobody can overcome, in its order; returns the default profile. */
export function assertExportable({
  profiles,
  prompts,
}: Pick<ProjectParts, 'profiles' | 'prompts'>): LlmProfileRow {
  const defaultProfile = profiles.find(({ is_default }) => is_default)
  if (!defaultProfile) {
    throw legacyRefusal('Unable to export tool. The project has no default LLM profile.')
  }
  const exported = prompts.filter(isExported)
  const hasText = ({ prompt }: Prompt) => prompt.trim() !== ''
  if (!exported.some(hasText)) {
    throw legacyRefusal('Unable to export tool. The project has no prompt to export.')
  }
  const empty = exported.find((prompt) => !hasText(prompt))
  if (empty) throw legacyRefusal(`Unable to export tool. The prompt “${empty.key}” is empty.`)
  return defaultProfile
}

/** Throws the warning that can be overcome by force. */
export function assertAllRun(
  { prompts, coverage }: Pick<ProjectParts, 'prompts' | 'coverage'>,
  defaultProfile: LlmProfileRow,
): void {
  const wasRun = ({ id, profile_id }: Prompt) =>
    coverage.some(
      (run) => run.prompt_id === id && run.profile_id === (profile_id ?? defaultProfile.id),
    )
  if (!prompts.filter(isExported).every(wasRun)) throw legacyRefusal(notRun, 'warning')
}

const notRun =
  'Unable to export tool. Some prompt(s) were not run. Please run them before exporting.'
