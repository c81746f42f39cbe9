import type {
  readDocumentFile,
  PromptDocument as WireDocument,
} from '@recto/contract/prompt-studio/prompt-documents'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { showHiddenCharacters } from '@recto/contract/wire/names'

/** A sample document of a project. */
export type PromptDocument = {
  readonly id: string
  readonly name: string
  readonly projectId: string
}

/** Message that the server sends while it indexes a document. */
export type IndexNews = {
  readonly documentName: string
  readonly isBad: boolean
  readonly message: string
}

/** Identifies one document of a project. */
export type DocumentRef = Pick<PromptDocument, 'id' | 'projectId'>

export const documentFromWire = (wire: WireDocument): PromptDocument => ({
  id: wire.document_id,
  name: showHiddenCharacters(wire.document_name),
  projectId: wire.tool,
})

export const documentToWire = ({ id, projectId }: DocumentRef) => ({
  params: { tool_id: projectId },
  body: { document_id: id },
})

type Content = EndpointReply<typeof readDocumentFile>

/** Converts the content to a file with the original bytes. */
export function fileFromWire(content: Content): Blob {
  const bytes = Uint8Array.from(atob(textFromWire(content)), (letter) => letter.charCodeAt(0))
  return new Blob([bytes], { type: content.mime_type })
}

export const textFromWire = ({ data }: Content): string =>
  typeof data === 'string' ? data : data.data
