/** The public entry of this feature module. */

export {
  deleteDocumentsOfOrganization,
  deleteStoredDocument as deleteDocument,
  deleteUnreferencedDocuments,
} from './delete-stored-document.ts'
export type { DocumentQueries } from './document-queries.store.ts'
export { type DrawnPage, drawDocumentPage } from './draw-document-page.ts'
export { drawPageImage } from './draw-page-image.ts'
export { type DocumentPages, inspectStoredDocument } from './inspect-stored-document.ts'
export { getDocumentSize, readDocumentBytes, streamDocument } from './read-document-bytes.ts'
export { readDocumentPages } from './read-document-pages.ts'
export { findDocumentText, readDocumentText } from './read-document-text.ts'
export { readEmbeddedData } from './read-embedded-data.ts'
export { renderDocument } from './render-document.ts'
export { storeBytes, storeDocuments } from './store-documents.ts'
export { storeDocumentsInStatement } from './store-documents-in-statement.ts'
export type { TextHandle } from './text-handle.ts'
export { type MaybeLockedDocument, unlockBytes as unlockDocument } from './unlock-bytes.ts'
export type { ReceivedDocument } from './write-documents.ts'
