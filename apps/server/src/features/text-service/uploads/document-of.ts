import type { WhisperOptions } from '@recto/contract/text-service'
import { invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { bytesOf, discardContent } from '../../../platform/files/content.ts'
import type { ReceivedContent } from '../../../platform/files/receive-content.ts'
import { fetchDocument } from './fetch-document.ts'

type Needs = Pick<Context, 'publicFetch' | 'files'>
type Input = { readonly body: ReceivedContent; readonly query: WhisperOptions }

const maxAddress = 8000

/** The document that is meant: the body itself, or what lies at the address in the query or the body. */
export async function documentOf(ctx: Needs, { body, query }: Input): Promise<ReceivedContent> {
  if (!query.url && !query.url_in_post) return body
  try {
    return await fetchDocument(ctx, query.url || (await addressIn(ctx, body)))
  } finally {
    await discardContent(ctx.files, body.content)
  }
}

async function addressIn({ files }: Needs, { content, size }: ReceivedContent): Promise<string> {
  if (size === 0 || size > maxAddress) {
    throw invalid('url_in_post', 'Send the address of the document as the body.')
  }
  return new TextDecoder().decode(await bytesOf(files, content))
}
