import { randomUUID } from 'node:crypto'
import type { Act } from '@recto/contract/policy/policy'
import type { ActRequest } from './asked.ts'
import { isOk, refusedFor } from './request-kinds.ts'

const project = (request: ActRequest): Partial<Record<Act, ActRequest>> => ({
  'project/see': request,
})
/** One that nobody has made: only who sees the project is told that it is this that is missing. */
const noVerification = (part: string) =>
  project({
    path: ({ tool_id }) => `prompt-studio/${tool_id}/verifications/${randomUUID()}/${part}`,
    granted: refusedFor(404, 'No such regression test'),
    hidden: refusedFor(404, 'No such project'),
  })
const noComparison = (part: string) =>
  project({
    path: ({ tool_id }) => `prompt-studio/${tool_id}/profile-comparisons/${randomUUID()}/${part}`,
    body: () => ({ prompt_id: randomUUID(), decision: 'drop' }),
    granted: refusedFor(404, 'No such comparison'),
    hidden: refusedFor(404, 'No such project'),
  })
const noImprovement = (part: string) =>
  project({
    path: ({ tool_id }) => `prompt-studio/${tool_id}/improvements/${randomUUID()}/${part}`,
    body: () => ({ prompt_id: randomUUID(), decision: 'drop' }),
    granted: refusedFor(404, 'No such improvement'),
    hidden: refusedFor(404, 'No such project'),
  })

/** Requests about the expected values of a project, and what is measured on them. */
export const expectedValueRequests: Readonly<Record<string, Partial<Record<Act, ActRequest>>>> = {
  'GET /prompt-studio/:tool_id/truths/': project({}),
  'PUT /prompt-studio/:tool_id/truths/': project({
    body: ({ prompt_id, document_id }) => ({ prompt_id, document_id, truth: '30' }),
  }),
  'DELETE /prompt-studio/:tool_id/truths/': project({
    body: ({ prompt_id, document_id }) => ({ prompt_id, document_id }),
  }),
  'GET /prompt-studio/:tool_id/truths/file/': project({
    path: ({ tool_id }) => `prompt-studio/${tool_id}/truths/file/?format=csv`,
  }),
  'POST /prompt-studio/:tool_id/truths/file/': project({
    body: () => ({ format: 'jsonl', truths_file: '', dry_run: true }),
  }),
  'GET /prompt-studio/:tool_id/scores/': project({}),
  'GET /prompt-studio/:tool_id/faults/': project({}),
  'POST /prompt-studio/:tool_id/verifications/': project({
    // A permitted person gets this error if no value is valid.
    granted: (reply) => isOk(reply) || refusedFor(400, 'no expected values')(reply, {}),
  }),
  'GET /prompt-studio/:tool_id/verifications/': project({}),
  'GET /prompt-studio/:tool_id/layouts/': project({}),
  'PUT /prompt-studio/:tool_id/layouts/': project({
    body: () => ({ is_on: true, least_documents: 5 }),
  }),
  'GET /prompt-studio/:tool_id/verifications/:verification_id/': noVerification(''),
  'GET /prompt-studio/:tool_id/verifications/:verification_id/junit/': noVerification('junit/'),
  'POST /prompt-studio/:tool_id/verifications/:verification_id/cancel/': noVerification('cancel/'),
  'POST /prompt-studio/:tool_id/improvements/': project({
    body: ({ prompt_id }) => ({ prompt_ids: [prompt_id], budget_calls: 1 }),
    // Nobody has marked enough values.
    granted: refusedFor(400, 'expected values'),
  }),
  'GET /prompt-studio/:tool_id/improvements/': project({}),
  'POST /prompt-studio/:tool_id/improvements/:improvement_id/cancel/': noImprovement('cancel/'),
  'POST /prompt-studio/:tool_id/improvements/:improvement_id/decide/': noImprovement('decide/'),
  'POST /prompt-studio/:tool_id/profile-comparisons/': project({
    body: ({ prompt_id }) => ({
      prompt_ids: [prompt_id],
      profile_ids: [randomUUID(), randomUUID()],
      budget_calls: 1,
    }),
    // Nobody has marked enough values.
    granted: refusedFor(400, 'expected values'),
  }),
  'GET /prompt-studio/:tool_id/profile-comparisons/': project({}),
  'POST /prompt-studio/:tool_id/profile-comparisons/:comparison_id/cancel/':
    noComparison('cancel/'),
  'POST /prompt-studio/:tool_id/profile-comparisons/:comparison_id/decide/':
    noComparison('decide/'),
}
