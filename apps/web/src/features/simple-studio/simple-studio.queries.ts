import { listDocuments } from '@recto/contract/prompt-studio/prompt-documents'
import { listDefaultOutputs, listPromptOutputs } from '@recto/contract/prompt-studio/prompt-outputs'
import { getProject } from '@recto/contract/prompt-studio/prompt-studio'
import * as api from '@recto/contract/simple-studio/simple-studio'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { addressOf } from '../../shared/api/address.ts'
import { keyOf, readAs, send, upload, useChange } from '../../shared/api/requests.ts'
import {
  type SimpleDocument,
  simpleDocumentFromWire,
  simpleProjectFromWire,
} from './simple-project.ts'
import { simpleSettingsFromWire } from './simple-settings.ts'

export const simpleSettings = readAs(api.getSimpleSettings, {}, simpleSettingsFromWire)

export const simpleProject = (id: string) =>
  readAs(api.getSimpleProject, { params: { id } }, simpleProjectFromWire)

export const useCreateSimpleProject = () =>
  useChange(api.createSimpleProject, {
    toWire: (name: string) => ({ body: { tool_name: name } }),
    fromWire: simpleProjectFromWire,
    invalidates: [],
  })

type UploadedDocument = {
  readonly projectId: string
  readonly file: File
  readonly token: string | undefined
  readonly onProgress: (part: number) => void
}

export async function uploadSimpleDocument({
  projectId,
  file,
  token,
  onProgress,
}: UploadedDocument): Promise<SimpleDocument> {
  const form = new FormData()
  form.append('sps_project_id', projectId)
  if (token !== undefined) form.append('recaptcha_token', token)
  form.append('file', file)
  return simpleDocumentFromWire(await upload(api.uploadSimpleDocument, { form, onProgress }))
}

type DocumentRef = { readonly projectId: string; readonly id: string }

export const deleteSimpleDocument = ({ projectId, id }: DocumentRef) =>
  send(api.deleteSimpleDocument, { params: { id }, query: { sps_project_id: projectId } })

type Reading = { readonly client: QueryClient; readonly projectId: string }

/**
 * Starts indexing a document and resolves when it has ended. Further subscribers share the same
 * request.
 */
export const reading = ({ client, projectId }: Reading, document: SimpleDocument) =>
  queryOptions({
    queryKey: [...keyOf(api.indexSimpleDocument), document.id],
    async queryFn() {
      const body = { document_id: document.id, sps_id: projectId }
      try {
        return simpleDocumentFromWire(await send(api.indexSimpleDocument, { body }))
      } finally {
        void client.invalidateQueries({ queryKey: keyOf(api.getSimpleProject) })
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** Refetches the project data of the studio pages. */
export async function refreshStudio(client: QueryClient): Promise<void> {
  const stale = [
    getProject,
    listDocuments,
    listPromptOutputs,
    listDefaultOutputs,
    api.getSimpleProject,
  ]
  await Promise.all(
    stale.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })),
  )
}

const fields = [getProject, listPromptOutputs, listDefaultOutputs]

type NewField = { readonly projectId: string; readonly name: string; readonly text: string }

export const useAddField = () =>
  useChange(api.createSimplePrompt, {
    toWire: ({ projectId, name, text }: NewField) => ({
      body: { tool_id: projectId, prompt_key: name, prompt: text },
    }),
    invalidates: fields,
    fieldOf: (attr) => (attr === 'prompt_key' ? 'name' : 'text'),
  })

type ChangedField = NewField & { readonly id: string }

export const useChangeField = () =>
  useChange(api.changeSimplePrompt, {
    toWire: ({ projectId, id, name, text }: ChangedField) => ({
      params: { id },
      body: { tool_id: projectId, prompt_key: name, prompt: text },
    }),
    invalidates: fields,
  })

type FieldRef = { readonly projectId: string; readonly id: string }

export const useDeleteField = () =>
  useChange(api.deleteSimplePrompt, {
    toWire: ({ projectId, id }: FieldRef) => ({ params: { id }, query: { tool_id: projectId } }),
    invalidates: fields,
  })

type Run = {
  readonly projectId: string
  readonly fieldId: string
  readonly documentId: string
  readonly token: string | undefined
}

export const runField = ({ projectId, fieldId, documentId, token }: Run) =>
  send(api.runSimplePrompt, {
    body: { sps_id: projectId, id: fieldId, document_id: documentId, recaptcha_token: token },
  })

/** Address for downloading the workbook. */
export const excelAddress = (projectId: string): string =>
  addressOf(api.downloadSimpleExcel, { query: { sps_id: projectId } })

/** Moves the project to the organization that the page uses; returns its id there. */
export async function saveProject(projectId: string): Promise<string> {
  return (await send(api.keepSimpleProject, { body: { sps_id: projectId } })).tool_id
}
