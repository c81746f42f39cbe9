import { listDefaultOutputs } from '@recto/contract/prompt-outputs'
import { getProject, listProjects } from '@recto/contract/prompt-studio'
import * as api from '@recto/contract/prompts'
import { useChange } from '../../shared/api/ask.ts'
import { newPromptToWire, promptChangeToWire, promptMoveToWire } from './prompt.ts'

const makesStale = [getProject, listProjects, listDefaultOutputs]

/** Returns the id of the new prompt. */
export const useCreatePrompt = () =>
  useChange(api.createPrompt, {
    makesStale,
    toWire: newPromptToWire,
    fromWire: ({ prompt_id }) => prompt_id,
  })

export const usePatchPrompt = () =>
  useChange(api.patchPrompt, { makesStale, toWire: promptChangeToWire })

/** By its id. */
export const useDeletePrompt = () =>
  useChange(api.deletePrompt, {
    makesStale,
    toWire: (id: string) => ({ params: { prompt_id: id } }),
  })

export const useReorderPrompts = () =>
  useChange(api.reorderPrompts, { makesStale, toWire: promptMoveToWire })
