import type { Endpoint } from '@recto/contract/endpoint'
import { bodyLimits } from '@recto/contract/limits'
import { FailureBody } from '@recto/contract/wire'
import { z } from 'zod'
import { addressOf } from '../../../platform/http/address-of.ts'
import { lineOf } from '../../../platform/policy/line-of.ts'
import { type DescribedSchema, describeSchema, type Schemas } from './describe-schema.ts'
import { operationIdOf, templateOf } from './name-operation.ts'

type Operation = Readonly<Record<string, unknown>>
type Paths = Record<string, Record<string, Operation>>

/** Every endpoint that is served, as OpenAPI 3.1. */
export function describeApi(endpoints: readonly Endpoint[], productId: string) {
  const schemas: Schemas = {}
  const failure = describeSchema(FailureBody, { io: 'output', name: 'Failure', schemas })
  schemas.Failure = failure
  const templates = new Map<string, string>()
  const paths: Paths = {}
  for (const endpoint of endpoints) {
    const template = templateOf(addressOf(endpoint, productId))
    // Two addresses that differ in the name of a parameter are one.
    const shape = template.replace(/\{\w+\}/g, '{}')
    const path = templates.get(shape) ?? template
    templates.set(shape, path)
    const operations = paths[path] ?? {}
    paths[path] = operations
    operations[endpoint.method.toLowerCase()] = describe(endpoint, { path, schemas })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Recto',
      version: '0.1.0',
      description: 'Documents in, values with their places out.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: { schemas, securitySchemes },
  }
}

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sessionid',
    description:
      'A signed-in browser. What changes something also carries the header X-CSRFToken with the value of the cookie csrftoken.',
  },
  platformKey: { type: 'http', scheme: 'bearer', description: 'A key of the platform API.' },
  deploymentKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key that opens the deployment.',
  },
  textKey: {
    type: 'apiKey',
    in: 'header',
    name: 'unstract-key',
    description: 'A key of the text service.',
  },
  textBearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key of the text service, as clients of LlamaParse send it.',
  },
  unstructuredKey: {
    type: 'apiKey',
    in: 'header',
    name: 'unstructured-api-key',
    description: 'A key of the text service, as clients of Unstructured send it.',
  },
  doclingKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description: 'A key of the text service, as clients of docling-serve send it.',
  },
} as const

/** Which key opens an address, by what it begins with; any other is opened by a deployment's. */
const keysBelow = [
  ['/api/v2/', 'textKey'],
  ['/api/v1/parsing/', 'textBearer'],
  ['/general/', 'unstructuredKey'],
  ['/v1/', 'doclingKey'],
] as const

type Where = { readonly path: string; readonly schemas: Schemas }

function describe(endpoint: Endpoint, { path, schemas }: Where): Operation {
  const { method, who, status = 200 } = endpoint
  const own = `${endpoint.product ?? ''}${templateOf(endpoint.path)}`
  const name = endpoint.operation ?? operationIdOf(method, own)
  const body = method === 'GET' ? undefined : describeBody(endpoint, { name, schemas })
  return {
    operationId: name,
    tags: [areaOf(path)],
    ...rolesOf(endpoint),
    security: securityOf(who, path),
    parameters: [
      ...pathParameters(endpoint, path, schemas),
      ...queryParameters(endpoint, name, schemas),
    ],
    ...(body && { requestBody: body }),
    responses: {
      [status]: describeReply(endpoint, { name, schemas }),
      default: {
        description: 'A refusal.',
        content: json({ $ref: '#/components/schemas/Failure' }),
      },
    },
  }
}

const json = (schema: DescribedSchema) => ({ 'application/json': { schema } })

/** What stands first in an address behind all that is the same everywhere. */
const areaOf = (path: string): string => {
  const parts = path.replace(/^\/api\/v\d+\/(?:[^/]+\/\{org\}\/)?/, '').split('/')
  return parts.find((part) => part !== '' && !part.startsWith('{')) ?? 'server'
}

/** Which roles of an organization may come in at all. */
function rolesOf(endpoint: Endpoint): { readonly 'x-roles'?: readonly string[] } {
  const line = lineOf(endpoint)
  return line.who === 'member' ? { 'x-roles': line.roles } : {}
}

function securityOf(who: Endpoint['who'], path: string): readonly object[] {
  if (who === 'anyone') return []
  if (who === 'session') return [{ session: [] }]
  if (who === 'key') {
    const [, name = 'deploymentKey'] = keysBelow.find(([start]) => path.startsWith(start)) ?? []
    return [{ [name]: [] }]
  }
  return [{ session: [] }, { platformKey: [] }]
}

type Named = { readonly name: string; readonly schemas: Schemas }

function pathParameters(endpoint: Endpoint, path: string, schemas: Schemas): object[] {
  const described = propertiesOf(endpoint.params, { name: 'path', schemas })
  // By place: the same address may call it otherwise.
  const own = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  const before = names.length - own.length
  return names.map((name, index) => ({
    name,
    in: 'path',
    required: true,
    schema: described.properties[own[index - before] ?? name] ?? { type: 'string' },
  }))
}

function queryParameters(endpoint: Endpoint, name: string, schemas: Schemas): object[] {
  const { properties, required } = propertiesOf(endpoint.query, { name: `${name}Query`, schemas })
  return Object.entries(properties).map(([parameter, schema]) => ({
    name: parameter,
    in: 'query',
    required: required.includes(parameter),
    schema,
  }))
}

function propertiesOf(schema: z.ZodType | undefined, { name, schemas }: Named) {
  const described = schema && describeSchema(schema, { io: 'input', name, schemas })
  const properties = (described?.properties ?? {}) as Readonly<Record<string, DescribedSchema>>
  return { properties, required: (described?.required ?? []) as readonly string[] }
}

function describeBody(
  { accepts = 'json', body, bodySize = 'usual' }: Endpoint,
  { name, schemas }: Named,
): object | undefined {
  const description = `No more than ${bodyLimits[bodySize]} bytes, files apart.`
  if (accepts === 'raw') {
    return { description, content: { 'application/octet-stream': { schema: {} } } }
  }
  const described = body && describeSchema(body, { io: 'input', name: `${name}Body`, schemas })
  if (accepts === 'json') return described && { description, content: json(described) }
  const files = {
    type: 'array',
    items: { type: 'string', contentMediaType: 'application/octet-stream' },
  }
  const schema = {
    ...described,
    type: 'object',
    properties: { ...(described?.properties as object | undefined), files },
  }
  return { description, content: { 'multipart/form-data': { schema } } }
}

function describeReply({ reply }: Endpoint, { name, schemas }: Named): object {
  if (reply instanceof z.ZodUndefined) return { description: 'Done.' }
  const schema = describeSchema(reply, { io: 'output', name: `${name}Reply`, schemas })
  return { description: 'Done.', content: json(schema) }
}
