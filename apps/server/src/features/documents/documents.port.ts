/** The door of this room: all that other rooms may use. */

export type { DocumentParts } from './document-parts.store.ts'
export { type DrawnPage, drawDocumentPage } from './draw-document-page.ts'
export { forgetDocument } from './forget-document.ts'
export { type DocumentPages, inspectDocument } from './inspect-document.ts'
export type { ArrivedDocument } from './keep-documents.ts'
export { readDocumentBytes } from './read-document-bytes.ts'
export { readDocumentPages } from './read-document-pages.ts'
export { findDocumentText, readDocumentText } from './read-document-text.ts'
export { storeBytes } from './store-bytes.ts'
export { storeDocuments } from './store-documents.ts'
export { storeDocumentsWith } from './store-documents-with.ts'
export type { TextInHand } from './text-in-hand.ts'
