import { ProviderError } from '@recto/provider-spec/provider-error'
import { ServiceFailure } from '../service-failure.ts'

/** Google says of an account that it does not let in that the request was bad. */
export function explainGoogleToken(error: unknown): ServiceFailure | undefined {
  const { name, statusCode, message } = error as {
    name?: string
    statusCode?: number
    message: string
  }
  if (name !== 'RefusedAnswer' || statusCode !== 400) return undefined
  return new ServiceFailure('unauthorised', `Google rejected the service account: ${message}`)
}

/** The project that the JSON key of a service account names. */
export function googleProjectIn(json: string, title: string): string {
  const { project_id: project } = JSON.parse(json) as { project_id?: unknown }
  if (typeof project === 'string' && project !== '') return project
  const message = `${title}: the JSON key does not contain a valid project_id.`
  throw new ProviderError({ code: 'settings-invalid', message })
}
