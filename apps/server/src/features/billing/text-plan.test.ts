import type { CannedStripe } from '@recto/testkit/canned-stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { openCannedStripe, sellingBy, tell, untilHandled } from './testing/canned-billing.ts'

/** An installation that bounds the free plan of the text-extraction product, and sells another. */

let server: TestServer
let stripe: CannedStripe
beforeAll(async () => {
  stripe = await openCannedStripe()
  const env = { ...sellingBy(stripe), RECTO_TEXT_FREE_PAGES: '100' }
  server = await startServer({ worker: true, env })
})
afterAll(async () => {
  await server?.close()
  await stripe?.close()
})

const admin = (organization: string) =>
  server.as('admin', { organization, name: `p-${organization}` })
const urlOf = (organization: string, path: string) => `/api/v1/llmwhisperer/${organization}/${path}`
const plansOf = async (organization: string) =>
  (await admin(organization).get(urlOf(organization, 'pricing/'))).body
const start = (organization: string, product_id?: string) =>
  admin(organization).post(urlOf(organization, 'create-checkout-session/'), { product_id })
const cancel = (organization: string, product_id: string) =>
  admin(organization).post(urlOf(organization, 'subscription/cancel/'), { product_id })

test('[TX-061] [TX-062] whoever pays for nothing has the free plan, and is offered the other one', async () => {
  expect(await plansOf('new')).toEqual([
    {
      product_id: 'recto-free',
      product_name: 'Free',
      product_description: expect.any(String),
      is_subscribed: true,
      product_metadata: {
        quota: -1,
        daily_quota: 100,
        free_plan: true,
        is_included: false,
        access_until: null,
      },
    },
    {
      product_id: 'recto-pro',
      product_name: 'Pro',
      product_description: expect.any(String),
      is_subscribed: false,
      product_metadata: {
        quota: -1,
        daily_quota: -1,
        free_plan: false,
        is_included: false,
        access_until: null,
      },
    },
  ])
})

test('[TX-067] a plan that is not of this product is not sold here', async () => {
  for (const id of [undefined, 'recto-cloud-growth', 'recto-free']) {
    const { status, body } = await start('odd', id)

    expect([status, body.errors[0].detail]).toEqual([400, 'Product ID is not available.'])
  }
})

test('[TX-069] the public key of the payment provider is for admins', async () => {
  const member = server.as('user', { organization: 'odd', name: 'u-odd' })
  const env = urlOf('odd', 'subscription/env/')

  expect((await admin('odd').get(env)).body).toEqual({ stripe_public_key: 'pk_test_public' })
  expect((await member.get(env)).status).toBe(403)
})

test('[TX-028] [TX-030] [TX-067] [TX-068] who has paid makes a key of the plan, and may use it until the month ends after cancelling', async () => {
  const ada = admin('buyer')
  const make = () => ada.post(urlOf('buyer', 'keys/'), { product_id: 'recto-pro' })
  const early = await make()
  const checkout = await start('buyer', 'recto-pro')
  const paidSubscription = stripe.pay(checkout.body.session_id)
  await tell(server, stripe.event('customer.subscription.created', paidSubscription))
  await untilHandled(server)
  const [, pro] = await plansOf('buyer')
  const createdReply = await make()
  const second = await make()
  const keys: { id: string; api_key: string; product: { id: string } }[] = (
    await ada.get(urlOf('buyer', 'keys/'))
  ).body.api_keys
  const free = keys.find(({ product }) => product.id === 'recto-free')
  const ofFree = [
    await ada.put(urlOf('buyer', 'keys/'), { api_key: free?.api_key }),
    await ada.delete(urlOf('buyer', 'keys/'), { key_id: free?.id }),
    await ada.post(urlOf('buyer', 'keys/'), { product_id: 'recto-free' }),
  ]
  const unknownReply = await cancel('buyer', 'recto-cloud-growth')
  const cancelledReply = await cancel('buyer', 'recto-pro')
  const repeatedReply = await cancel('buyer', paidSubscription.id)
  const [, secondPlan] = await plansOf('buyer')

  expect([early.status, early.body.message]).toEqual([400, 'Subscribe to Pro first.'])
  expect(checkout.body.checkout_url).toContain(checkout.body.session_id)
  expect(pro.is_subscribed).toBe(true)
  expect([createdReply.status, createdReply.body.product]).toEqual([
    201,
    { id: 'recto-pro', name: 'Pro' },
  ])
  expect(second.body.message).toBe('Key already available for this plan.')
  expect(keys).toHaveLength(2)
  expect(ofFree.map(({ status }) => status)).toEqual([400, 400, 400])
  expect(unknownReply.body.errors[0].detail).toBe('Subscription not found')
  expect([cancelledReply.status, cancelledReply.body]).toEqual([200, { message: 'success' }])
  expect(repeatedReply.body.errors[0].detail).toBe('Subscription plan is already cancelled.')
  expect(secondPlan).toMatchObject({
    is_subscribed: false,
    product_metadata: { access_until: expect.stringMatching(/Z$/) },
  })
})

test('[BL-012] a plan of the platform includes the product, and there is nothing to pay for or to cancel', async () => {
  const { body } = await admin('both').post('create-checkout-session/', {
    id: 'recto-cloud-growth',
  })
  const paidSubscription = stripe.pay(body.session_id)
  await tell(server, stripe.event('customer.subscription.created', paidSubscription))
  await untilHandled(server)
  const [, pro] = await plansOf('both')

  expect(pro).toMatchObject({ is_subscribed: true, product_metadata: { is_included: true } })
  expect((await cancel('both', 'recto-pro')).status).toBe(400)
})
