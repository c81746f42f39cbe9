import { chatAppFields } from '@recto/contract/chat-apps/chat-app-fields'
import { deploymentFields } from '@recto/contract/deployments/deployment-fields'
import { notificationFields } from '@recto/contract/pipelines/notification-fields'
import { pipelineFields } from '@recto/contract/pipelines/pipeline-fields'
import { profileFields } from '@recto/contract/prompt-studio/profile-fields'
import { projectFields } from '@recto/contract/prompt-studio/project-fields'
import {
  promptFields,
  promptParts,
  promptSwitches,
} from '@recto/contract/prompt-studio/prompt-fields'
import { reviewRuleFields } from '@recto/contract/review/review-rules'
import { type Fields, toSnakeCase, wayNameOf, wireNameOf } from '@recto/contract/wire/fields'
import {
  endpointFields,
  toolInstanceFields,
  workflowFields,
} from '@recto/contract/workflows/workflow-fields'

type Noun = {
  readonly fields: Fields
  /** The files, below the features of the server, that map its fields. */
  readonly files: readonly string[]
}

const transfer = ['portable-project', 'create-portable-project', 'map-project-file', 'sync-prompts']
const studio = [
  ...transfer.map((name) => `prompt-studio/transfer/${name}.ts`),
  'tools/tool-metadata.ts',
]

export const nouns: Readonly<Record<string, Noun>> = {
  project: {
    fields: projectFields,
    files: [...studio, 'prompt-studio/projects/map-project.ts'],
  },
  prompt: {
    fields: { ...promptFields, ...promptSwitches, ...promptParts },
    files: [
      ...studio,
      'prompt-studio/prompts/map-prompt.ts',
      'prompt-studio/prompts/create-prompt.ts',
      'prompt-studio/prompts/resolve-prompt-profile.ts',
    ],
  },
  profile: {
    fields: profileFields,
    files: [
      ...studio,
      'prompt-studio/profiles/map-profile.ts',
      'prompt-studio/transfer/add-profiles.ts',
    ],
  },
  workflow: {
    fields: workflowFields,
    files: ['workflows/map-workflow.ts', 'workflows/record-workflow.ts'],
  },
  endpoint: {
    fields: endpointFields,
    files: ['workflows/map-endpoint.ts', 'workflows/update-endpoint.ts'],
  },
  'tool-instance': {
    fields: toolInstanceFields,
    files: ['workflows/tool-instances/map-tool-instance.ts'],
  },
  deployment: {
    fields: deploymentFields,
    files: ['deployments/map-deployment.ts', 'deployments/record-deployment.ts'],
  },
  pipeline: {
    fields: pipelineFields,
    files: ['pipelines/map-pipeline.ts', 'pipelines/manage-pipelines.ts'],
  },
  notification: {
    fields: notificationFields,
    files: ['notifications/map-notification.ts', 'notifications/manage-notifications.ts'],
  },
  'review-rule': {
    fields: reviewRuleFields,
    files: ['review-rules/map-review-rule.ts', 'review-rules/manage-review-rules.ts'],
  },
  app: {
    fields: chatAppFields,
    files: ['chat-apps/map-chat-app.ts', 'chat-apps/manage-chat-apps.ts'],
  },
}

/** All names that a field has somewhere: ours, that of its column, and those where its ways end. */
export function namesOf(fields: Fields): ReadonlySet<string> {
  return new Set(
    Object.entries(fields).flatMap(([name, field]) => [
      name,
      toSnakeCase(name),
      wireNameOf(name, field),
      ...Object.keys(field.ways).map((way) => wayNameOf(name, field, way)),
    ]),
  )
}
