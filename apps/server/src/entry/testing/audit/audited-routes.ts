const sharing = (base: string, noun: string): Readonly<Record<string, string>> => ({
  [`POST ${base}/:id/share/`]: `${noun}.shared`,
  [`POST ${base}/:id/owners/`]: `${noun}.owner-added`,
  [`DELETE ${base}/:id/owners/:user_id/`]: `${noun}.owner-removed`,
})

const textProduct = (base: string): Readonly<Record<string, string>> => ({
  [`POST ${base}:/keys/`]: 'text-service-key.made',
  [`PUT ${base}:/keys/`]: 'text-service-key.rotated',
  [`DELETE ${base}:/keys/`]: 'text-service-key.deleted',
  [`GET ${base}:/usage/records/export/`]: 'data.exported',
})

/** The action that the audit log has after each route that changes something or exports data. */
export const auditedActions: Readonly<Record<string, string>> = {
  'POST /api/v1/login': 'sign-in.failed',
  'POST /api/v1/signup': 'organization.made',
  'POST /api/v1/organization/create': 'organization.made',
  'POST /api/v1/onboard_user': 'organization.made',
  'POST /api/v1/invitation/accept': 'invitation.accepted',
  'POST /api/v1/password/': 'password.changed',
  'DELETE /api/v1/sessions/': 'session.ended',
  'DELETE /api/v1/sessions/:id/': 'session.ended',

  'POST /users/invite/': 'member.invited',
  'DELETE /invitation/:id/': 'member.uninvited',
  'POST /users/role/': 'member.role-changed',
  'DELETE /users/role/': 'member.role-changed',
  'DELETE /users/': 'member.removed',
  'PATCH /organization/settings': 'organization.changed',
  'PATCH /notifications/settings/': 'organization.changed',
  'POST /groups/': 'group.created',
  'PUT /groups/:id/': 'group.changed',
  'PATCH /groups/:id/': 'group.changed',
  'POST /groups/:id/members/': 'group.joined',
  'DELETE /groups/:id/members/:user_id/': 'group.left',
  'DELETE /groups/:id/': 'group.deleted',
  'GET /audit/export/': 'data.exported',
  'PUT /usage/budget/': 'budget.changed',
  'GET /metrics/used/export/': 'data.exported',

  'POST /platform/keys/': 'platform-key.generated',
  'PUT /platform/keys/': 'platform-key.refreshed',
  'PUT /platform/keys/:id/': 'platform-key.deactivated',
  'DELETE /platform/keys/:id/': 'platform-key.deleted',
  'POST /platform-api/keys/': 'platform-api-key.created',
  'PATCH /platform-api/keys/:id/': 'platform-api-key.changed',
  'POST /platform-api/keys/:id/rotate/': 'platform-api-key.rotated',
  'DELETE /platform-api/keys/:id/': 'platform-api-key.deleted',
  'POST /global-api-deployment/keys/': 'global-deployment-key.created',
  'PATCH /global-api-deployment/keys/:id/': 'global-deployment-key.changed',
  'POST /global-api-deployment/keys/:id/rotate/': 'global-deployment-key.rotated',
  'DELETE /global-api-deployment/keys/:id/': 'global-deployment-key.deleted',
  'POST /api/key/': 'review-key.created',
  'PATCH /api/key/:id/': 'review-key.changed',
  'DELETE /api/key/:id/': 'review-key.deleted',
  'POST /manual_review/api/key/': 'review-key.created',
  'PATCH /manual_review/api/key/:id/': 'review-key.changed',
  'DELETE /manual_review/api/key/:id/': 'review-key.deleted',
  ...textProduct('llmwhisperer'),
  ...textProduct('llm-whisperer'),

  'POST /adapter/': 'adapter.created',
  'PUT /adapter/:id/': 'adapter.changed',
  'PATCH /adapter/:id/': 'adapter.changed',
  'DELETE /adapter/:id/': 'adapter.deleted',
  'POST /adapter/default_triad/': 'default-triad.changed',
  ...sharing('/adapter', 'adapter'),
  'POST /connector/': 'connector.created',
  'PUT /connector/:id/': 'connector.changed',
  'PATCH /connector/:id/': 'connector.changed',
  'DELETE /connector/:id/': 'connector.deleted',
  'POST /connector/:id/mail-address/rotate/': 'connector.mail-address-rotated',
  'DELETE /connector/:id/mails/:mail_id/': 'connector.mail-deleted',
  ...sharing('/connector', 'connector'),
  'POST /file/upload': 'connector.files-uploaded',
  'GET /file/download': 'data.exported',

  'POST /prompt-studio/': 'project.created',
  'POST /prompt-studio/clone/': 'project.created',
  'POST /prompt-studio/project-transfer/': 'project.created',
  'GET /prompt-studio/project-transfer/:tool_id/': 'data.exported',
  'PUT /prompt-studio/:tool_id/': 'project.changed',
  'PATCH /prompt-studio/:tool_id/': 'project.changed',
  'POST /prompt-studio/:tool_id/sync-prompts/': 'project.prompts-replaced',
  'DELETE /prompt-studio/:tool_id/': 'project.deleted',
  ...sharing('/prompt-studio', 'project'),
  'POST /share-manager/': 'project.published',
  'DELETE /share-manager/:share_id/': 'project.unpublished',
  'POST /prompt-studio/file/:tool_id/': 'document.uploaded',
  'GET /prompt-studio/file/:tool_id/download/': 'data.exported',
  'DELETE /prompt-studio/file/:tool_id/': 'document.deleted',
  'POST /prompt-studio/export/:tool_id/': 'tool.exported',
  'POST /prompt-studio/:tool_id/versions/:version/restore/': 'tool.version-restored',

  'POST /workflow/': 'workflow.created',
  'PUT /workflow/:id/': 'workflow.changed',
  'PATCH /workflow/:id/': 'workflow.changed',
  'PUT /workflow/active/:id/': 'workflow.changed',
  'DELETE /workflow/:id/': 'workflow.deleted',
  ...sharing('/workflow', 'workflow'),
  'PUT /workflow/endpoint/:id/': 'workflow.source-changed',
  'PATCH /workflow/endpoint/:id/': 'workflow.source-changed',
  'POST /tool_instance/': 'workflow.tool-added',
  'PUT /tool_instance/:id/': 'workflow.tool-changed',
  'PATCH /tool_instance/:id/': 'workflow.tool-changed',
  'DELETE /tool_instance/:id/': 'workflow.tool-removed',
  'POST /workflow/:id/publish/': 'workflow.published',
  'POST /workflow/:id/versions/:version/restore/': 'workflow.published',
  'DELETE /workflow/:id/file-histories/:history_id/': 'workflow.history-cleared',
  'POST /workflow/:id/file-histories/clear/': 'workflow.history-cleared',
  'GET /workflow/:id/clear-cache/': 'workflow.cache-cleared',
  'GET /workflow/:id/clear-file-marker/': 'workflow.history-cleared',
  'POST /execution/:id/stop/': 'execution.stopped',
  'POST /tags/': 'tag.created',
  'PATCH /tags/:id/': 'tag.changed',
  'DELETE /tags/:id/': 'tag.deleted',

  'POST /api/deployment/': 'deployment.created',
  'PUT /api/deployment/:id/': 'deployment.changed',
  'PATCH /api/deployment/:id/': 'deployment.changed',
  'DELETE /api/deployment/:id/': 'deployment.deleted',
  ...sharing('/api/deployment', 'deployment'),
  'POST /api/keys/api/:id/': 'deployment-key.created',
  'POST /api/keys/api/': 'deployment-key.created',
  'PUT /api/keys/:id/': 'deployment-key.changed',
  'DELETE /api/keys/:id/': 'deployment-key.deleted',
  'POST /pipeline/': 'pipeline.created',
  'PUT /pipeline/:id/': 'pipeline.changed',
  'PATCH /pipeline/:id/': 'pipeline.changed',
  'DELETE /pipeline/:id/': 'pipeline.deleted',
  ...sharing('/pipeline', 'pipeline'),
  'POST /pipeline/:id/arrivals/secret/': 'pipeline.arrival-secret-rotated',
  'POST /api/keys/pipeline/:id/': 'deployment-key.created',
  'POST /notifications/': 'notification.created',
  'PUT /notifications/:id/': 'notification.changed',
  'PATCH /notifications/:id/': 'notification.changed',
  'DELETE /notifications/:id/': 'notification.deleted',
  'POST /app/': 'app.created',
  'PATCH /app/:id/': 'app.changed',
  'DELETE /app/:id/': 'app.deleted',
  'POST /canned_question': 'canned-question.created',
  'PATCH /canned_question/:id/': 'canned-question.changed',
  'DELETE /canned_question/:id/': 'canned-question.deleted',

  'POST /manual_review/db_rules/': 'review-rule.saved',
  'PATCH /manual_review/db_rules/:id/': 'review-rule.saved',
  'POST /manual_review/settings/': 'review-setting.saved',
  'PATCH /manual_review/settings/:id/': 'review-setting.saved',
  'POST /manual_review/auto_approval_settings/': 'review-auto-approval.saved',
  'GET /manual_review/approved_queue_download/': 'data.exported',
}

