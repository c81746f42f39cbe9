import type { Answer } from './send-request.ts'

/** The last two are those of the Model Context Protocol: its errors, and what its server is. */
const refusal =
  /^\{"(?:type":"\w+","errors":\[\{|status":"failed","message":"|message":"|data":|error":|detail":|jsonrpc":"2.0"|name":"recto")/

/** A failure that nobody foresaw, or a refusal in another form than the contract's. */
export function complaintAbout({ request, status, text }: Answer): string | undefined {
  if (status === undefined) return undefined
  const isBug = status === 500 && text.includes('Something went wrong')
  if (isBug) return `${request}: ${status} ${text}`
  if (status < 400 || status === 404 || text === '') return undefined
  return refusal.test(text) ? undefined : `${request}: ${status} ${text.slice(0, 300)}`
}
