import type { WhisperOptions } from '@recto/contract/text-service/text-service'
import { invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { discardContent, readContent } from '../../../platform/files/content.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { type ReceivedContent, receiveContent } from '../../../platform/files/receive-content.ts'
import { fetchDocument } from './fetch-document.ts'

type DocumentOfDependencies = Pick<Context, 'publicFetch' | 'files'>
type DocumentOfRequest = {
  readonly body: ReceivedContent
  readonly query: Pick<WhisperOptions, 'url' | 'url_in_post'>
}

const maxAddressLength = 8000

/**
 * Returns the uploaded document: the body itself, or the file at the URL in the query or the body.
 */
export async function documentOf(
  ctx: DocumentOfDependencies,
  { body, query }: DocumentOfRequest,
): Promise<ReceivedContent> {
  if (!query.url && !query.url_in_post) return body
  try {
    return await fetchDocument(ctx, query.url || (await readAddress(ctx, body)))
  } finally {
    await discardContent(ctx.files, body.content)
  }
}

/** Receives a document that a JSON body has as base64. */
export const receiveBase64 = (files: FileStore, base64: string): Promise<ReceivedContent> =>
  receiveContent(files, decodeBase64(base64), { maxBytes: base64.length })

async function* decodeBase64(base64: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(base64, 'base64')
}

async function readAddress(
  { files }: DocumentOfDependencies,
  { content, size }: ReceivedContent,
): Promise<string> {
  if (size === 0 || size > maxAddressLength) {
    throw invalid('url_in_post', 'Send the address of the document as the request body.')
  }
  return new TextDecoder().decode(await readContent(files, content))
}
