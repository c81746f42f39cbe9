import { generateKeyPairSync } from 'node:crypto'
import type { ProviderNetwork } from '@recto/provider-spec/provider'
import { outsideOn } from './outside.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** The JSON key of a service account that nobody has. */
export const googleAccount = JSON.stringify({
  type: 'service_account',
  client_email: 'reader@example.iam.gserviceaccount.com',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
})

const cannedToken = 'ya29.canned'

/** An outside in which the account is given a token, and all else is one server. */
export function outsideWithToken(
  url: string,
): ProviderNetwork & { readonly tokensAsked: () => number } {
  const externalNetwork = outsideOn(url)
  let requestCount = 0
  return {
    ...externalNetwork,
    tokensAsked: () => requestCount,
    fetch: async (input, init) => {
      if (String(input) !== 'https://oauth2.googleapis.com/token')
        return externalNetwork.fetch(input, init)
      requestCount += 1
      return Response.json({ access_token: cannedToken, expires_in: 3600, token_type: 'Bearer' })
    },
  }
}
