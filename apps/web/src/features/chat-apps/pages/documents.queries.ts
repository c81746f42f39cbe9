import * as api from '@recto/contract/chat-apps/chat-apps'
import { showHiddenCharacters } from '@recto/contract/wire/names'
import { addressOf } from '../../../shared/api/address.ts'
import { readAs } from '../../../shared/api/requests.ts'

/** Documents that the workflow has delivered to an app. */
export const documentsOf = (appId: string) =>
  readAs(api.listAppDocuments, { params: { app_id: appId } }, (documents) =>
    documents.map(({ id, file_name }) => ({ id, fileName: showHiddenCharacters(file_name) })),
  )

/** Sizes of the pages, in points. */
export const pagesOf = (documentId: string) =>
  readAs(api.listAppDocumentPages, { params: { id: documentId } }, ({ pages }) => pages)

const PICTURE_WIDTH = 1400

export const addressOfPage = (documentId: string, page: number): string =>
  addressOf(api.drawAppDocumentPage, {
    params: { id: documentId },
    query: { page, width: PICTURE_WIDTH },
  })
