import * as files from '@recto/contract/prompt-studio/project-files'
import { getProject, listProjects } from '@recto/contract/prompt-studio/prompt-studio'
import * as shares from '@recto/contract/prompt-studio/public-shares'
import { send, useChange, useUpload } from '../../shared/api/requests.ts'
import { fieldIn } from '../../shared/api/wire-names.ts'

const invalidates = [getProject, listProjects]

/** Shares the project with the given id publicly; returns the id of the share. */
export const useStartShare = () =>
  useChange(shares.startPublicShare, {
    invalidates,
    toWire: (id: string) => ({ query: { id }, body: { share_type: 'PROMPT_STUDIO' as const } }),
    fromWire: ({ share_id }) => share_id,
  })

/** Ends the public share with the given id. */
export const useStopShare = () =>
  useChange(shares.stopPublicShare, {
    invalidates,
    toWire: (share_id: string) => ({ params: { share_id } }),
  })

/** Source of a clone: a project of the user, or one that is shared publicly. */
export type CloneSource =
  | { readonly projectId: string }
  | { readonly shareId: string; readonly projectId?: undefined }

type Clone = { readonly source: CloneSource; readonly name: string }

/** Clones a project and returns the id of the copy. */
export const useCloneProject = () =>
  useChange(files.cloneProject, {
    invalidates: [listProjects],
    toWire: ({ source, name }: Clone) => ({
      body: {
        tool_name: name,
        ...(source.projectId === undefined
          ? { share_id: source.shareId }
          : { tool_id: source.projectId }),
      },
    }),
    fromWire: ({ tool_id }) => tool_id,
    fieldOf: fieldIn({ name: 'tool_name' }),
  })

/** Returns the id of the new project, and a warning about what could not be imported. */
export const useImportProject = () =>
  useUpload(files.importProject, {
    invalidates: [listProjects],
    toWire(file: File) {
      const form = new FormData()
      form.append('file', file)
      return { form }
    },
    fromWire: ({ tool_id: id, message, warning }) => ({ id, message, warning }),
  })

type Sync = {
  readonly projectId: string
  /** Text of an exported project file. */
  readonly text: string
  readonly keepsCopy: boolean
}

/**
 * Replaces the prompts and settings of a project with those of a file; returns a message that
 * describes the result.
 */
export const useSyncPrompts = () =>
  useChange(files.syncPrompts, {
    invalidates,
    toWire: ({ projectId, text, keepsCopy }: Sync) => ({
      params: { tool_id: projectId },
      // The server validates the content.
      body: { data: JSON.parse(text), create_copy: keepsCopy },
    }),
    fromWire: ({ message, backup_tool_name: copy }) => ({ message, copy }),
  })

/** Exports the project as the text of a file. */
export async function projectFile(projectId: string): Promise<string> {
  const file = await send(files.getProjectFile, { params: { tool_id: projectId } })
  return JSON.stringify(file, null, 2)
}
