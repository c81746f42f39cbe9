import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { omitUndefined } from '@recto/omit-undefined'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseConfig } from '../../../platform/config/config.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'

/** The services that tell people from machines, as all three document their check: a form in, `success` out. */

let service: Server
let url: string
/** Requests to the service, newest last. */
const checkRequests: URLSearchParams[] = []
const answers: Readonly<Record<string, unknown>> = {
  human: { success: true, hostname: 'recto.example.org' },
  machine: { success: false, 'error-codes': ['invalid-input-response'] },
  doubtful: { success: true, score: 0.2 },
  nonsense: 'nothing of the kind',
}

beforeAll(async () => {
  service = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request))
    checkRequests.push(form)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answers[form.get('response') ?? ''] ?? { success: false }))
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/siteverify`
})
afterAll(() => service.close())

const base = '/api/v1/sps'
const secret = 'the secret of the site'

const hosts = {
  recaptcha: /^'self' https:\/\/www\.google\.com https:\/\/www\.gstatic\.com$/,
  hcaptcha: /^'self' https:\/\/hcaptcha\.com https:\/\/\*\.hcaptcha\.com$/,
  turnstile: /^'self' https:\/\/challenges\.cloudflare\.com$/,
}

describe.each(['recaptcha', 'hcaptcha', 'turnstile'])('with %s', (kind) => {
  let server: TestServer
  let sps_project_id: string
  beforeAll(async () => {
    server = await startServer({
      env: {
        RECTO_HUMAN_CHECK: kind,
        RECTO_HUMAN_CHECK_SITE_KEY: 'site-key',
        RECTO_HUMAN_CHECK_SECRET: secret,
        RECTO_HUMAN_CHECK_URL: url,
      },
    })
    sps_project_id = (await server.anonymous.post(`${base}/`, { tool_name: 'Invoices' })).body
      .tool_id
  })
  afterAll(() => server?.close())

  const upload = (name: string, recaptcha_token?: string) =>
    server.anonymous.upload(`${base}/document/`, {
      files: [{ name, content: 'A document.' }],
      fields: omitUndefined({ sps_project_id, recaptcha_token }),
    })
  const run = (recaptcha_token?: string) =>
    server.anonymous.post(`${base}/prompt-run/`, {
      sps_id: sps_project_id,
      document_id: sps_project_id,
      id: sps_project_id,
      recaptcha_token,
    })

  test('[SS-030] [SS-031] an upload and a run need a token that the service confirms', async () => {
    const { body: settings } = await server.anonymous.get(`${base}/settings/`)
    expect(settings.human_check).toEqual({ kind, site_key: 'site-key' })
    expect(JSON.stringify(settings)).not.toContain(secret)
    const refusalOf = (detail: string) => ({
      status: 400,
      body: { errors: [{ attr: 'recaptcha_token', detail }] },
    })

    for (const ask of [(token?: string) => upload('a.txt', token), run]) {
      expect(await ask()).toMatchObject(refusalOf('Human verification is required.'))
      for (const token of ['machine', 'doubtful']) {
        expect(await ask(token)).toMatchObject(refusalOf('Human verification failed. Try again.'))
      }
      expect(await ask('nonsense')).toMatchObject({ status: 503 })
    }
    expect((await upload('a.txt', 'human')).status).toBe(201)
    // A human gets as far as the document, of which there is none.
    expect((await run('human')).status).toBe(404)

    const last = Object.fromEntries(checkRequests.at(-1) ?? [])
    expect(last).toEqual({ secret, response: 'human', remoteip: '127.0.0.1' })
  })

  test('its script may be loaded by the pages, and nobody else’s', async () => {
    const { headers } = await server.anonymous.get(`${base}/settings/`)
    const policy = headers.get('content-security-policy') ?? ''
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1]
    expect(scripts).toMatch(hosts[kind as keyof typeof hosts])
  })
})

test('[SS-031] nobody is asked where nothing is configured, and half a configuration is refused', async () => {
  expect(parseConfig({}, '/').simpleStudio.humanCheck).toBeUndefined()
  expect(() => parseConfig({ RECTO_HUMAN_CHECK: 'turnstile' }, '/')).toThrow(
    'RECTO_HUMAN_CHECK, RECTO_HUMAN_CHECK_SITE_KEY and RECTO_HUMAN_CHECK_SECRET must be set together, or not at all.',
  )
})
