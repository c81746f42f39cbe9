/**
 * The access policy, as data: this is its only definition. `registerEndpoint` refuses to start a route that
 * has no line here, use cases ask `permits`, lists ask `visibleRows`, and the matrix test asks every
 * route as everybody and compares the answers with this file.
 */
import type { Endpoint } from '../wire/endpoint.ts'
import { adapterPolicies } from './policy-of-adapters.ts'
import { billingPolicies } from './policy-of-billing.ts'
import { chatAppPolicies } from './policy-of-chat-apps.ts'
import { connectorActs, connectorPolicies } from './policy-of-connectors.ts'
import { lookupTableActs, lookupTablePolicies } from './policy-of-lookup-tables.ts'
import { outsiderPolicies } from './policy-of-outsiders.ts'
import { ownAccountPolicies, peoplePolicies } from './policy-of-people.ts'
import { pipelineActs, pipelinePolicies } from './policy-of-pipelines.ts'
import { reviewPolicies } from './policy-of-review.ts'
import { runPolicies, usagePolicies } from './policy-of-runs.ts'
import { type SharedNoun, sharingPolicies } from './policy-of-sharing.ts'
import { textProductPolicies } from './policy-of-text-product.ts'

export type Role = 'admin' | 'user' | 'reviewer' | 'supervisor'

/** A condition that grants a permission to the caller; `permits` defines each of them. */
export type Condition =
  | 'anyMember'
  | 'owner'
  | 'shared'
  | 'sharedToOrg'
  | 'builtIn'
  | 'usedByWorkflow'
  | 'admin'
  | 'notDeployed'
  | 'mayUseItsTool'
  | 'maySeeItsWorkflow'
  | 'deployer'
  | 'mayUseItsParts'

/**
 * What is done to which kind of thing, and the conditions of which one is enough. Who may not `see` a
 * thing is told that there is none.
 */
export const acts = {
  'adapter/see': ['owner', 'shared', 'sharedToOrg', 'builtIn'],
  /** Read and change its settings, and say with whom it is shared. */
  'adapter/open': ['owner'],
  /** Say with whom it is shared, and whose it is. */
  'adapter/share': ['owner', 'admin'],
  /** Share it with more people, and with groups of one's own. */
  'adapter/lend': ['owner', 'shared', 'admin'],
  'adapter/delete': ['owner', 'builtIn'],

  ...connectorActs,
  ...lookupTableActs,

  /** Includes editing: everybody who can see a project can work on it. */
  'project/see': ['owner', 'shared', 'sharedToOrg'],
  'project/share': ['owner', 'admin'],
  'project/lend': ['owner', 'shared', 'admin'],
  'project/delete': ['owner'],
  /** Let everybody who has its link read it, or end that. */
  'project/publish': ['owner'],

  /** Read and change one by itself; all of them are seen with their project. */
  'profile/open': ['owner'],

  /** Put it into a workflow. */
  'tool/see': ['owner', 'shared', 'sharedToOrg'],
  'tool/delete': ['owner'],

  /** Includes running it. */
  'workflow/see': ['owner', 'shared', 'sharedToOrg', 'deployer', 'admin'],
  /** Its name, its ends and its tool; whoever calls a deployed one relies on all of them. */
  'workflow/change': ['notDeployed', 'owner', 'admin'],
  /**
   * Make it available by a key, on a schedule or as an app. Whoever may only run it could otherwise hand out
   * a tool, adapters and connectors that they may not use.
   */
  'workflow/deploy': ['owner', 'admin', 'deployer', 'mayUseItsParts'],
  'workflow/delete': ['owner', 'admin'],
  'workflow/share': ['owner', 'admin'],
  'workflow/lend': ['owner', 'shared', 'admin'],

  'deployment/see': ['owner', 'shared', 'sharedToOrg', 'admin'],
  'deployment/change': ['owner', 'admin'],
  'deployment/delete': ['owner', 'admin'],
  'deployment/share': ['owner', 'admin'],
  'deployment/lend': ['owner', 'shared', 'admin'],
  /** Read, make, change and delete its keys. */
  'deployment/keys': ['owner', 'admin'],

  ...pipelineActs,

  'execution/see': ['owner', 'maySeeItsWorkflow'],
  /** Its files and what was read of them. */
  'execution/open': ['owner', 'mayUseItsTool', 'admin'],
  /** Give it the files that it waits for. */
  'execution/start': ['owner', 'admin'],
} as const satisfies Readonly<Record<string, readonly Condition[]>>

