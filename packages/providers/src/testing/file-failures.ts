import type { ConnectorNetwork, ConnectorProvider } from '@recto/provider-spec/connector-provider'
import type { Settings } from '@recto/provider-spec/provider'
import { type CannedService, startCannedService } from '@recto/testkit/canned-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testFailures } from './failures.ts'
import { type Proof, sayProof } from './say-proof.ts'

type FileFailureOptions = {
  readonly provider: ConnectorProvider<'file-connector'>
  readonly by: Proof['by']
  /** Uses the key of `failures.ts` if the service needs one. */
  readonly settings: Settings
  readonly outside: (url: string) => ConnectorNetwork
  readonly refusal: (status: number, message: string) => unknown
  readonly hasKey?: boolean
}

/** Tests how a file connector reports failures of its service. */
export function testFileFailures({
  provider,
  by: proofKind,
  settings,
  outside: networkAt,
  refusal,
  hasKey,
}: FileFailureOptions) {
  describe(`${provider.name}, when something is in the way`, () => {
    sayProof(provider, proofKind)
    let failingService: CannedService
    beforeAll(async () => {
      failingService = await startCannedService({
        refusal,
        answer: () => ({ status: 200, body: {} }),
      })
    })
    afterAll(() => failingService.close())
    const check = () => provider.open(settings, networkAt(failingService.url)).check()

    testFailures(
      () => failingService,
      () => check,
      { hasKey: hasKey ?? true, hasLimit: false, canStop: false },
    )

    test('the page of a proxy is said to be one, and not shown', async () => {
      failingService.script({ status: 200, fault: 'web-page' }, { status: 502, fault: 'web-page' })

      await expect(check()).rejects.toThrow(
        /a web page instead of data\. There may be a proxy in between/,
      )
      await expect(check()).rejects.toThrow(/returned 502: the response is a web page/)
    })
  })
}
