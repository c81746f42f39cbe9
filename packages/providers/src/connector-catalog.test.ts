import { existsSync, readdirSync } from 'node:fs'
import type { JsonSchema } from '@recto/provider-spec/provider'
import { describe, expect, test } from 'vitest'
import { connectorCatalog } from './connector-catalog.ts'

type Form = { readonly properties?: Readonly<Record<string, JsonSchema>> }

/** The settings of a form, with those of which one group is filled in. */
const fieldsOf = (schema: JsonSchema) =>
  [schema as Form, ...((schema.oneOf ?? []) as readonly Form[])].flatMap(({ properties }) =>
    Object.entries(properties ?? {}),
  )

describe.each(connectorCatalog.map((one) => [one.id, one] as const))('%s', (id, provider) => {
  const { schema, name, description, icon } = provider

  test('has a form that begins with its name, and describes every setting', () => {
    expect(schema).toMatchObject({ type: 'object', title: expect.stringMatching(/\w/) })
    expect(Object.keys(schema.properties as object)[0]).toBe('connectorName')
    expect(schema.required).toContain('connectorName')
    for (const [key, field] of fieldsOf(schema)) {
      expect(field.title, key).toMatch(/\w/)
      expect(field.description, key).toMatch(/\w.*\.$/)
      expect(field.format ?? '', key).not.toMatch(/^ur[il]$/)
    }
  })

  test('keeps whatever is called a token, secret, password or credentials secret', () => {
    for (const [key, { format }] of fieldsOf(schema))
      if (/(^|_)(token|secret|password|credentials)$/.test(key))
        expect(format, key).toBe('password')
  })

  test('has a name, a description, a number and a picture in the product', () => {
    expect(name).toMatch(/\w/)
    expect(description).toMatch(/\w.*\.$/)
    expect(id).toMatch(/^\w+\|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    expect(icon).toMatch(/^(?:\/api\/v1\/static)?\/icons\/connector-icons\/[\w.%-]+\.(png|svg)$/)
    const path = decodeURIComponent(icon).replace('/api/v1/static/', '/')
    const picture = new URL(`../../../apps/web/public${path}`, import.meta.url)
    expect(existsSync(picture)).toBe(true)
  })
})

test('no two have the same id, although two have the same number', () => {
  expect(new Set(connectorCatalog.map(({ id }) => id)).size).toBe(connectorCatalog.length)
})

test.each(['file-connector', 'database-connector', 'http-connector'])(
  'every file of the kind %s has its line in the catalog, and a test',
  (kind) => {
    const files = readdirSync(new URL(`./${kind}/`, import.meta.url))
    const own = files.filter((file) => !file.endsWith('.test.ts'))
    // Nobody makes the first any more; the second is tested with MariaDB.
    const testedFiles = own.filter((file) => !['product-storage.ts', 'mysql.ts'].includes(file))

    expect(connectorCatalog.filter((one) => one.kind === kind)).toHaveLength(own.length)
    for (const file of testedFiles) expect(files).toContain(file.replace(/\.ts$/, '.test.ts'))
  },
)
