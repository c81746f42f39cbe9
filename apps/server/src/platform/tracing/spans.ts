import { AsyncLocalStorage } from 'node:async_hooks'
import { type Attributes, type SpanOptions, SpanStatusCode, trace } from '@opentelemetry/api'

/** Adds attributes to the span: numbers and ids, never document content. */
export type SetAttributes = (attributes: Attributes) => void

/**
 * Runs `run` as a span of the current trace; costs almost nothing if tracing is off. Errors are
 * rethrown; the span only records their name, because a message may contain document content.
 */
export function withSpan<T>(
  name: string,
  attributes: Attributes,
  run: (setAttributes: SetAttributes) => Promise<T>,
): Promise<T> {
  return runSpan(name, { attributes }, run)
}

/** The id for the next trace started in this asynchronous context. */
export const nextTraceId = new AsyncLocalStorage<string>()

/**
 * Runs `run` as a span of the execution's own trace, whose id is the execution's id: so all work on
 * it appears in one trace, whichever process does it.
 */
export function withExecutionSpan<T>(
  executionId: string,
  name: string,
  { attributes, run }: { readonly attributes: Attributes; readonly run: () => Promise<T> },
): Promise<T> {
  const parentContext = trace.getActiveSpan()?.spanContext()
  const options = {
    root: true,
    attributes: { 'recto.execution_id': executionId, ...attributes },
    links: parentContext ? [{ context: parentContext }] : [],
  }
  return nextTraceId.run(executionId.replaceAll('-', ''), () => runSpan(name, options, run))
}

/** Tags the span of the current request with the execution that it starts or asks for. */
export function tagSpanWithExecution(executionId: string): void {
  trace.getActiveSpan()?.setAttribute('recto.execution_id', executionId)
}

/** The ids of the current trace and span, for log lines. */
export function getTraceIds(): { readonly trace_id?: string; readonly span_id?: string } {
  const spanContext = trace.getActiveSpan()?.spanContext()
  return spanContext ? { trace_id: spanContext.traceId, span_id: spanContext.spanId } : {}
}

function runSpan<T>(
  name: string,
  options: SpanOptions,
  run: (setAttributes: SetAttributes) => Promise<T>,
): Promise<T> {
  return trace.getTracer('recto').startActiveSpan(name, options, async (span) => {
    try {
      return await run((attributes) => void span.setAttributes(attributes))
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      if (error instanceof Error) span.setAttribute('error.type', error.name)
      throw error
    } finally {
      span.end()
    }
  })
}
