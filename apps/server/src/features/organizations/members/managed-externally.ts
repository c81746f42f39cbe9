import { forbidden } from '../../../platform/app-error.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Actor } from '../../../platform/context.ts'

type Settings = Pick<Config, 'access'>

/** Whether an identity provider manages the members of the actor's organization. */
export function isManagedExternally({ access }: Settings, { organization }: Actor): boolean {
  return access.singleSignOn?.organization === organization.slug
}

/** Throws when an identity provider manages members and roles: they can be changed only there. */
export function assertManagedHere(config: Settings, actor: Actor): void {
  if (!isManagedExternally(config, actor)) return
  throw forbidden('The members of this organization are managed by its identity provider.')
}
