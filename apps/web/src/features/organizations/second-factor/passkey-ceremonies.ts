import type { finishPasskey, startPasskey } from '@recto/contract/organizations/second-factor'
import type { signInByPasskey, startPasskeySignIn } from '@recto/contract/organizations/sign-in'
import type { EndpointInput, EndpointReply } from '@recto/contract/wire/endpoint'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'

export type NewPasskey = EndpointInput<typeof finishPasskey>['body']['response']
type PasskeyAnswer = EndpointInput<typeof signInByPasskey>['body']['response']

/** Lets the browser create a passkey. Throws if the user cancels. */
export async function createPasskey({
  options,
}: EndpointReply<typeof startPasskey>): Promise<NewPasskey> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return (await startRegistration({ optionsJSON })) as NewPasskey
}

/** Lets the browser answer a challenge with a passkey. Throws if the user cancels. */
export async function answerWithPasskey({
  options,
}: EndpointReply<typeof startPasskeySignIn>): Promise<PasskeyAnswer> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return (await startAuthentication({ optionsJSON })) as PasskeyAnswer
}
