import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../testing/people.ts'
import { drawPages } from '../testing/draw-pages.ts'
import { startTextService, type TextService } from '../testing/start-text-service.ts'
import { openTextClient } from '../testing/text-client.ts'

/** An installation that bounds and sells nothing: its one plan is Unlimited. */

let service: TextService
beforeAll(async () => {
  service = await startTextService({ env: { RECTO_TEXT_V1_URL: 'https://v1.example.org/' } })
})
afterAll(() => service?.close())

const admin = (organization = 'recto') =>
  service.server.as('admin', { organization, name: `a-${organization}` })
const pathOf = (organization: string, path: string, base = 'llmwhisperer') =>
  `/api/v1/${base}/${organization}/${path}`
/** Organizations that only tests make have no first key of their own. */
const equip = async (organization: string) => {
  await service.of(organization)
  return admin(organization)
}
const keysOf = async (person: Person, organization: string) =>
  (await person.get(pathOf(organization, 'keys/'))).body.api_keys
const messageOf = ({ body }: { readonly body: { readonly message?: string } }) => body.message

describe('the keys of the product’s pages', () => {
  test('[TX-030] are kept from whoever only reviews, and changed by admins only', async () => {
    const { server } = service
    const reviewer = server.as('reviewer')
    const user = server.as('user')

    expect((await reviewer.get(pathOf('recto', 'keys/'))).status).toBe(403)
    expect((await user.get(pathOf('recto', 'keys/'))).status).toBe(200)
    for (const [method, body] of [
      ['post', { product_id: 'recto-unlimited' }],
      ['put', { api_key: service.key }],
      ['delete', { key_id: service.key }],
    ] as const) {
      expect((await user[method](pathOf('recto', 'keys/'), body)).status).toBe(403)
    }
    expect((await server.anonymous.get(pathOf('recto', 'keys/'))).status).toBe(401)
    expect((await user.get(pathOf('elsewhere', 'keys/'))).status).toBe(403)
  })

  test('[TX-008] [TX-023] [TX-031] [TX-035] are listed under both spellings, with the plan that they are for', async () => {
    const ada = admin()
    const bothReplies = await Promise.all(
      ['llmwhisperer', 'llm-whisperer'].map((base) => ada.get(pathOf('recto', 'keys/', base))),
    )

    expect(bothReplies.map(({ status }) => status)).toEqual([200, 200])
    expect(bothReplies[0]?.body).toEqual(bothReplies[1]?.body)
    expect(bothReplies[0]?.body.api_keys).toEqual([
      {
        id: expect.any(String),
        api_key: service.key,
        product: { id: 'recto-unlimited', name: 'Unlimited' },
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        is_active: true,
      },
    ])
  })

  test('[TX-026] [TX-027] [TX-032] [TX-034] [TX-040] one is made for a plan, and another one when that is deleted', async () => {
    const ada = await equip('maker')
    const [first] = await keysOf(ada, 'maker')
    const make = (product_id?: string) => ada.post(pathOf('maker', 'keys/'), { product_id })
    const emptyReply = await make()
    const unknownReply = await make('recto-nothing')
    const second = await make('recto-unlimited')
    const deletedReply = await ada.delete(pathOf('maker', 'keys/'), { key_id: first.id })
    const [createdReply, repeatedReply] = await Promise.all([
      make('recto-unlimited'),
      make('recto-unlimited'),
    ])

    expect([emptyReply, unknownReply, second].map(({ status }) => status)).toEqual([400, 400, 400])
    expect([emptyReply, unknownReply, second].map(messageOf)).toEqual([
      'Please select a product.',
      'Product ID is not available.',
      'Key already available for this plan.',
    ])
    expect(deletedReply.status).toBe(204)
    expect([createdReply.status, repeatedReply.status].sort()).toEqual([201, 400])
    const keys = await keysOf(ada, 'maker')
    expect(keys).toHaveLength(1)
    const client = (key: string) => openTextClient(service.server.origin, key)
    expect((await client(first.api_key).ask('GET', '/test-connection')).status).toBe(401)
    expect((await client(keys[0].api_key).ask('GET', '/test-connection')).status).toBe(200)
  })

  test('those of another organization are not there', async () => {
    const mallory = admin('thief')
    for (const key of [service.key, (await keysOf(admin(), 'recto'))[0].id]) {
      const replies = [
        await mallory.put(pathOf('thief', 'keys/'), { api_key: key }),
        await mallory.delete(pathOf('thief', 'keys/'), { key_id: key }),
        await mallory.get(pathOf('thief', `keys/postman_collection/${key}/`)),
      ]

      expect(replies.map(({ status }) => status)).toEqual([404, 404, 404])
    }
    expect(await keysOf(admin(), 'recto')).toMatchObject([{ api_key: service.key }])
  })

  test('[TX-033] a key that is rotated while its document is read opens nothing more, and the document is fetched with the new one', async () => {
    const ada = await equip('turner')
    const [{ api_key: old, id }] = await keysOf(ada, 'turner')
    const initialClient = openTextClient(service.server.origin, old)
    const hash = await initialClient.upload(await drawPages(['Under way']), { mode: 'native_text' })
    const { status, body } = await ada.put(pathOf('turner', 'keys/'), { api_key: old })
    const finalClient = openTextClient(service.server.origin, body.api_key)
    const { status: read } = await finalClient.untilDone(hash)
    const text = await finalClient.ask('GET', '/whisper-retrieve', {
      query: { whisper_hash: hash },
    })

    expect([status, body.id]).toEqual([200, id])
    expect(body.api_key).not.toBe(old)
    expect((await initialClient.ask('GET', '/get-usage-info')).status).toBe(401)
    expect(read).toBe('processed')
    expect(text.body.result_text).toContain('Under way')
    const { rows } = await sql<{ action: string }>`
      select action from audit_entry where subject_id = ${id}
    `.execute(service.server.ctx.db)
    expect(rows).toEqual([{ action: 'text-service-key.rotated' }])
  })

  test('[TX-006] [TX-036] [TX-037] come as a Postman collection for the address of the service', async () => {
    const ada = await equip('caller')
    const [{ api_key, id }] = await keysOf(ada, 'caller')
    const gateway = await ada.get(pathOf('caller', 'api-gateway-url/'))
    const byKey = await ada.get(pathOf('caller', `keys/postman_collection/${api_key}/`))
    const byId = await ada.get(pathOf('caller', `keys/postman_collection/${id}/`))

    expect(gateway.body).toEqual({
      api_gateway_url: `${service.server.origin}/api/v2`,
      earlier_site_url: 'https://v1.example.org/',
    })
    expect(byId.body).toEqual(byKey.body)
    expect(byKey.headers.get('content-disposition')).toContain('postman_collection.json')
    expect(byKey.body.item[0].request).toMatchObject({
      method: 'POST',
      header: [{ key: 'unstract-key', value: api_key }, {}],
      url: `${service.server.origin}/api/v2/whisper?mode=form&output_mode=layout_preserving`,
    })
  })

  test('of 10,000 keys the oldest thousand are listed, and each opens the service', async () => {
    const tenant = await service.tenantOf('crowd')
    const { db, vault } = service.server.ctx
    const last = randomUUID()
    const sealedKey = vault.seal(last)
    await sql`
      insert into text_service_key (organization_id, key_hash, sealed_key, description, is_active, created_at)
      select ${tenant.organizationId}, case n when 10000
          then encode(sha256(${last}::bytea), 'hex') else md5(n::text) end,
        ${sealedKey}, 'Key ' || n, true, now() + make_interval(secs => n)
      from generate_series(1, 10000) as n
    `.execute(db)

    expect(await keysOf(admin('crowd'), 'crowd')).toHaveLength(1000)
    const client = openTextClient(service.server.origin, last)
    expect((await client.ask('GET', '/test-connection')).status).toBe(200)
  })
})
