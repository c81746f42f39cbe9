import * as profiles from '@recto/contract/profiles'
import * as documents from '@recto/contract/prompt-documents'
import * as outputs from '@recto/contract/prompt-outputs'
import * as projects from '@recto/contract/prompt-studio'
import * as prompts from '@recto/contract/prompts'
import * as tools from '@recto/contract/tools'
import { queryOptions } from '@tanstack/react-query'
import { read, useChange } from '../../shared/api/ask.ts'

export const projectList = read(projects.listProjects, {})

export const project = (tool_id: string) => read(projects.getProject, { params: { tool_id } })

export const profileList = (tool_id: string) => read(profiles.listProfiles, { params: { tool_id } })

export const documentList = (tool_id: string) =>
  read(documents.listDocuments, { query: { tool_id } })

/** Which documents are read and indexed under one profile. */
export const indexList = (profile_manager: string) =>
  read(documents.listDocumentIndexes, { query: { profile_manager } })

/** The outputs of all prompts and profiles on one document. */
export const outputList = (tool_id: string, document_manager: string) =>
  read(outputs.listPromptOutputs, { query: { tool_id, document_manager } })

export const combinedOutput = (tool_id: string, document_manager: string) =>
  read(outputs.listDefaultOutputs, { query: { tool_id, document_manager } })

/** The tool that was made of the project: one or none. */
export const exportedTool = (custom_tool: string) =>
  read(tools.listRegistry, { query: { custom_tool } })

/** The bytes of a document never change under its id. */
export const original = (tool_id: string, document_id: string) =>
  queryOptions({
    ...read(documents.readDocument, {
      params: { tool_id },
      query: { document_id, view_type: 'ORIGINAL' },
    }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Nor do the sizes of its pages. */
export const pageList = (tool_id: string, document_id: string) =>
  queryOptions({
    ...read(documents.listDocumentPages, { params: { tool_id }, query: { document_id } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const extract = (tool_id: string, document_id: string) =>
  read(documents.readDocument, {
    params: { tool_id },
    query: { document_id, view_type: 'EXTRACT' },
  })

export const useCreateProject = () =>
  useChange(projects.createProject, { makesStale: [projects.listProjects] })
export const usePatchProject = () =>
  useChange(projects.patchProject, { makesStale: [projects.listProjects, projects.getProject] })
export const useDeleteProject = () =>
  useChange(projects.deleteProject, { makesStale: [projects.listProjects] })

const ofPrompts = [projects.getProject, projects.listProjects, outputs.listDefaultOutputs]
export const useCreatePrompt = () => useChange(prompts.createPrompt, { makesStale: ofPrompts })
export const usePatchPrompt = () => useChange(prompts.patchPrompt, { makesStale: ofPrompts })
export const useDeletePrompt = () => useChange(prompts.deletePrompt, { makesStale: ofPrompts })
export const useReorderPrompts = () => useChange(prompts.reorderPrompts, { makesStale: ofPrompts })

const ofProfiles = [
  profiles.listProfiles,
  projects.getProject,
  outputs.listPromptOutputs,
  outputs.listDefaultOutputs,
]
export const useCreateProfile = () => useChange(profiles.createProfile, { makesStale: ofProfiles })
export const usePatchProfile = () => useChange(profiles.patchProfile, { makesStale: ofProfiles })
export const useDeleteProfile = () => useChange(profiles.deleteProfile, { makesStale: ofProfiles })
export const useSetDefaultProfile = () =>
  useChange(profiles.setDefaultProfile, { makesStale: ofProfiles })

const ofIndexes = [documents.listDocumentIndexes, documents.readDocument]
export const useIndexDocument = () => useChange(documents.indexDocument, { makesStale: ofIndexes })
export const useDeleteDocument = () =>
  useChange(documents.deleteDocument, {
    makesStale: [documents.listDocuments, projects.getProject, outputs.listDefaultOutputs],
  })

export const useExportTool = () => useChange(tools.exportTool, { makesStale: [tools.listRegistry] })
