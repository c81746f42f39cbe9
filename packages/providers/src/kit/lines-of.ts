import { ProviderError } from '@recto/provider-spec/provider-error'

/** No service sends a longer line. */
const maxLetters = 64_000_000

/** Yields the lines of a body except blank ones; the last line may lack a line end. */
export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line.trim() !== '')
    if (rest.length <= maxLetters) continue
    throw new ProviderError({ code: 'reply-unreadable', message: 'A line has no end.' })
  }
  if (rest.trim() !== '') yield rest
}
