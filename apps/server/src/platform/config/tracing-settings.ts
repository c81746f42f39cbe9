import { z } from 'zod'

/** Where spans are sent, under the names that OpenTelemetry gives its settings. */
export type TracingConfig = {
  /** Takes OTLP over HTTP. */
  readonly url: string
  /** Such as a key of the service behind it. */
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  /** Which part of all traces is sent, 0 to 1. */
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

type Environment = z.output<z.ZodObject<typeof tracingEnvironment>>

/** `undefined` where no address is given: nothing is traced then. */
export function tracingConfigOf(env: Environment): TracingConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = env
  const url = own ?? (base && `${base.replace(/(?<!\/)\/+$/, '')}/v1/traces`)
  if (url === undefined) return undefined
  return {
    url,
    headers: Object.fromEntries(env.OTEL_EXPORTER_OTLP_HEADERS.map(headerOf)),
    serviceName: env.OTEL_SERVICE_NAME,
    share: env.OTEL_TRACES_SAMPLER_ARG,
  }
}

function isHeader(pair: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+=[\x20-\x7e]*$/.test(pair)
}

function headerOf(pair: string): [string, string] {
  const at = pair.indexOf('=')
  return [pair.slice(0, at), pair.slice(at + 1).trim()]
}
