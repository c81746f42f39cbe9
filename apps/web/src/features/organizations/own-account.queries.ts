import * as api from '@recto/contract/organizations/own-account'
import { readAs, useChange } from '../../shared/api/requests.ts'
import { fieldIn } from '../../shared/api/wire-names.ts'
import { passwordChangeToWire, passwordNames, sessionFromWire } from './own-account.ts'

export const ownSessions = readAs(api.listOwnSessions, {}, (sessions) =>
  sessions.map(sessionFromWire),
)

const invalidates = [api.listOwnSessions]

export const useChangePassword = () =>
  useChange(api.changeOwnPassword, {
    invalidates,
    toWire: passwordChangeToWire,
    fieldOf: fieldIn(passwordNames),
  })

/** Ends the session with the given id. */
export const useEndSession = () =>
  useChange(api.endOwnSession, { invalidates, toWire: (id: string) => ({ params: { id } }) })

export const useEndOtherSessions = () => useChange(api.endOtherSessions, { invalidates })