export type Act = keyof typeof acts

/** A line of a route: who may come in at all, and what is then asked of the thing that it is about. */
export type RoutePolicy =
  /** `key`: a deployment's or the text service's, which opens nothing but what it was made for. */
  | { readonly who: 'anyone' | 'key' }
  /** `isForPlatformAdmins`: who looks after the installation, whatever they are in an organization. */
  | { readonly who: 'session'; readonly isForPlatformAdmins?: true }
  | {
      readonly who: 'member'
      readonly roles: readonly Role[]
      /** More than one where the body decides. */
      readonly acts: readonly Act[]
      /** Also who acts for a key of the platform API, which has no role of its own. */
      readonly orService?: true
    }

/** The name of an endpoint's line. */
export const getRoutePolicyName = ({ method, path, product }: Endpoint): string =>
  `${method} ${product ? `${product}:` : ''}${path}`

const to =
  (...roles: readonly Role[]) =>
  (...acts: readonly Act[]): RoutePolicy => ({ who: 'member', roles, acts })

/** Roles of all members who have signed in. */
const everyMember = to('admin', 'user', 'reviewer', 'supervisor')
/** Reviewers and supervisors work in the review area, and see nothing else of the product. */
const builders = to('admin', 'user')
const admins = to('admin')

const adminsAndKeys: RoutePolicy = { who: 'member', roles: ['admin'], acts: [], orService: true }

const publicRoute: RoutePolicy = { who: 'anyone' }
const session: RoutePolicy = { who: 'session' }
const platformAdmins: RoutePolicy = { who: 'session', isForPlatformAdmins: true }
const key: RoutePolicy = { who: 'key' }

const sharing = (base: string, noun: SharedNoun) => sharingPolicies(base, noun, builders)

