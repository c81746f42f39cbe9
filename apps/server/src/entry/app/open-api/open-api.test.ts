import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getEndpointPattern } from '../../../platform/http/endpoint-pattern.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'

type Operation = {
  operationId: string
  security: object[]
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> }
  responses: Record<string, { content?: Record<string, { schema: Record<string, unknown> }> }>
}
type ApiDescription = {
  openapi: string
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
}

let server: TestServer
let description: ApiDescription

beforeAll(async () => {
  server = await startServer()
  description = (await server.anonymous.get('/openapi.json')).body
})
afterAll(() => server?.close())

const operations = () =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

const shapeOf = (method: string, path: string) =>
  `${method.toUpperCase()} ${path.replace(/\{[^}]+\}|:\w+/g, '{}')}`

describe('the description of the API', () => {
  test('is valid OpenAPI 3.1 by an independent validator', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(description))

    expect(errors ?? []).toEqual([])
    expect([valid, validator.version]).toEqual([true, '3.1'])
  })

  test('names the version of the product, as the server does', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    const reply = await server.anonymous.get('/version')

    expect([description.info.version, reply.body.recto]).toEqual([version, version])
  })

  test('an invalid description is detected', async () => {
    const brokenDescription = structuredClone(description) as unknown as {
      paths: Record<string, unknown>
    }
    brokenDescription.paths['/broken'] = { get: { responses: 'none' } }

    expect((await new Validator().validate(brokenDescription)).valid).toBe(false)
  })

  test('has exactly the routes that are served', () => {
    const servedOperations = server.endpoints.map((one) =>
      shapeOf(one.method, getEndpointPattern(one, server.ctx.config.productId)),
    )
    const describedOperations = operations().map(({ method, path }) => shapeOf(method, path))

    expect(describedOperations.sort()).toEqual([...new Set(servedOperations)].sort())
  })

  test('has no dangling references, and unique operation ids', () => {
    const text = JSON.stringify(description)
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference)
    const missingReferences = references.filter((reference) => {
      const parts = reference?.split('/').slice(1) ?? []
      return parts.reduce((node: never, part) => node?.[part], description as never) === undefined
    })
    const names = operations().map(({ operation }) => operation.operationId)

    expect(references.length).toBeGreaterThan(300)
    expect(missingReferences).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })

  test('describes the parameters of each path', () => {
    const wrong = operations().filter(({ path, operation }) => {
      const pathNames = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const pathParameters = operation.parameters.filter((one) => one.in === 'path')
      return JSON.stringify(pathParameters.map(({ name }) => name)) !== JSON.stringify(pathNames)
    })

    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('describes request, reply and key of a run', () => {
    const run = description.paths['/deployment/api/{org}/{api_name}/']?.post
    const form = run?.requestBody?.content['multipart/form-data']?.schema.properties
    const reply = run?.responses['200']?.content?.['application/json']?.schema

    expect(run?.security).toEqual([{ deploymentKey: [] }])
    expect(form).toMatchObject({
      files: { type: 'array' },
      llm_profile_id: { type: 'string', format: 'uuid' },
      timeout: { default: -1 },
    })
    expect(reply).toMatchObject({ properties: { message: { required: expect.any(Array) } } })
    const deletedPath =
      description.paths[`/api/v1/${server.ctx.config.productId}/{org}/workflow/{id}/`]
    expect(deletedPath?.delete?.responses['204']).toEqual({ description: 'Success.' })
  })
})
