import type { Endpoint } from '@recto/contract/wire/endpoint'
import { bodyLimits } from '@recto/contract/wire/limits'
import { FailureBody } from '@recto/contract/wire/wire'
import { omitUndefined } from '@recto/omit-undefined'
import { z } from 'zod'
import manifest from '../../../../../../package.json' with { type: 'json' }
import { getEndpointPattern } from '../../../platform/http/endpoint-pattern.ts'
import { maxIdempotencyKeyCharacters } from '../../../platform/http/idempotency-key.ts'
import { routePolicyOf } from '../../../platform/policy/route-policy-of.ts'
import { type DescribedSchema, describeSchema, type Schemas } from './describe-schema.ts'
import { buildOperationId, toPathTemplate } from './name-operation.ts'

/** The version of the product, as programs see it. The MCP server has its own, which its contract fixes. */
export const productVersion: string = manifest.version

type Operation = Readonly<Record<string, unknown>>
type Paths = Record<string, Record<string, Operation>>

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sessionid',
    description:
      'A signed-in browser. Requests that change something must also send the X-CSRFToken header with the value of the csrftoken cookie.',
  },
  platformKey: { type: 'http', scheme: 'bearer', description: 'A platform API key.' },
  deploymentKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key for the deployment.',
  },
  textKey: {
    type: 'apiKey',
    in: 'header',
    name: 'unstract-key',
    description: 'A key for the text service.',
  },
  textBearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key for the text service, sent the way LlamaParse clients send it.',
  },
  unstructuredKey: {
    type: 'apiKey',
    in: 'header',
    name: 'unstructured-api-key',
    description: 'A key for the text service, sent the way Unstructured clients send it.',
  },
  doclingKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description: 'A key for the text service, sent the way docling-serve clients send it.',
  },
} as const

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A key that you choose for this request. The same request with the same key gets the first reply for 24 hours, and is not done or paid again.',
  schema: { type: 'string', minLength: 1, maxLength: maxIdempotencyKeyCharacters },
} as const

/** Describes all endpoints as OpenAPI 3.1. */
export function describeApi(endpoints: readonly Endpoint[], productId: string) {
  const schemas: Schemas = {}
  const failureSchema = describeSchema(FailureBody, { io: 'output', name: 'Failure', schemas })
  schemas.Failure = failureSchema
  const templates = new Map<string, string>()
  const paths: Paths = {}
  for (const endpoint of endpoints) {
    const template = toPathTemplate(getEndpointPattern(endpoint, productId))
    // Paths that differ only in the name of a parameter are the same path.
    const shape = template.replace(/\{\w+\}/g, '{}')
    const path = templates.get(shape) ?? template
    templates.set(shape, path)
    const operations = paths[path] ?? {}
    paths[path] = operations
    operations[endpoint.method.toLowerCase()] = describeOperation(endpoint, { path, schemas })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Recto',
      version: productVersion,
      description: 'Extracts values from documents, with the location of each value.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: { schemas, securitySchemes },
  }
}

/** An OpenAPI document. */
export type ApiDescription = ReturnType<typeof describeApi>

/** The key scheme by path prefix; all other paths use a deployment key. */
const keyByPrefix = [
  ['/api/v2/parse', 'textBearer'],
  ['/api/v2/extract-by-schema', 'textKey'],
  ['/api/v2/extract', 'deploymentKey'],
  ['/api/v1/beta/', 'textBearer'],
  ['/api/v2/', 'textKey'],
  ['/api/v1/parsing/', 'textBearer'],
  ['/general/', 'unstructuredKey'],
  ['/v1/', 'doclingKey'],
] as const

type DescribeContext = { readonly path: string; readonly schemas: Schemas }

