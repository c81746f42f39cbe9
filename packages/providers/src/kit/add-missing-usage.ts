type StreamEvent = {
  readonly type?: string
  readonly message?: Readonly<Record<string, unknown>>
  readonly usage?: unknown
}

/** A negative count is impossible, and therefore stored as unknown. */
const unknownOutput = { output_tokens: -1 }
const unknownUsage = { input_tokens: -1, ...unknownOutput }

/**
 * Wraps `fetch` for the client of Anthropic's protocol, which rejects a whole stream whose events lack the counts of
 * tokens. Some compatible servers do not count, and their answers have been paid for: they get counts that say
 * that nobody knows them.
 */
export function addMissingUsage(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const isStream = response.headers.get('content-type')?.includes('text/event-stream') ?? false
    if (!isStream || !response.ok || !response.body) return response
    const { status, statusText, headers } = response
    const lines = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(completeLines())
      .pipeThrough(new TextEncoderStream())
    return new Response(lines, { status, statusText, headers })
  }
}

function completeLines(): TransformStream<string, string> {
  let rest = ''
  return new TransformStream({
    transform(text, controller) {
      const [first = '', ...lines] = text.split('\n')
      // A line of many parts is put together once, and not searched again with each.
      rest += first
      if (lines.length === 0) return
      lines.unshift(rest)
      rest = lines.pop() ?? ''
      controller.enqueue(`${lines.map(completeLine).join('\n')}\n`)
    },
    flush(controller) {
      if (rest !== '') controller.enqueue(completeLine(rest))
    },
  })
}

function completeLine(line: string): string {
  if (!/^data:.*"message_(?:start|delta)"/.test(line)) return line
  try {
    return `data: ${JSON.stringify(completeEvent(JSON.parse(line.slice('data:'.length))))}`
  } catch {
    // The client reports what is no JSON.
    return line
  }
}

function completeEvent(event: StreamEvent): StreamEvent {
  const { type, message, usage } = event
  if (type === 'message_start' && message)
    return { ...event, message: { ...message, usage: withCounts(message.usage, unknownUsage) } }
  // A count of the input would replace the one that the stream has begun with.
  return type === 'message_delta' ? { ...event, usage: withCounts(usage, unknownOutput) } : event
}

/** Servers leave out all counts, or some, or say that they are null. */
function withCounts(usage: unknown, unknownCounts: Readonly<Record<string, number>>): object {
  if (typeof usage !== 'object' || usage === null) return unknownCounts
  const knownCounts = Object.entries(usage).filter(([, count]) => count !== null)
  return { ...unknownCounts, ...Object.fromEntries(knownCounts) }
}
