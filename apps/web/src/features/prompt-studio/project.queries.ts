import { listDocuments } from '@recto/contract/prompt-studio/prompt-documents'
import { listDefaultOutputs, listPromptOutputs } from '@recto/contract/prompt-studio/prompt-outputs'
import * as api from '@recto/contract/prompt-studio/prompt-studio'
import { rowsIn } from '@recto/contract/wire/paging'
import { readAs, useChange } from '../../shared/api/requests.ts'
import { fieldIn } from '../../shared/api/wire-names.ts'
import {
  listedProjectFromWire,
  newProjectToWire,
  projectChangeToWire,
  projectFromWire,
  projectNames,
} from './project.ts'

export const projectList = readAs(
  api.listProjects,
  { query: { include_prompts: 'false' } },
  (projects) => rowsIn(projects).map(listedProjectFromWire),
)

export const project = (id: string) =>
  readAs(api.getProject, { params: { tool_id: id } }, projectFromWire)

/** Default texts of a new project. */
export const defaultTexts = readAs(api.getDefaultTexts, {}, (texts) => ({
  preamble: texts.preamble,
  postamble: texts.postamble,
  summarizePrompt: texts.summarize_prompt,
}))

const fieldOf = fieldIn(projectNames)

export const useCreateProject = () =>
  useChange(api.createProject, {
    invalidates: [api.listProjects],
    toWire: newProjectToWire,
    fromWire: projectFromWire,
    fieldOf,
  })

export const usePatchProject = () =>
  useChange(api.patchProject, {
    invalidates: [api.listProjects, api.getProject],
    toWire: projectChangeToWire,
    fromWire: projectFromWire,
    fieldOf,
  })

/** Deletes the project with the given id. */
export const useDeleteProject = () =>
  useChange(api.deleteProject, {
    invalidates: [api.listProjects],
    toWire: (id: string) => ({ params: { tool_id: id } }),
  })

type DeletedItem = { readonly projectId: string; readonly id: string }

/** Restores a prompt, a note or a document that was just deleted. */
export const useRestoreItem = () =>
  useChange(api.restoreItem, {
    invalidates: [
      api.listProjects,
      api.getProject,
      listDocuments,
      listPromptOutputs,
      listDefaultOutputs,
    ],
    toWire: ({ projectId, id }: DeletedItem) => ({ params: { tool_id: projectId }, body: { id } }),
  })