function describeOperation(endpoint: Endpoint, { path, schemas }: DescribeContext): Operation {
  const { method, who: audience, status = 200 } = endpoint
  const ownTemplate = `${endpoint.product ?? ''}${toPathTemplate(endpoint.path)}`
  const name = endpoint.operation ?? buildOperationId(method, ownTemplate)
  const body = method === 'GET' ? undefined : describeBody(endpoint, { name, schemas })
  return {
    operationId: name,
    tags: [getTag(path)],
    ...describeRoles(endpoint),
    security: describeSecurity(audience, path),
    parameters: [
      ...describePathParameters(endpoint, path, schemas),
      ...describeQueryParameters(endpoint, name, schemas),
      ...(endpoint.isPaid ? [idempotencyKey] : []),
    ],
    ...omitUndefined({ deprecated: endpoint.deprecation && true }),
    ...omitUndefined({ requestBody: body }),
    responses: {
      [status]: describeReply(endpoint, { name, schemas }),
      default: {
        description: 'The request was refused.',
        content: jsonContent({ $ref: '#/components/schemas/Failure' }),
      },
    },
  }
}

const jsonContent = (schema: DescribedSchema) => ({ 'application/json': { schema } })

/** The first path segment after the common prefix. */
const getTag = (path: string): string => {
  const parts = path.replace(/^\/api\/v\d+\/(?:[^/]+\/\{org\}\/)?/, '').split('/')
  return parts.find((part) => part !== '' && !part.startsWith('{')) ?? 'server'
}

/** The roles that may call the endpoint at all. */
function describeRoles(endpoint: Endpoint): { readonly 'x-roles'?: readonly string[] } {
  const routePolicy = routePolicyOf(endpoint)
  return routePolicy.who === 'member' ? { 'x-roles': routePolicy.roles } : {}
}

function describeSecurity(audience: Endpoint['who'], path: string): readonly object[] {
  if (audience === 'anyone') return []
  if (audience === 'session') return [{ session: [] }]
  if (audience === 'key') {
    const [, name = 'deploymentKey'] = keyByPrefix.find(([start]) => path.startsWith(start)) ?? []
    return [{ [name]: [] }]
  }
  return [{ session: [] }, { platformKey: [] }]
}

type SchemaContext = { readonly name: string; readonly schemas: Schemas }

function describePathParameters(endpoint: Endpoint, path: string, schemas: Schemas): object[] {
  const paramsSchema = describeProperties(endpoint.params, { name: 'path', schemas })
  // Matched by position, because another endpoint may use other names for the same path.
  const ownNames = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  const prefixLength = names.length - ownNames.length
  return names.map((name, index) => ({
    name,
    in: 'path',
    required: true,
    schema: paramsSchema.properties[ownNames[index - prefixLength] ?? name] ?? { type: 'string' },
  }))
}

function describeQueryParameters(endpoint: Endpoint, name: string, schemas: Schemas): object[] {
  const { properties, required } = describeProperties(endpoint.query, {
    name: `${name}Query`,
    schemas,
  })
  return Object.entries(properties).map(([parameter, schema]) => ({
    name: parameter,
    in: 'query',
    required: required.includes(parameter),
    schema,
  }))
}

function describeProperties(schema: z.ZodType | undefined, { name, schemas }: SchemaContext) {
  const objectSchema = schema && describeSchema(schema, { io: 'input', name, schemas })
  const properties = (objectSchema?.properties ?? {}) as Readonly<Record<string, DescribedSchema>>
  return { properties, required: (objectSchema?.required ?? []) as readonly string[] }
}

function describeBody(
  { accepts = 'json', body, bodySize = 'usual' }: Endpoint,
  { name, schemas }: SchemaContext,
): object | undefined {
  const description = `At most ${bodyLimits[bodySize]} bytes, not including files.`
  if (accepts === 'raw') {
    return { description, content: { 'application/octet-stream': { schema: {} } } }
  }
  const bodySchema = body && describeSchema(body, { io: 'input', name: `${name}Body`, schemas })
  if (accepts === 'json') return bodySchema && { description, content: jsonContent(bodySchema) }
  const files = {
    type: 'array',
    items: { type: 'string', contentMediaType: 'application/octet-stream' },
  }
  const schema = {
    ...bodySchema,
    type: 'object',
    properties: { ...(bodySchema?.properties as object | undefined), files },
  }
  return { description, content: { 'multipart/form-data': { schema } } }
}

function describeReply({ reply }: Endpoint, { name, schemas }: SchemaContext): object {
  if (reply instanceof z.ZodUndefined) return { description: 'Success.' }
  const schema = describeSchema(reply, { io: 'output', name: `${name}Reply`, schemas })
  return { description: 'Success.', content: jsonContent(schema) }
}
