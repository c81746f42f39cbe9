import { z } from 'zod'
import { endpoint } from './endpoint.ts'

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

/** The text service's own probe; replies `OK` as text. */
export const checkTextServiceHealth = endpoint({
  method: 'GET',
  path: '/api/v1/x2text/health',
  who: 'anyone',
  reply: z.literal('OK'),
})

/** Prometheus text, for callers on the same machine and those with the token of the installation. */
export const readMetrics = endpoint({
  method: 'GET',
  path: '/metrics',
  who: 'anyone',
  reply: z.string(),
})
