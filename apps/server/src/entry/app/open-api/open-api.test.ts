import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '../../../platform/http/address-of.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'

type Operation = {
  operationId: string
  security: object[]
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> }
  responses: Record<string, { content?: Record<string, { schema: Record<string, unknown> }> }>
}
type Described = { openapi: string; paths: Record<string, Record<string, Operation>> }

let server: TestServer
let described: Described

beforeAll(async () => {
  server = await startServer()
  described = (await server.anonymous.get('/openapi.json')).body
})
afterAll(() => server?.close())

const operations = () =>
  Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

const shapeOf = (method: string, path: string) =>
  `${method.toUpperCase()} ${path.replace(/\{[^}]+\}|:\w+/g, '{}')}`

describe('the description of the API', () => {
  test('is valid OpenAPI 3.1, by a validator of somebody else', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(described))

    expect(errors ?? []).toEqual([])
    expect([valid, validator.version]).toEqual([true, '3.1'])
  })

  test('a description that is not valid is noticed', async () => {
    const broken = structuredClone(described) as unknown as { paths: Record<string, unknown> }
    broken.paths['/broken'] = { get: { responses: 'none' } }

    expect((await new Validator().validate(broken)).valid).toBe(false)
  })

  test('has every route that is served, and no other', () => {
    const served = server.endpoints.map((one) =>
      shapeOf(one.method, addressOf(one, server.ctx.config.productId)),
    )
    const told = operations().map(({ method, path }) => shapeOf(method, path))

    expect(told.sort()).toEqual([...new Set(served)].sort())
  })

  test('refers to nothing that is not in it, and gives each operation a name of its own', () => {
    const text = JSON.stringify(described)
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference)
    const missing = references.filter((reference) => {
      const parts = reference?.split('/').slice(1) ?? []
      return parts.reduce((at: never, part) => at?.[part], described as never) === undefined
    })
    const names = operations().map(({ operation }) => operation.operationId)

    expect(references.length).toBeGreaterThan(300)
    expect(missing).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })

  test('says of each address what its parameters are', () => {
    const wrong = operations().filter(({ path, operation }) => {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const given = operation.parameters.filter((one) => one.in === 'path')
      return JSON.stringify(given.map(({ name }) => name)) !== JSON.stringify(named)
    })

    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('says of a run what goes in, what comes out, and which key opens it', () => {
    const run = described.paths['/deployment/api/{org}/{api_name}/']?.post
    const form = run?.requestBody?.content['multipart/form-data']?.schema.properties
    const reply = run?.responses['200']?.content?.['application/json']?.schema

    expect(run?.security).toEqual([{ deploymentKey: [] }])
    expect(form).toMatchObject({
      files: { type: 'array' },
      llm_profile_id: { type: 'string', format: 'uuid' },
      timeout: { default: -1 },
    })
    expect(reply).toMatchObject({ properties: { message: { required: expect.any(Array) } } })
    const gone = described.paths[`/api/v1/${server.ctx.config.productId}/{org}/workflow/{id}/`]
    expect(gone?.delete?.responses['204']).toEqual({ description: 'Done.' })
  })
})
