import type { OpenBytes } from '@recto/document-text/table-record'
import { encodingOf } from '../detect/decode-text.ts'

/**
 * Decodes a text file piece by piece. The first bytes decide about UTF-16; other files are UTF-8 if all of their
 * bytes are, and Windows-1252 if not.
 */
export async function* decodeTexts(open: OpenBytes): AsyncGenerator<string> {
  const decoder = new TextDecoder(await findEncoding(open))
  for await (const bytes of open()) yield decoder.decode(bytes, { stream: true })
  yield decoder.decode()
}

async function findEncoding(open: OpenBytes): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const bytes of open()) {
      const encoding = isFirst ? encodingOf(bytes, true) : undefined
      if (encoding?.startsWith('utf-16')) return encoding
      isFirst = false
      decoder.decode(bytes, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}
