import type { ConnectorNetwork, ConnectorProvider } from '@recto/provider-spec/connector-provider'
import type { Settings } from '@recto/provider-spec/provider'
import { type CannedService, startCannedService } from '@recto/testkit/canned-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testFailures } from './failures.ts'
import { type Proof, sayProof } from './say-proof.ts'

type Options = {
  readonly provider: ConnectorProvider<'file-connector'>
  readonly by: Proof['by']
  /** With the key of `failures.ts` where a service is given one. */
  readonly settings: Settings
  readonly outside: (url: string) => ConnectorNetwork
  readonly refusal: (status: number, message: string) => unknown
  readonly hasKey?: boolean
}

/** What a connector of files makes of a service that fails it. */
export function testFileFailures({ provider, by, settings, outside, refusal, hasKey }: Options) {
  describe(`${provider.name}, when something is in the way`, () => {
    sayProof(provider, by)
    let failing: CannedService
    beforeAll(async () => {
      failing = await startCannedService({ refusal, answer: () => ({ status: 200, body: {} }) })
    })
    afterAll(() => failing.close())
    const check = () => provider.open(settings, outside(failing.url)).check()

    testFailures(
      () => failing,
      () => check,
      { hasKey: hasKey ?? true, hasLimit: false, canStop: false },
    )

    test('the page of a proxy is said to be one, and not shown', async () => {
      failing.script({ status: 200, fault: 'web-page' }, { status: 502, fault: 'web-page' })

      await expect(check()).rejects.toThrow(
        /a web page instead of data\. There may be a proxy in between/,
      )
      await expect(check()).rejects.toThrow(/returned 502: the response is a web page/)
    })
  })
}
