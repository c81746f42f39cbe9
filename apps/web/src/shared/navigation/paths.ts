import { useSignedIn } from '../session/signed-in.ts'

const segment = encodeURIComponent

export const paths = {
  landing: () => '/landing',
  setOrganization: () => '/setOrg',
  login: () => '/login',
  invitation: (token: string) => `/invitation?token=${segment(token)}`,
  chooseProduct: () => '/selectProduct',
  newOrganization: () => '/new-organization',
  subscriptionExpired: () => '/subscription-expired',
  home: () => '/',
}

/** Addresses in the areas of the other products. */
export const productPaths = {
  playground: (organizationName: string) =>
    `/llm-whisperer/${segment(organizationName)}/playground`,
  textExtraction: (organizationName: string) => `/llm-whisperer/${segment(organizationName)}`,
  verticals: () => '/verticals',
}

/** Addresses of pages inside one organization. Rows: everything that a link may lead to. */
export function pathsOf(organizationName: string) {
  const at = (rest: string) => `/${segment(organizationName)}/${rest}`
  return {
    projects: () => at('tools'),
    project: (id: string) => at(`tools/${segment(id)}`),
    outputAnalyzer: (id: string) => at(`tools/${segment(id)}/outputAnalyzer`),
    workflows: () => at('workflows'),
    workflow: (id: string) => at(`workflows/${segment(id)}`),
    apiDeployments: () => at('api'),
    etlPipelines: () => at('etl'),
    taskPipelines: () => at('task'),
    logs: () => at('logs'),
    metrics: () => at('metrics'),
    usage: () => at('usage'),
    executionLog: (type: string, id: string) => at(`logs/${segment(type)}/${segment(id)}/`),
    executionChecks: (type: string, id: string) =>
      at(`logs/${segment(type)}/${segment(id)}/checks/`),
    appDeployments: () => at('app'),
    app: (nameOrId: string) => at(`app/${segment(nameOrId)}`),
    adapters: (list: string) => at(`settings/${segment(list)}`),
    connectors: () => at('settings/connectors'),
    connector: (id: string) => at(`settings/connectors/${segment(id)}`),
    settings: () => at('settings'),
    platformSettings: () => at('settings/platform'),
    adminSettings: () => at('settings/admin'),
    organizationSettings: () => at('settings/organization'),
    groups: () => at('settings/groups'),
    platformApiKeys: () => at('settings/api-keys'),
    globalKeys: () => at('settings/deployment-keys'),
    triad: () => at('settings/triad'),
    auditLog: () => at('settings/audit'),
    reviewSettings: () => at('settings/review'),
    users: () => at('users'),
    inviteUser: () => at('users/invite'),
    editUser: () => at('users/edit'),
    review: () => at('review'),
    simpleReview: () => at('simple_review'),
    approve: () => at('review/approve'),
    downloadAndSync: () => at('review/download_and_sync'),
    reviewProgress: () => at('review/progress'),
    pricing: () => at('pricing'),
    dashboard: () => at('dashboard'),
    onboard: () => at('onboard'),
    profile: () => at('profile'),
    ownAccount: () => at('profile/account'),
  }
}

export type Paths = ReturnType<typeof pathsOf>

/** The addresses of the organization that the user is in. */
export function usePaths(): Paths {
  return pathsOf(useSignedIn().organization.name)
}
