import { forbidden } from '../../../platform/app-error.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Actor } from '../../../platform/context.ts'

type Settings = Pick<Config, 'access'>

/** Whether an identity provider says who belongs to the actor's organization. */
export function isManagedOutside({ access }: Settings, { organization }: Actor): boolean {
  return access.outside?.organization === organization.slug
}

/** Who is in it, and as what, is changed there and nowhere else. */
export function assertManagedHere(config: Settings, actor: Actor): void {
  if (!isManagedOutside(config, actor)) return
  throw forbidden('The identity provider of this organization says who belongs to it.')
}
