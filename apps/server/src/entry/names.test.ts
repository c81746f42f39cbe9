import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { startServer, type TestServer } from '../testing/start-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** Fields that give something a name. */
const nameField = /^(?:\w+_)?name$|^(?:author|prompt_key)$/

/** Names of documents, what people type to sign in, and the name by which a workflow is looked up. */
const otherNames = new Set(['file_name', 'filename', 'username', 'class_name'])

type Definition = {
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly element?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
}

/**
 * Lists the fields of a schema that are called a name, at any depth. Those below `expected` are only
 * compared.
 */
function listNameFields(schema: z.ZodType): (readonly [field: string, schema: z.ZodType])[] {
  const { shape = {}, ...definition } = schema._zod.def as unknown as Definition
  const { expected: _, ...givenFields } = shape
  const { element, options = [], innerType, in: input } = definition
  const parts = [element, ...options, innerType, input].filter((part) => part !== undefined)
  return [
    ...Object.entries(givenFields).flatMap(([field, part]) =>
      nameField.test(field) ? [[field, part] as const] : listNameFields(part),
    ),
    ...parts.flatMap(listNameFields),
  ]
}

test('no endpoint accepts control or direction characters in a name', () => {
  const fields = server.endpoints.flatMap(({ method, path, body }) =>
    (body ? listNameFields(body) : []).map(([field, schema]) => ({
      place: `${method} ${path} ${field}`,
      field,
      schema,
    })),
  )
  const lenientPlaces = fields
    .filter(({ field }) => !otherNames.has(field))
    .filter(({ schema }) =>
      ['a\u202eb', 'a\u2067b\u2069', 'a\nb', 'a\u0007b'].some(
        (name) => schema.safeParse(name).success,
      ),
    )
    .map(({ place }) => place)

  expect(fields.length).toBeGreaterThan(30)
  expect(lenientPlaces).toEqual([])
})

test('a name is refused at its field, and one of a right-to-left script is shown as it was given', async () => {
  const uma = server.as('user')
  const refusedReply = await uma.post('workflow/', { workflow_name: 'Invoices \u202efdp.exe' })
  const createdReply = await uma.post('workflow/', { workflow_name: 'فواتير الموردين' })
  const connector = {
    connector_id: 'localfolder|0',
    connector_metadata: { connectorName: 'Folder\u202e', path: '/' },
  }
  const { body: connectors } = await uma.get('supported_connectors/')
  const refusedConnector = await uma.post('connector/', {
    ...connector,
    connector_id: connectors[0].id,
  })

  expect(refusedReply).toMatchObject({
    status: 400,
    body: {
      errors: [{ attr: 'workflow_name', detail: expect.stringContaining('invisible characters') }],
    },
  })
  expect([createdReply.status, createdReply.body.workflow_name]).toEqual([201, 'فواتير الموردين'])
  expect(refusedConnector).toMatchObject({
    status: 400,
    body: { errors: [{ attr: 'connector_metadata.connectorName' }] },
  })
})
