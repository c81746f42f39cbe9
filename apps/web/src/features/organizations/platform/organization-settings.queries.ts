import type { OrganizationSettings } from '@recto/contract/organizations/organization-settings'
import * as api from '@recto/contract/organizations/organization-settings'
import { addressOf } from '../../../shared/api/address.ts'
import { readAs, useChange } from '../../../shared/api/requests.ts'

const names = {
  isModelCreationRestricted: 'restrict_llm_adapter_creation',
  isConnectorCreationRestricted: 'restrict_connector_creation',
  allowsAgents: 'allows_agents',
} as const

export type SettingName = keyof typeof names

export const organizationSettings = readAs(api.getOrganizationSettings, {}, (wire) => ({
  isModelCreationRestricted: wire.restrict_llm_adapter_creation,
  isConnectorCreationRestricted: wire.restrict_connector_creation,
  allowsAgents: wire.allows_agents,
  secondFactor: wire.second_factor,
}))

/** Returns the address of the organization for agents. */
export const getAgentAddress = (): string =>
  new URL(addressOf({ method: 'POST', path: '/mcp/', who: 'member' }, {}), window.location.origin)
    .href

type SecondFactorRule = OrganizationSettings['second_factor']

/** Changes whose sign-in by password needs a second factor. */
export const useChangeSecondFactorRule = () =>
  useChange(api.changeOrganizationSettings, {
    invalidates: [api.getOrganizationSettings],
    toWire: (rule: SecondFactorRule) => ({ body: { second_factor: rule } }),
  })

export const useChangeOrganizationSetting = () =>
  useChange(api.changeOrganizationSettings, {
    invalidates: [api.getOrganizationSettings],
    toWire: ({ name, isOn }: { readonly name: SettingName; readonly isOn: boolean }) => ({
      body: { [names[name]]: isOn },
    }),
  })
