import { permits } from '@recto/contract/policy/permits'
import type { Act } from '@recto/contract/policy/policy'
import { forbidden, notFound, notFoundWithText } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { loadAccess } from '../../../platform/db/sharing.ts'
import { isUuid } from '../../../platform/strings.ts'
import { type DocumentRow, findDocument, listDocumentRows } from './documents.store.ts'
import { findProfile, type LlmProfileRow } from './profiles.store.ts'
import { findVisibleProject, listProjectsById, type ProjectRow } from './projects.store.ts'
import { findPrompt, type PromptRow } from './prompts.store.ts'
import { findPublicShare } from './public-shares.store.ts'

/** Throws 404 for a project that the actor may not see. */
export async function getProject(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: { readonly actor: Actor; readonly projectId: string },
): Promise<ProjectRow> {
  const project = await findVisibleProject(tenantOf(ctx, actor), actor, projectId)
  if (!project) throw notFound('project')
  return project
}

/** Throws 404 outside the actor's projects. */
export async function getPrompt(
  ctx: Pick<Context, 'db'>,
  { actor, promptId }: { readonly actor: Actor; readonly promptId: string },
): Promise<PromptRow> {
  const tenant = tenantOf(ctx, actor)
  const prompt = await findPrompt(tenant, promptId)
  const project = prompt && (await findVisibleProject(tenant, actor, prompt.project_id))
  if (!prompt || !project) throw notFound('prompt')
  return prompt
}

type DocumentRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly documentId: string
}

export async function getDocument(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, documentId }: DocumentRequest,
): Promise<DocumentRow> {
  await getProject(ctx, { actor, projectId })
  const document = await findDocument(tenantOf(ctx, actor), { projectId, documentId })
  if (!document) throw notFoundWithText('Document not found.')
  return document
}

export async function listDocuments(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: Pick<DocumentRequest, 'actor' | 'projectId'>,
): Promise<readonly DocumentRow[]> {
  await getProject(ctx, { actor, projectId })
  return listDocumentRows(tenantOf(ctx, actor), projectId)
}

type ProjectPermission = Extract<Act, `project/${string}` | 'profile/open'>

/**
 * Whether the actor has the permission on a project that they can see, or on a resource in it that
 * has its own owner and is shared like the project.
 */
export async function hasProjectPermission(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  permission: ProjectPermission,
  {
    project,
    part: resource = project,
  }: { project: ProjectRow; part?: Pick<ProjectRow, 'created_by'> },
): Promise<boolean> {
  const { id, shared_to_org } = project
  const access = (await loadAccess(tenantOf(ctx, actor), 'project', [id]))(id)
  const { created_by } = resource
  return permits(actor, permission, { created_by, shared_to_org, ...access })
}

/**
 * Throws 404 outside the actor's projects, and 403 unless the policy allows the actor to open the
 * profile.
 */
export async function getOwnProfile(
  ctx: Pick<Context, 'db'>,
  { actor, profileId }: { readonly actor: Actor; readonly profileId: string },
): Promise<LlmProfileRow> {
  const tenant = tenantOf(ctx, actor)
  const profile = await findProfile(tenant, profileId)
  const project = profile && (await findVisibleProject(tenant, actor, profile.project_id))
  if (!profile || !project) throw notFound('profile')
  const resource = { project, part: profile }
  if (!(await hasProjectPermission(ctx, actor, 'profile/open', resource))) throw forbidden()
  return profile
}

export type PublicProject = {
  readonly tenant: Tenant
  readonly project: ProjectRow
  readonly shareId: string
}

/**
 * Returns the project that is shared publicly under the id. Throws 404 if it is not shared, or not
 * any more.
 */
export async function getPublicProject(
  { db }: Pick<Context, 'db'>,
  shareId: string,
): Promise<PublicProject> {
  const share = isUuid(shareId) ? await findPublicShare({ db }, shareId) : undefined
  if (!share) throw notFound('shared project')
  const tenant = { db, organizationId: share.organization_id }
  const [project] = await listProjectsById(tenant, [share.project_id])
  if (!project) throw notFound('shared project')
  return { tenant, project, shareId }
}
