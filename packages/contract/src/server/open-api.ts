import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'

/** Leads to the page that describes the API. */
export const getDocumentation = endpoint({
  method: 'GET',
  path: '/api/v1/doc/',
  who: 'session',
  acceptsPlatformKey: true,
  status: 302,
  reply: z.undefined(),
})

/** All that the server can be asked, in OpenAPI 3.1: made from the same descriptions that it checks requests by. */
export const getOpenApi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  who: 'anyone',
  reply: z.looseObject({
    openapi: z.string(),
    paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  }),
})