type AuditedElsewhere = { readonly action: string; readonly test: string }

const cancellation = { action: 'subscription.cancelled', test: 'features/billing/billing.test.ts' }
const changes = 'features/billing/changes.test.ts'
const ofWatch = 'features/watch/watch.test.ts'
const ofLookupTables = 'features/lookups/lookup-tables.test.ts'
const ofSources = 'features/lookups/sources/sources.test.ts'
const byMail = 'features/organizations/sign-up/by-mail.test.ts'

const bySecondFactor = 'features/organizations/second-factor/second-factor.test.ts'
const byDeletion = 'features/organizations/deletion/deletion.test.ts'
const byPasskey = 'features/organizations/second-factor/passkeys.test.ts'
const factorRoutes: Readonly<Record<string, AuditedElsewhere>> = {
  'POST /organization/deletion': { action: 'organization.deletion-requested', test: byDeletion },
  'DELETE /organization/deletion': { action: 'organization.deletion-undone', test: byDeletion },
  'POST /api/v1/account/deletion': { action: 'account.deletion-requested', test: byDeletion },
  'DELETE /api/v1/account/deletion': { action: 'account.deletion-undone', test: byDeletion },
  'POST /api/v1/login/second-step': { action: 'recovery-code.used', test: bySecondFactor },
  'POST /api/v1/second-factor/authenticator/confirm/': {
    action: 'second-factor.added',
    test: bySecondFactor,
  },
  'DELETE /api/v1/second-factor/authenticator/': {
    action: 'second-factor.removed',
    test: bySecondFactor,
  },
  'POST /api/v1/second-factor/recovery-codes/': {
    action: 'recovery-codes.renewed',
    test: bySecondFactor,
  },
  'POST /api/v1/second-factor/passkeys/': { action: 'passkey.added', test: byPasskey },
  'PATCH /api/v1/second-factor/passkeys/:id/': { action: 'passkey.renamed', test: byPasskey },
  'DELETE /api/v1/second-factor/passkeys/:id/': { action: 'passkey.removed', test: byPasskey },
  'DELETE /users/:user_id/second-factor/': {
    action: 'second-factor.reset',
    test: bySecondFactor,
  },
}

