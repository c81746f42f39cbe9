import type { CitedPart } from '../conversation/conversation.ts'

/** A page of an app's document that is looked at, with what is pointed out on it. */
export type ShownPage = Pick<CitedPart, 'documentId' | 'fileName' | 'page' | 'boxes' | 'quote'>
