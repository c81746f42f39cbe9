import * as api from '@recto/contract/prompt-documents'
import { listDefaultOutputs } from '@recto/contract/prompt-outputs'
import { getProject } from '@recto/contract/prompt-studio'
import { SessionMessage } from '@recto/contract/sockets'
import { queryOptions } from '@tanstack/react-query'
import { addressOf } from '../../shared/api/address.ts'
import { read, readAs, useChange, useUpload } from '../../shared/api/ask.ts'
import {
  type DocumentRef,
  documentFromWire,
  documentToWire,
  fileFromWire,
  type IndexNews,
  textFromWire,
} from './document.ts'

export const documentList = (projectId: string) =>
  readAs(api.listDocuments, { query: { tool_id: projectId } }, (documents) =>
    documents.map(documentFromWire),
  )

/** The ids of the documents that are read and indexed, or summarised, under one profile. */
export const indexedDocuments = (profileId: string) =>
  readAs(api.listDocumentIndexes, { query: { profile_manager: profileId } }, (rows) => ({
    raw: rows.filter((row) => row.raw_index_id).map((row) => row.document_manager),
    summary: rows.filter((row) => row.summarize_index_id).map((row) => row.document_manager),
  }))

/**
 * The bytes of a document never change under its id. They become a file outside the cache, which can
 * tell that the same bytes came again, and then the file that is drawn stays.
 */
export const original = ({ projectId, id }: DocumentRef) =>
  queryOptions({
    ...read(api.readDocument, {
      params: { tool_id: projectId },
      query: { document_id: id, view_type: 'ORIGINAL' },
    }),
    staleTime: Number.POSITIVE_INFINITY,
    select: fileFromWire,
  })

/** The sizes of its pages, which do not change either. */
export const pageList = ({ projectId, id }: DocumentRef) =>
  queryOptions({
    ...readAs(
      api.listDocumentPages,
      { params: { tool_id: projectId }, query: { document_id: id } },
      ({ pages }) => pages,
    ),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What nobody sees of it, as it was read last. */
export const hiddenText = ({ projectId, id }: DocumentRef) =>
  queryOptions({
    ...readAs(
      api.listHiddenText,
      { params: { tool_id: projectId }, query: { document_id: id } },
      ({ lines }) => lines,
    ),
    retry: false,
  })

/** Where the picture of a page lies; `page` is zero-based, `width` in pixels. */
export function addressOfPage({ projectId, id }: DocumentRef, page: number, width: number): string {
  const query = { document_id: id, page, width }
  return addressOf(api.drawDocumentPage, { params: { tool_id: projectId }, query })
}

/** Where the document lies as a file to keep: as it was uploaded, or as a PDF. */
export const addressOfFile = ({ projectId, id }: DocumentRef, form: 'original' | 'pdf'): string =>
  addressOf(api.downloadDocument, {
    params: { tool_id: projectId },
    query: { document_id: id, form },
  })

/** The text that prompts see, laid out as on the page. */
export const extractedText = ({ projectId, id }: DocumentRef) =>
  readAs(
    api.readDocument,
    { params: { tool_id: projectId }, query: { document_id: id, view_type: 'EXTRACT' } },
    textFromWire,
  )

/** What was made of the text for prompts to answer from. */
export const summaryText = ({ projectId, id }: DocumentRef) =>
  readAs(
    api.readDocument,
    { params: { tool_id: projectId }, query: { document_id: id, view_type: 'SUMMARIZE' } },
    textFromWire,
  )

type SentFile = {
  readonly projectId: string
  readonly file: File
  onProgress(part: number): void
}

/** Returns the new document. */
export const useUploadDocument = () =>
  useUpload(api.uploadDocuments, {
    makesStale: [api.listDocuments],
    toWire({ projectId, file, onProgress }: SentFile) {
      const form = new FormData()
      form.append('file', file)
      return { params: { tool_id: projectId }, form, onProgress }
    },
    fromWire: ({ data: [document] }) => document && documentFromWire(document),
  })

export const useIndexDocument = () =>
  useChange(api.indexDocument, {
    makesStale: [api.listDocumentIndexes, api.readDocument],
    toWire: documentToWire,
  })

/** What a message of the session says of the indexing of a document; nothing when it is about else. */
export function indexNewsOf(projectId: string, data: unknown): IndexNews | undefined {
  const { data: said } = SessionMessage.safeParse(data)
  if (said?.type !== 'LOG' || !('service' in said) || said.service !== 'prompt') return undefined
  const { component, level, message } = said
  const { tool_id, prompt_id, doc_name: documentName } = component
  if (tool_id !== projectId || prompt_id || !documentName || level === 'DEBUG') return undefined
  return { documentName, isBad: level === 'ERROR', message }
}

/** Says what a locked document opens with. */
export const useUnlockDocument = () =>
  useChange(api.unlockDocument, {
    makesStale: [api.readDocument, api.listDocumentPages],
    toWire: ({ id, projectId, password }: DocumentRef & { readonly password: string }) => ({
      params: { tool_id: projectId },
      body: { document_id: id, password },
    }),
  })

export const useDeleteDocument = () =>
  useChange(api.deleteDocument, {
    makesStale: [api.listDocuments, getProject, listDefaultOutputs],
    toWire: documentToWire,
  })