/** Audited routes that another test asks, because they need another installation or a file. */
export const auditedElsewhere: Readonly<Record<string, AuditedElsewhere>> = {
  'POST /prompt-studio/:tool_id/improvements/:improvement_id/decide/': {
    action: 'improvement.accepted',
    test: 'features/tools/improvements/improvements.test.ts',
  },
  'POST /watch/api/:id/alarms/:alarm_id/acknowledge/': {
    action: 'alarm.acknowledged',
    test: ofWatch,
  },
  'POST /watch/pipeline/:id/alarms/:alarm_id/acknowledge/': {
    action: 'alarm.acknowledged',
    test: ofWatch,
  },
  'POST /watch/api/:id/alarms/:alarm_id/expected-values/': {
    action: 'document.uploaded',
    test: ofWatch,
  },
  'POST /watch/pipeline/:id/alarms/:alarm_id/expected-values/': {
    action: 'document.uploaded',
    test: ofWatch,
  },
  'GET /prompt-studio/:tool_id/truths/file/': {
    action: 'data.exported',
    test: 'features/prompt-studio/expected-values/file/file.test.ts',
  },
  'POST /prompt-studio/:tool_id/truths/file/': {
    action: 'expected-values.imported',
    test: 'features/prompt-studio/expected-values/file/file.test.ts',
  },
  'POST /prompt-studio/:tool_id/profile-comparisons/:comparison_id/decide/': {
    action: 'profile-comparison.accepted',
    test: 'features/tools/improvements/profiles/comparisons.test.ts',
  },
  'POST /lookup-tables/': { action: 'lookup-table.created', test: ofLookupTables },
  'POST /lookup-tables/:id/versions/': { action: 'lookup-table.changed', test: ofLookupTables },
  'DELETE /lookup-tables/:id/': { action: 'lookup-table.deleted', test: ofLookupTables },
  'POST /lookup-tables/from-source/': { action: 'lookup-table.created', test: ofSources },
  'PUT /lookup-tables/:id/source/': { action: 'lookup-table.source-changed', test: ofSources },
  'DELETE /lookup-tables/:id/source/': { action: 'lookup-table.source-changed', test: ofSources },
  'POST /lookup-tables/:id/refreshes/': {
    action: 'lookup-table.refresh-started',
    test: ofSources,
  },
  'PUT /lookup-tables/:id/aliases/': { action: 'lookup-table.alias-saved', test: ofLookupTables },
  'DELETE /lookup-tables/:id/aliases/': {
    action: 'lookup-table.alias-deleted',
    test: ofLookupTables,
  },
  'POST /lookup-tables/:id/share/': { action: 'lookup-table.shared', test: ofLookupTables },
  'POST /lookup-tables/:id/owners/': { action: 'lookup-table.owner-added', test: ofLookupTables },
  'DELETE /lookup-tables/:id/owners/:user_id/': {
    action: 'lookup-table.owner-removed',
    test: ofLookupTables,
  },
  'PUT /workflow/whole/': { action: 'workflow.created', test: 'entry/as-code.test.ts' },
  'GET /execution/:id/logs/export/': {
    action: 'data.exported',
    test: 'entry/platform-scripts.test.ts',
  },
  'DELETE /prompt-studio/registry/:id/': {
    action: 'tool.deleted',
    test: 'entry/platform-scripts.test.ts',
  },
  ...factorRoutes,
  'POST /api/v1/signup/confirm': { action: 'organization.made', test: byMail },
  'POST /api/v1/password/reset': { action: 'password.reset', test: byMail },
  'POST /prompt-studio/file/:tool_id/password/': {
    action: 'document.unlocked',
    test: 'features/prompt-studio/documents/pages.test.ts',
  },
  'POST /simple-studio/app/': {
    action: 'project.created',
    test: 'features/simple-studio/simple-endings.test.ts',
  },
  'POST /subscription/cancel/': cancellation,
  'POST /subscription/resume/': { action: 'subscription.resumed', test: changes },
  'POST /subscription/change/': { action: 'subscription.plan-changed', test: changes },
  'POST /subscription/end/': { action: 'subscription.ended', test: changes },
  'GET /subscription/ledger/export/': {
    action: 'data.exported',
    test: 'features/billing/ledger.test.ts',
  },
  'POST llmwhisperer:/subscription/cancel/': cancellation,
  'POST llm-whisperer:/subscription/cancel/': cancellation,
}
