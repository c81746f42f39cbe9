type StreamEvent = {
  readonly type?: string
  readonly message?: Readonly<Record<string, unknown>>
  readonly usage?: unknown
}

/** A negative count is impossible, and therefore stored as unknown. */
const unknownUsage = { input_tokens: -1, output_tokens: -1 }

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
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      if (lines.length > 0) controller.enqueue(`${lines.map(completeLine).join('\n')}\n`)
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
  if (event.type === 'message_start' && event.message?.usage === undefined)
    return { ...event, message: { ...event.message, usage: unknownUsage } }
  if (event.type === 'message_delta' && event.usage === undefined)
    return { ...event, usage: unknownUsage }
  return event
}
