import * as api from '@recto/contract/prompt-studio/prompt-documents'
import { listDefaultOutputs } from '@recto/contract/prompt-studio/prompt-outputs'
import { getProject } from '@recto/contract/prompt-studio/prompt-studio'
import { SessionMessage } from '@recto/contract/server/sockets'
import { showHiddenCharacters } from '@recto/contract/wire/names'
import { queryOptions } from '@tanstack/react-query'
import { addressOf } from '../../shared/api/address.ts'
import { read, readAs, useChange, useUpload } from '../../shared/api/requests.ts'
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

/** Ids of the documents that are indexed, and of those that are summarized, under one profile. */
export const indexedDocuments = (profileId: string) =>
  readAs(api.listDocumentIndexes, { query: { profile_manager: profileId } }, (rows) => ({
    raw: rows.filter((row) => row.raw_index_id).map((row) => row.document_manager),
    summary: rows.filter((row) => row.summarize_index_id).map((row) => row.document_manager),
  }))

/**
 * The bytes of a document never change under its id. `select` converts them to a Blob outside the
 * cache. The cache recognizes equal bytes, so the Blob stays the same and the document is not
 * rendered again.
 */
export const original = ({ projectId, id }: DocumentRef) =>
  queryOptions({
    ...read(api.readDocumentFile, {
      params: { tool_id: projectId },
      query: { document_id: id, view_type: 'ORIGINAL' },
    }),
    staleTime: Number.POSITIVE_INFINITY,
    select: fileFromWire,
  })

/** Sizes of the document's pages, which never change either. */
export const pageList = ({ projectId, id }: DocumentRef) =>
  queryOptions({
    ...readAs(
      api.listDocumentPages,
      { params: { tool_id: projectId }, query: { document_id: id } },
      ({ pages }) => pages,
    ),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Hidden text of the document and warnings about it, as found when it was last read. */
export const readingNotes = ({ projectId, id }: DocumentRef) =>
  queryOptions({
    ...readAs(
      api.listHiddenText,
      { params: { tool_id: projectId }, query: { document_id: id } },
      ({ lines, warnings }) => ({ hiddenLines: lines, warnings }),
    ),
    retry: false,
  })

/** Returns the address of a page image; `page` is zero-based, `width` is in pixels. */
export function addressOfPage({ projectId, id }: DocumentRef, page: number, width: number): string {
  const query = { document_id: id, page, width }
  return addressOf(api.drawDocumentPage, { params: { tool_id: projectId }, query })
}

/** Returns the address for downloading the document: as it was uploaded, or as a PDF. */
export const addressOfFile = ({ projectId, id }: DocumentRef, form: 'original' | 'pdf'): string =>
  addressOf(api.downloadDocument, {
    params: { tool_id: projectId },
    query: { document_id: id, form },
  })

/** The text that prompts are answered from, with the layout of the page. */
export const extractedText = ({ projectId, id }: DocumentRef) =>
  readAs(
    api.readDocumentFile,
    { params: { tool_id: projectId }, query: { document_id: id, view_type: 'EXTRACT' } },
    textFromWire,
  )

/** The summary of the document, from which prompts can be answered. */
export const summaryText = ({ projectId, id }: DocumentRef) =>
  readAs(
    api.readDocumentFile,
    { params: { tool_id: projectId }, query: { document_id: id, view_type: 'SUMMARIZE' } },
    textFromWire,
  )

type SentFile = {
  readonly projectId: string
  readonly file: File
  onProgress(part: number): void
}

/** Uploads a document and returns it. */
export const useUploadDocument = () =>
  useUpload(api.uploadDocuments, {
    invalidates: [api.listDocuments],
    toWire({ projectId, file, onProgress }: SentFile) {
      const form = new FormData()
      form.append('file', file)
      return { params: { tool_id: projectId }, form, onProgress }
    },
    fromWire: ({ data: [document] }) => document && documentFromWire(document),
  })

export const useIndexDocument = () =>
  useChange(api.indexDocument, {
    invalidates: [api.listDocumentIndexes, api.readDocumentFile],
    toWire: documentToWire,
  })

/**
 * Returns the indexing news in a session message, or undefined if the message is about something
 * else.
 */
export function indexNewsOf(projectId: string, data: unknown): IndexNews | undefined {
  const { data: sessionMessage } = SessionMessage.safeParse(data)
  if (
    sessionMessage?.type !== 'LOG' ||
    !('service' in sessionMessage) ||
    sessionMessage.service !== 'prompt'
  )
    return undefined
  const { component, level, message } = sessionMessage
  const { tool_id, prompt_id, doc_name: documentName } = component
  if (tool_id !== projectId || prompt_id || !documentName || level === 'DEBUG') return undefined
  return { documentName: showHiddenCharacters(documentName), isBad: level === 'ERROR', message }
}

/** Sends the password of a locked document. */
export const useUnlockDocument = () =>
  useChange(api.unlockDocument, {
    invalidates: [api.readDocumentFile, api.listDocumentPages],
    toWire: ({ id, projectId, password }: DocumentRef & { readonly password: string }) => ({
      params: { tool_id: projectId },
      body: { document_id: id, password },
    }),
  })

export const useDeleteDocument = () =>
  useChange(api.deleteDocument, {
    invalidates: [api.listDocuments, getProject, listDefaultOutputs],
    toWire: documentToWire,
  })
