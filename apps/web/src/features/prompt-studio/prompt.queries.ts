import { listDefaultOutputs } from '@recto/contract/prompt-studio/prompt-outputs'
import { getProject, listProjects } from '@recto/contract/prompt-studio/prompt-studio'
import * as api from '@recto/contract/prompt-studio/prompts'
import { useChange } from '../../shared/api/requests.ts'
import { newPromptToWire, promptChangeToWire, promptMoveToWire } from './prompt.ts'

const invalidates = [getProject, listProjects, listDefaultOutputs]

/** Creates a prompt and returns its id. */
export const useCreatePrompt = () =>
  useChange(api.createPrompt, {
    invalidates,
    toWire: newPromptToWire,
    fromWire: ({ prompt_id }) => prompt_id,
  })

export const usePatchPrompt = () =>
  useChange(api.patchPrompt, { invalidates, toWire: promptChangeToWire })

/** Deletes the prompt with the given id. */
export const useDeletePrompt = () =>
  useChange(api.deletePrompt, {
    invalidates,
    toWire: (id: string) => ({ params: { prompt_id: id } }),
  })

export const useReorderPrompts = () =>
  useChange(api.reorderPrompts, { invalidates, toWire: promptMoveToWire })
