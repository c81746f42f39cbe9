import type { CitedPart } from '../conversation/conversation.ts'

/** The displayed page of an app's document, with the highlighted citation. */
export type ShownPage = Pick<CitedPart, 'documentId' | 'fileName' | 'page' | 'boxes' | 'quote'>
