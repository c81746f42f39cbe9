import { z } from 'zod'

/** The target of spans, set by the standard variables of OpenTelemetry. */
export type TracingConfig = {
  /** Endpoint for OTLP over HTTP. */
  readonly url: string
  /** Extra headers, such as an API key. */
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  /** Share of traces that is exported, 0 to 1. */
  readonly share: number
}

const address = z.url({
  protocol: /^https?$/,
  error: 'must be an address, such as http://127.0.0.1:4318',
})

export const tracingEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .max(10_000, 'must have at most 10000 characters')
    .transform((text) => text.split(',').map((pair) => pair.trim()))
    .refine((pairs) => pairs.every(isHeader), 'must look like name=value,other-name=value')
    .default([]),
  OTEL_SERVICE_NAME: z.string().max(255, 'must have at most 255 characters').default('recto'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0|1|0?\.\d{1,6}|1\.0)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(1),
}

type TracingEnvironment = z.output<z.ZodObject<typeof tracingEnvironment>>

/** Returns `undefined` if no endpoint is set: tracing is then off. */
export function readTracingConfig(env: TracingEnvironment): TracingConfig | undefined {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: tracesEndpoint,
  } = env
  const url = tracesEndpoint ?? (endpoint && `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`)
  if (url === undefined) return undefined
  return {
    url,
    headers: Object.fromEntries(env.OTEL_EXPORTER_OTLP_HEADERS.map(parseHeader)),
    serviceName: env.OTEL_SERVICE_NAME,
    share: env.OTEL_TRACES_SAMPLER_ARG,
  }
}

function isHeader(pair: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+=[\x20-\x7e]*$/.test(pair)
}

function parseHeader(pair: string): [string, string] {
  const separator = pair.indexOf('=')
  return [pair.slice(0, separator), pair.slice(separator + 1).trim()]
}