/** Policies by method and path, as the contract spells them. */
export const routePolicies: Readonly<Record<string, RoutePolicy>> = {
  'GET /api/v1/health': session,
  'GET /api/v1/doc/': session,

  'GET /api/v1/session': session,
  'GET /api/v1/get_role': session,
  'GET /api/v1/organization': session,
  'GET /api/v1/organization/:id': session,
  'POST /api/v1/organization/:id/set': session,
  'POST /api/v1/organization/create': session,
  'POST /api/v1/onboard_user': platformAdmins,
  'GET /api/v1/sessions/': session,
  'DELETE /api/v1/sessions/': session,
  'DELETE /api/v1/sessions/:id/': session,
  'POST /api/v1/password/': session,
  ...ownAccountPolicies(session),
  'GET /api/v1/socket/': session,
  ...textProductPolicies({
    admins: admins(),
    builders: builders(),
    everyMember: everyMember(),
  }),
  ...billingPolicies({ admins: admins(), everyMember: everyMember(), publicRoute }),
  'GET /api/v1/flags/flags/': session,
  'POST /api/v1/flags/flags/': session,
  'GET /api/v1/flags/evaluate/': session,
  'POST /api/v1/flags/evaluate/': session,

  'GET /organization': everyMember(),
  'GET /users/': everyMember(),
  ...peoplePolicies({ admins: admins(), everyMember: everyMember(), adminsAndKeys }),
  'GET /users/profile/': everyMember(),
  'PUT /users/profile/': everyMember(),
  'GET /roles': everyMember(),
  'GET /flags/': everyMember(),
  'POST /flags/': everyMember(),
  'GET /evaluate/': everyMember(),
  'POST /evaluate/': everyMember(),
  'GET /logs/': everyMember(),
  'GET /subscription/onboarding-status/': everyMember(),
  'POST /subscription/onboarding-status/': everyMember(),
  'PUT /subscription/onboarding-status/': everyMember(),
  'POST /logs/': everyMember(),
  'POST /reset_password': everyMember(),

  ...adapterPolicies(builders, everyMember),
  ...sharing('/adapter', 'adapter'),
  ...sharing('/connector', 'connector'),
  ...connectorPolicies(builders, session),
  ...sharing('/lookup-tables', 'lookup-table'),
  ...lookupTablePolicies(builders),
  'GET /prompt-studio/': builders('project/see'),
  'POST /prompt-studio/': builders(),
  'POST /simple-studio/app/': builders(),
  'GET /prompt-studio/select_choices/': builders(),
  'GET /prompt-studio/adapter-choices/': builders('adapter/see'),
  'GET /prompt-studio/default_texts/': builders(),
  'GET /prompt-studio/:tool_id/': builders('project/see'),
  'PUT /prompt-studio/:tool_id/': builders('project/see', 'project/share'),
  'PATCH /prompt-studio/:tool_id/': builders('project/see', 'project/share'),
  'DELETE /prompt-studio/:tool_id/': builders('project/delete'),
  'GET /prompt-studio/users/:tool_id/': builders('project/see'),
  'GET /prompt-studio/:tool_id/get_retrieval_strategies/': builders('project/see'),
  'GET /prompt-studio/:tool_id/check_deployment_usage/': builders('project/see'),
  'GET /prompt-studio/:tool_id/lookup-validation/': builders('project/see'),

  ...sharing('/prompt-studio', 'project'),
  'POST /prompt-studio/clone/': builders('project/see'),
  'GET /prompt-studio/project-transfer/:tool_id/': builders('project/see'),
  'POST /prompt-studio/project-transfer/': builders(),
  'POST /prompt-studio/:tool_id/sync-prompts/': builders('project/see'),

  'GET /prompt-studio/:tool_id/truths/': builders('project/see'),
  'PUT /prompt-studio/:tool_id/truths/': builders('project/see'),
  'GET /prompt-studio/:tool_id/layouts/': builders('project/see'),
  'PUT /prompt-studio/:tool_id/layouts/': builders('project/see'),
  'DELETE /prompt-studio/:tool_id/truths/': builders('project/see'),
  'GET /prompt-studio/:tool_id/truths/file/': builders('project/see'),
  'POST /prompt-studio/:tool_id/truths/file/': builders('project/see'),
  'GET /prompt-studio/:tool_id/scores/': builders('project/see'),
  'GET /prompt-studio/:tool_id/faults/': builders('project/see'),
  'POST /share-manager/': builders('project/publish'),
  'DELETE /share-manager/:share_id/': builders('project/publish'),
  'GET /share-manager/tool-source/': builders('project/see'),

  'GET /prompt-studio/prompt-document/': builders('project/see'),
  'GET /prompt-studio/document-index/': builders('project/see'),
  'POST /prompt-studio/index-document/:tool_id/': builders('project/see'),
  'GET /prompt-studio/file/:tool_id/': builders('project/see'),
  'POST /prompt-studio/file/:tool_id/': builders('project/see'),
  'DELETE /prompt-studio/file/:tool_id/': builders('project/see'),
  'GET /prompt-studio/file/:tool_id/pages/': builders('project/see'),
  'GET /prompt-studio/file/:tool_id/hidden-text/': builders('project/see'),
  'GET /prompt-studio/file/:tool_id/page/': builders('project/see'),
  'GET /prompt-studio/file/:tool_id/download/': builders('project/see'),
  'POST /prompt-studio/file/:tool_id/password/': builders('project/see'),

  'POST /prompt-studio/prompt-studio-prompt/:tool_id/': builders('project/see'),
  'GET /prompt-studio/prompt/:prompt_id/': builders('project/see'),
  'PUT /prompt-studio/prompt/:prompt_id/': builders('project/see'),
  'PATCH /prompt-studio/prompt/:prompt_id/': builders('project/see'),
  'DELETE /prompt-studio/prompt/:prompt_id/': builders('project/see'),
  'POST /prompt-studio/:tool_id/restore/': builders('project/see'),
  'POST /prompt-studio/prompt/reorder/': builders('project/see'),
  'GET /prompt-studio/prompt/table/': builders('project/see'),
  'POST /prompt-studio/prompt/table/': builders('project/see'),
  'PATCH /prompt-studio/prompt/table/:table_settings_id/': builders('project/see'),

  'GET /prompt-studio/prompt-studio-profile/:tool_id/': builders('project/see'),
  'PATCH /prompt-studio/prompt-studio-profile/:tool_id/': builders('project/see'),
  'POST /prompt-studio/profilemanager/:tool_id/': builders('project/see'),
  'POST /prompt-studio/profile-manager/:tool_id/': builders('project/see'),
  'GET /prompt-studio/profile-manager/:profile_id/': builders('profile/open'),
  'PUT /prompt-studio/profile-manager/:profile_id/': builders('profile/open'),
  'PATCH /prompt-studio/profile-manager/:profile_id/': builders('profile/open'),
  'DELETE /prompt-studio/profile-manager/:profile_id/': builders('profile/open'),

  ...runPolicies(builders('project/see')),
  'GET /usage/get_token_usage/': builders(),
  ...usagePolicies({ builders: builders(), admins: admins() }),

  'POST /prompt-studio/export/:tool_id/': builders('project/see'),
  'GET /prompt-studio/export/:tool_id/': builders('project/see'),
  'GET /prompt-studio/:tool_id/versions/': builders('project/see'),
  'GET /prompt-studio/:tool_id/versions/compare/': builders('project/see'),
  'POST /prompt-studio/:tool_id/versions/:version/restore/': builders('project/see'),
  'POST /prompt-studio/:tool_id/verifications/': builders('project/see'),
  'GET /prompt-studio/:tool_id/verifications/': builders('project/see'),
  'GET /prompt-studio/:tool_id/verifications/:verification_id/': builders('project/see'),
  'GET /prompt-studio/:tool_id/verifications/:verification_id/junit/': builders('project/see'),
  'POST /prompt-studio/:tool_id/verifications/:verification_id/cancel/': builders('project/see'),
  'POST /prompt-studio/:tool_id/improvements/': builders('project/see'),
  'GET /prompt-studio/:tool_id/improvements/': builders('project/see'),
  'POST /prompt-studio/:tool_id/improvements/:improvement_id/cancel/': builders('project/see'),
  'POST /prompt-studio/:tool_id/improvements/:improvement_id/decide/': builders('project/see'),
  'POST /prompt-studio/:tool_id/profile-comparisons/': builders('project/see'),
  'GET /prompt-studio/:tool_id/profile-comparisons/': builders('project/see'),
  'POST /prompt-studio/:tool_id/profile-comparisons/:comparison_id/cancel/':
    builders('project/see'),
  'POST /prompt-studio/:tool_id/profile-comparisons/:comparison_id/decide/':
    builders('project/see'),
  'GET /prompt-studio/registry/': builders('tool/see'),
  'DELETE /prompt-studio/registry/:id/': builders('tool/delete'),
  'GET /tool/': builders('tool/see'),
  'GET /tool/prompt-studio/count/': builders(),
  'GET /tool_settings_schema/': builders('tool/see'),

  'POST /apply-lease/': builders(),
  'POST /apply-lease/release/': builders(),

  'GET /workflow/': builders('workflow/see'),
  'OPTIONS /workflow/': builders(),
  'POST /workflow/': builders(),
  'PUT /workflow/whole/': builders('workflow/change', 'tool/see'),
  'GET /workflow/:id/': builders('workflow/see'),
  'PUT /workflow/:id/': builders('workflow/change'),
  'PATCH /workflow/:id/': builders('workflow/change'),
  'DELETE /workflow/:id/': builders('workflow/delete'),
  'GET /workflow/:id/can-update/': builders('workflow/see'),
  'GET /workflow/:id/endpoint/': builders('workflow/see'),
  ...sharing('/workflow', 'workflow'),
  'GET /workflow/endpoint/': builders('workflow/see'),
  'GET /workflow/endpoint/:id/': builders('workflow/see'),
  'PUT /workflow/endpoint/:id/': builders('workflow/change'),
  'PATCH /workflow/endpoint/:id/': builders('workflow/change'),
  'POST /workflow/endpoint/:id/call-preview/': builders('workflow/see'),
  'GET /workflow/endpoint/:id/lists/': builders('workflow/see'),
  'GET /workflow/endpoint/:id/settings/': builders('workflow/see'),
  'GET /tool_instance/': builders('workflow/see'),
  'POST /tool_instance/': builders('workflow/change', 'tool/see'),
  'POST /tool_instance/reorder/': builders('workflow/see'),
  'GET /tool_instance/:id/': builders('workflow/see'),
  'PUT /tool_instance/:id/': builders('workflow/change'),
  'PATCH /tool_instance/:id/': builders('workflow/change'),
  'DELETE /tool_instance/:id/': builders('workflow/change'),

  ...sharing('/pipeline', 'pipeline'),
  ...pipelinePolicies(builders, key),

  'GET /api/deployment/': builders('deployment/see'),
  'OPTIONS /api/deployment/': builders(),
  'POST /api/deployment/': builders('workflow/deploy'),
  'GET /api/deployment/by-prompt-studio-tool/': builders('project/see'),
  'GET /api/deployment/:id/': builders('deployment/see'),
  'PUT /api/deployment/:id/': builders('deployment/change'),
  'PATCH /api/deployment/:id/': builders('deployment/change'),
  'DELETE /api/deployment/:id/': builders('deployment/delete'),
  ...sharing('/api/deployment', 'deployment'),
  'GET /api/postman_collection/:id/': builders('deployment/keys'),
  'GET /api/keys/api/:id/': builders('deployment/keys'),
  'POST /api/keys/api/:id/': builders('deployment/keys'),
  'POST /api/keys/api/': builders('deployment/keys'),
  'GET /api/keys/:id/': builders('deployment/keys'),
  'PUT /api/keys/:id/': builders('deployment/keys'),
  'DELETE /api/keys/:id/': builders('deployment/keys'),
  ...chatAppPolicies({
    everyMember: everyMember(),
    editors: to('admin', 'user', 'supervisor')(),
    deployers: builders('workflow/deploy'),
  }),
  ...reviewPolicies({
    everyReviewer: to('admin', 'reviewer', 'supervisor')(),
    approvers: to('admin', 'supervisor')(),
    approversAndKeys: {
      who: 'member',
      roles: ['admin', 'supervisor'],
      acts: [],
      orService: true,
    },
    readers: to('admin', 'user', 'supervisor')(),
    key,
  }),
  'POST /deployment/api/:org/:api_name/': key,
  'GET /deployment/api/:org/:api_name/': key,
  'POST /deployment/api/:org/:api_name/mcp': key,
  'GET /deployment/api/:org/:api_name/mcp': key,
  'POST /api/v1/{product}/:org/mcp/': key,
  'GET /api/v1/{product}/:org/mcp/': key,
  ...outsiderPolicies({ publicRoute, key }),
}
