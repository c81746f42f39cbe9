import { listOwnSessions } from '@recto/contract/organizations/own-account'
import * as api from '@recto/contract/organizations/second-factor'
import { signInByPasskey, startPasskeySignIn } from '@recto/contract/organizations/sign-in'
import { useMutation } from '@tanstack/react-query'
import { readAs, send, useChange } from '../../../shared/api/requests.ts'
import { answerWithPasskey, createPasskey, type NewPasskey } from './passkey-ceremonies.ts'
import { confirmationToWire, factorsFromWire } from './second-factor.ts'

export const secondFactors = readAs(api.getSecondFactors, {}, factorsFromWire)

const invalidates = [api.getSecondFactors, listOwnSessions]

export const useStartApp = () =>
  useChange(api.startAuthenticator, { invalidates: [], toWire: confirmationToWire })

/** Resolves to the recovery codes. */
export const useConfirmApp = () =>
  useChange(api.confirmAuthenticator, {
    invalidates,
    toWire: (code: string) => ({ body: { code } }),
    fromWire: ({ recovery_codes }) => recovery_codes,
  })

export const useRemoveApp = () =>
  useChange(api.removeAuthenticator, { invalidates, toWire: confirmationToWire })

const useStartPasskey = () =>
  useChange(api.startPasskey, { invalidates: [], toWire: confirmationToWire })

type PasskeyToAdd = { readonly name: string; readonly response: NewPasskey }

const useFinishPasskey = () =>
  useChange(api.finishPasskey, {
    invalidates,
    toWire: (body: PasskeyToAdd) => ({ body }),
    fromWire: ({ recovery_codes }) => recovery_codes,
  })

type PasskeyRequest = { readonly name: string; readonly password: string }

/** Adds a passkey. Resolves to the recovery codes, none if the account had some. */
export function useAddPasskey() {
  const { mutateAsync: start } = useStartPasskey()
  const { mutateAsync: finish } = useFinishPasskey()
  return useMutation({
    mutationFn: async ({ name, password }: PasskeyRequest) =>
      finish({ name, response: await createPasskey(await start(password)) }),
  })
}

export const useRenamePasskey = () =>
  useChange(api.renamePasskey, {
    invalidates,
    toWire: ({ id, name }: { readonly id: string; readonly name: string }) => ({
      params: { id },
      body: { name },
    }),
  })

type PasskeyRemoval = { readonly id: string; readonly password: string }

export const useRemovePasskey = () =>
  useChange(api.removePasskey, {
    invalidates,
    toWire: ({ id, password }: PasskeyRemoval) => ({
      params: { id },
      ...confirmationToWire(password),
    }),
  })

/** Signs in with a passkey. Resolves to the page to open. */
export const useSignInByPasskey = () =>
  useMutation({
    mutationFn: async (next: string) => {
      const response = await answerWithPasskey(await send(startPasskeySignIn, { body: {} }))
      return (await send(signInByPasskey, { body: { response, next } })).next
    },
  })

/** Resolves to the new recovery codes. */
export const useRenewCodes = () =>
  useChange(api.renewRecoveryCodes, {
    invalidates,
    toWire: confirmationToWire,
    fromWire: ({ recovery_codes }) => recovery_codes,
  })

/** Removes the second factors of the member with the given id. */
export const useResetFactors = () =>
  useChange(api.resetSecondFactors, {
    invalidates: [],
    toWire: (id: string) => ({ params: { user_id: Number(id) } }),
  })
