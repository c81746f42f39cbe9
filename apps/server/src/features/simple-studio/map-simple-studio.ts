import type { SimplePrompt } from '@recto/contract/simple-studio/simple-studio'
import { rethrowWithWireFields } from '../../platform/rethrow-with-wire-fields.ts'
import type { PromptRow } from '../prompt-studio/prompt-studio.port.ts'
import type { OpenedProject } from './rows/get-simple-project.ts'

export const toSimpleRefusal = rethrowWithWireFields({
  name: 'tool_name',
  places: 'non_field_errors',
})

export const presentSimplePrompt = (
  { row: { id } }: OpenedProject,
  prompt: PromptRow,
): SimplePrompt => ({
  prompt_id: prompt.id,
  prompt_key: prompt.key,
  prompt: prompt.prompt,
  tool_id: id,
  sequence_number: prompt.sequence_number,
  enforce_type: prompt.enforce_type as SimplePrompt['enforce_type'],
})
