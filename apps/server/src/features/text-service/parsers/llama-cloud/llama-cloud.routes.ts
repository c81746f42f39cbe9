import * as api from '@recto/contract/text-service/llama-cloud'
import type { FastifyInstance } from 'fastify'
import { badRequest, invalid } from '../../../../platform/app-error.ts'
import type { Context } from '../../../../platform/context.ts'
import { discardContent } from '../../../../platform/files/content.ts'
import type { ReceivedContent } from '../../../../platform/files/receive-content.ts'
import { registerEndpoint } from '../../../../platform/http/register-endpoint.ts'
import { openTextFile } from '../../files/open-text-file.ts'
import type { KeyHolder } from '../../keys/admit-key.ts'
import { cancelTextJob } from '../../results/cancel-text-job.ts'
import { purgeTextJob } from '../../results/purge-texts.ts'
import { fetchDocument } from '../../uploads/fetch-document.ts'
import { nameOfAddress } from '../../uploads/name-of-address.ts'
import { admitBearer } from '../admit-bearer.ts'
import { findParsingJob, loadParsedJob, startParsing } from '../parsing.ts'
import { withUpload } from '../with-upload.ts'
import { isUnfinished, listLlamaJobs } from './list-llama-jobs.ts'
import { presentListPage, rangeOf } from './list-page.ts'
import { llamaFileRoutes } from './llama-files.routes.ts'
import { parsingOptionsOf, tiers } from './parse-settings.ts'
import { presentLlamaJob, presentLlamaResult, projectIdOf } from './present-llama-job.ts'

/** Routes for the current clients of LlamaIndex. */
export function llamaCloudRoutes(app: FastifyInstance, ctx: Context): void {
  llamaFileRoutes(app, ctx)
  startRoutes(app, ctx)
  jobRoutes(app, ctx)
}

function startRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.startLlamaParse, {
    admit: admitBearer,
    async handle(ctx, { caller, body }) {
      const options = parsingOptionsOf(body)
      const { document, fileName } = await openDocument(ctx, caller, body)
      try {
        const job = await startParsing(ctx, {
          caller,
          document,
          options: { ...options, fileName },
        })
        return presentLlamaJob(job)
      } finally {
        await discardContent(ctx.files, document.content)
      }
    },
  })
  registerEndpoint(app, ctx, api.uploadToLlamaParse, {
    admit: admitBearer,
    handle(ctx, { caller, body, uploads }) {
      const options = parsingOptionsOf(readSettings(body.configuration))
      return withUpload(ctx, { uploads, field: 'file' }, async (document, { name: fileName }) =>
        presentLlamaJob(
          await startParsing(ctx, { caller, document, options: { ...options, fileName } }),
        ),
      )
    },
  })
}

type OpenedDocument = { readonly document: ReceivedContent; readonly fileName: string }
type DocumentSource = {
  readonly file_id?: string | null | undefined
  readonly source_url?: string | null | undefined
}

/** Opens the uploaded file or fetches the address that a request names. */
async function openDocument(
  ctx: Context,
  caller: KeyHolder,
  { file_id: fileId, source_url: url }: DocumentSource,
): Promise<OpenedDocument> {
  if (!fileId === !url) throw invalid('file_id', 'Send either file_id or source_url.')
  if (url) return { document: await fetchDocument(ctx, url), fileName: nameOfAddress(url) }
  const owner = { ...caller, deploymentId: null }
  const { name: fileName, document } = await openTextFile(ctx, owner, fileId ?? '')
  return { document, fileName }
}

function readSettings(configuration: string): api.LlamaParseSettings {
  let settings: unknown
  try {
    settings = JSON.parse(configuration)
  } catch {
    throw invalid('configuration', 'This is not valid JSON.')
  }
  const parsed = api.LlamaParseSettings.safeParse(settings)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(`configuration.${issue?.path.join('.')}`, issue?.message ?? 'This is not valid.')
}

const versions = ['latest']

function jobRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listLlamaVersions, {
    admit: admitBearer,
    handle: async () => ({
      fast: versions,
      cost_effective: versions,
      agentic: versions,
      agentic_plus: versions,
      latest: Object.fromEntries(tiers.map((tier) => [tier, 'latest'])),
    }),
  })
  registerEndpoint(app, ctx, api.listLlamaJobs, {
    admit: admitBearer,
    async handle(_ctx, { caller, query }) {
      const range = rangeOf(query)
      const rows = await listLlamaJobs(caller, {
        ...range,
        status: query.status,
        ids: query.job_ids,
        createdFrom: toDate(query.created_at_on_or_after),
        createdUntil: toDate(query.created_at_on_or_before),
      })
      return presentListPage(rows, range, presentLlamaJob)
    },
  })
  registerEndpoint(app, ctx, api.getLlamaJob, {
    admit: admitBearer,
    async handle(ctx, { caller, params, query }) {
      const expand = query.expand.flatMap((names) => names.split(','))
      assertExpansions(expand)
      const job = await findParsingJob(caller, params.job_id)
      const isFinished = job.status === 'processed' || job.status === 'retrieved'
      const pages = isFinished ? (await loadParsedJob(ctx, caller, job)).pages : undefined
      return presentLlamaResult({ job, pages, expand })
    },
  })
  registerEndpoint(app, ctx, api.cancelLlamaJob, {
    admit: admitBearer,
    async handle(ctx, { caller, params }) {
      const job = await findParsingJob(caller, params.job_id)
      if (!isUnfinished(job)) throw badRequest('The job has ended already.')
      await cancelTextJob(ctx, caller.tenant, job)
      return presentLlamaJob(await findParsingJob(caller, job.id))
    },
  })
  registerEndpoint(app, ctx, api.deleteLlamaJob, {
    admit: admitBearer,
    async handle(ctx, { caller, params }) {
      const job = await findParsingJob(caller, params.job_id)
      if (isUnfinished(job)) throw badRequest('The job is still running. Cancel it first.')
      await purgeTextJob(ctx, caller.tenant, job)
      return { id: job.id, project_id: projectIdOf(caller.tenant) }
    },
  })
}

const toDate = (time: string | undefined): Date | undefined =>
  time === undefined ? undefined : new Date(time)

/** Refuses parts of a result that are not offered, because the reply would not show that they are missing. */
function assertExpansions(names: readonly string[]): void {
  const offeredParts: readonly string[] = api.llamaExpansions
  if (names.every((name) => offeredParts.includes(name))) return
  throw invalid('expand', `Only these parts are supported: ${offeredParts.join(', ')}.`)
}
