import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'

/** 200 with an empty body once the database is migrated and seeded, else 503; 507 while a disk is full. */
export const checkHealth = endpoint({
  method: 'GET',
  path: '/health',
  who: 'anyone',
  reply: z.undefined(),
})

/** The same behind the session gate. */
export const checkHealthSignedIn = endpoint({
  method: 'GET',
  path: '/api/v1/health',
  who: 'session',
  reply: z.undefined(),
})

/**
 * 200 when requests and work get on, else 503; says which part does not. Unlike health it asks the file store too: a
 * process without it still answers what needs no document.
 */
export const checkReady = endpoint({
  method: 'GET',
  path: '/ready',
  who: 'anyone',
  reply: z.object({
    ready: z.boolean(),
    checks: z.object({
      start: z.enum(['ok', 'starting']),
      database: z.enum(['ok', 'away']),
      file_store: z.enum(['ok', 'away']),
      disk: z.enum(['ok', 'full']),
    }),
  }),
})

/** The text service's own probe; replies `OK` as text. */
export const checkTextServiceHealth = endpoint({
  method: 'GET',
  path: '/api/v1/x2text/health',
  who: 'anyone',
  reply: z.literal('OK'),
})

/** The version, by the name of the product: clients of docling-serve ask for it. */
export const getVersion = endpoint({
  method: 'GET',
  path: '/version',
  who: 'anyone',
  reply: z.record(z.string(), z.string()),
})

/** Prometheus text, for callers on the same machine and those with the token of the installation. */
export const readMetrics = endpoint({
  method: 'GET',
  path: '/metrics',
  operation: 'getMetricsOfProcess',
  who: 'anyone',
  reply: z.string(),
})
