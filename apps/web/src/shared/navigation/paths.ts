import { useSignedIn } from '../session/signed-in.ts'

const segment = encodeURIComponent

export const paths = {
  landing: () => '/landing',
  setOrganization: () => '/setOrg',
  login: () => '/login',
  invitation: (token: string) => `/invitation?token=${segment(token)}`,
  chooseProduct: () => '/selectProduct',
  secondFactor: () => '/second-factor',
  newOrganization: () => '/new-organization',
  subscriptionExpired: () => '/subscription-expired',
  subscriptionUnknown: () => '/subscription-expired?reason=unavailable',
  home: () => '/',
}

/** Addresses of the pages of other products. */
export const productPaths = {
  playground: (organizationName: string) =>
    `/llm-whisperer/${segment(organizationName)}/playground`,
  textExtraction: (organizationName: string) => `/llm-whisperer/${segment(organizationName)}`,
  verticals: () => '/verticals',
}

/** Addresses of the pages inside one organization, one line each. */
export function pathsOf(organizationName: string) {
  const pathTo = (rest: string) => `/${segment(organizationName)}/${rest}`
  return {
    projects: () => pathTo('tools'),
    project: (id: string) => pathTo(`tools/${segment(id)}`),
    outputAnalyzer: (id: string) => pathTo(`tools/${segment(id)}/outputAnalyzer`),
    workflows: () => pathTo('workflows'),
    workflow: (id: string) => pathTo(`workflows/${segment(id)}`),
    apiDeployments: () => pathTo('api'),
    watch: (kind: 'api' | 'pipeline', id: string) => pathTo(`watch/${kind}/${segment(id)}`),
    etlPipelines: () => pathTo('etl'),
    taskPipelines: () => pathTo('task'),
    newPipeline: () => pathTo('pipelines/new'),
    logs: () => pathTo('logs'),
    usage: () => pathTo('usage'),
    executionLog: (type: string, id: string) => pathTo(`logs/${segment(type)}/${segment(id)}/`),
    executionChecks: (type: string, id: string) =>
      pathTo(`logs/${segment(type)}/${segment(id)}/checks/`),
    appDeployments: () => pathTo('app'),
    app: (nameOrId: string) => pathTo(`app/${segment(nameOrId)}`),
    adapters: (list: string) => pathTo(`settings/${segment(list)}`),
    connectors: () => pathTo('settings/connectors'),
    connector: (id: string) => pathTo(`settings/connectors/${segment(id)}`),
    lookupTables: () => pathTo('settings/lookup-tables'),
    lookupTable: (id: string) => pathTo(`settings/lookup-tables/${segment(id)}`),
    settings: () => pathTo('settings'),
    platformSettings: () => pathTo('settings/platform'),
    adminSettings: () => pathTo('settings/admin'),
    organizationSettings: () => pathTo('settings/organization'),
    groups: () => pathTo('settings/groups'),
    platformApiKeys: () => pathTo('settings/api-keys'),
    globalKeys: () => pathTo('settings/deployment-keys'),
    triad: () => pathTo('settings/triad'),
    auditLog: () => pathTo('settings/audit'),
    reviewSettings: () => pathTo('settings/review'),
    users: () => pathTo('users'),
    inviteUser: () => pathTo('users/invite'),
    editUser: () => pathTo('users/edit'),
    review: () => pathTo('review'),
    simpleReview: () => pathTo('simple_review'),
    simpleReviewDesk: () => pathTo('simple_review/review'),
    simpleApprove: () => pathTo('simple_review/approve'),
    approve: () => pathTo('review/approve'),
    downloadAndSync: () => pathTo('review/download_and_sync'),
    reviewProgress: () => pathTo('review/progress'),
    pricing: () => pathTo('pricing'),
    dashboard: () => pathTo('dashboard'),
    usageLedger: () => pathTo('dashboard/ledger'),
    onboard: () => pathTo('onboard'),
    profile: () => pathTo('profile'),
    ownAccount: () => pathTo('profile/account'),
  }
}

export type Paths = ReturnType<typeof pathsOf>

/** Returns the addresses for the user's organization. */
export function usePaths(): Paths {
  return pathsOf(useSignedIn().organization.name)
}
