import { AsyncLocalStorage } from 'node:async_hooks'
import { type Attributes, type SpanOptions, SpanStatusCode, trace } from '@opentelemetry/api'

/** Adds to what is told of the span: numbers and ids, never what stands in a document. */
export type Note = (attributes: Attributes) => void

/**
 * Runs `act` as a span of whatever trace is under way. Where nothing is traced it costs next to nothing. What `act`
 * throws is thrown; the trace has the kind of the error, whose words may be of a document.
 */
export function traced<T>(
  name: string,
  attributes: Attributes,
  act: (note: Note) => Promise<T>,
): Promise<T> {
  return run(name, { attributes }, act)
}

/** The id that the next trace of this piece of work begins with. */
export const wantedTraceId = new AsyncLocalStorage<string>()

/**
 * Runs `act` as a span of the execution's own trace, whose id is the execution's: whichever processes work on it, and whenever,
 * what they do is found together.
 */
export function tracedExecution<T>(
  executionId: string,
  name: string,
  { attributes, act }: { readonly attributes: Attributes; readonly act: () => Promise<T> },
): Promise<T> {
  const asker = trace.getActiveSpan()?.spanContext()
  const options = {
    root: true,
    attributes: { 'recto.execution_id': executionId, ...attributes },
    links: asker ? [{ context: asker }] : [],
  }
  return wantedTraceId.run(executionId.replaceAll('-', ''), () => run(name, options, act))
}

/** Says of the request that is under way which execution it began or asks for. */
export function noteExecution(executionId: string): void {
  trace.getActiveSpan()?.setAttribute('recto.execution_id', executionId)
}

/** For a line of the log: in which trace it was written. */
export function placeInTrace(): { readonly trace_id?: string; readonly span_id?: string } {
  const place = trace.getActiveSpan()?.spanContext()
  return place ? { trace_id: place.traceId, span_id: place.spanId } : {}
}

function run<T>(name: string, options: SpanOptions, act: (note: Note) => Promise<T>): Promise<T> {
  return trace.getTracer('recto').startActiveSpan(name, options, async (span) => {
    try {
      return await act((attributes) => void span.setAttributes(attributes))
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      if (error instanceof Error) span.setAttribute('error.type', error.name)
      throw error
    } finally {
      span.end()
    }
  })
}
